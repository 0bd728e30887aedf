import type { OperationData, SavedOptions, SavedSetting } from '@shotwright/contract';
import { secretOptionNames } from '@shotwright/contract/capture-options';
import { secretMask, textLimits } from '@shotwright/contract/paths';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { savedSettingMessages as messages } from '../../lib/messages/saved-settings.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';

/** Returns the saved settings of the organisation. */
export function useSavedSettings() {
  return useQuery({
    queryKey: queryKeys.savedSettings,
    queryFn: ({ signal }) => callApi('listSavedSettings', { signal }),
    select: (data) => data.settings,
    meta: { fixed: messages.loadFailedToast },
  });
}

/**
 * Renames a setting with an optimistic update, rolled back if the server rejects it (ruling RL-7).
 */
export function useRenameSetting() {
  const queryClient = useQueryClient();
  const change = useChangeList();
  return useMutation({
    meta: { fallback: messages.updateFailed },
    mutationFn: ({ setting, name }: { setting: SavedSetting; name: string }) =>
      callApi('updateSavedSetting', {
        params: { id: setting.id },
        body: { ...bodyOf(setting), name },
      }),
    onMutate: async ({ setting, name }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.savedSettings });
      change((all) => all.map((one) => (one.id === setting.id ? { ...one, name } : one)));
    },
    onError: (_error, { setting }) =>
      change((all) =>
        all.map((one) => (one.id === setting.id ? { ...one, name: setting.name } : one)),
      ),
    onSuccess: () => toasts.success({ title: messages.updated }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings }),
  });
}

/** Duplicates a setting with the same options. */
export function useDuplicateSetting() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.saveFailed },
    mutationFn: (setting: SavedSetting) =>
      callApi('createSavedSetting', {
        body: {
          ...bodyOf(setting),
          // The copy receives the stored secrets, which this list only has masked.
          ...(hasMask(setting) && { secretsFromId: setting.id }),
          name: messages.copyOf(setting.name).slice(0, textLimits.name),
        },
      }),
    onSuccess: async () => {
      toasts.success({ title: messages.saved });
      await queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings });
    },
  });
}

/** Deletes a setting and refetches the list. */
export function useDeleteSetting() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteSavedSetting', { params: { id } }),
    onSuccess: async () => {
      toasts.success({ title: messages.deleted });
      await queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings });
    },
  });
}

function hasMask({ options }: SavedSetting): boolean {
  return secretOptionNames.some((name) => options[name]?.includes(secretMask));
}

function bodyOf({ description, options, projectId }: SavedSetting) {
  // The server stored these options, so they have its shape.
  return { description, options: unsafeCast<SavedOptions>(options), projectId };
}

function useChangeList() {
  const queryClient = useQueryClient();
  return (change: (settings: SavedSetting[]) => SavedSetting[]) =>
    queryClient.setQueryData<OperationData<'listSavedSettings'>>(
      queryKeys.savedSettings,
      (data) => data && { ...data, settings: change(data.settings) },
    );
}
