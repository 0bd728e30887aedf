import type { ApiKey, OperationData, OperationRequest } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { apiKeyMessages as messages, linkSecretMessages } from '../../lib/messages/api-keys.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { isRestrictionError, type Restrictions } from './restrictions/restrictions.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Returns the API keys of the organisation. `pollMs`: refetch interval while mounted. */
export function useApiKeys(pollMs?: number) {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callApi('listApiKeys', { signal }),
    select: (data) => data.apiKeys,
    refetchInterval: pollMs ?? false,
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.apiKeys,
  });
}

/** Creates a key; invalidates the list and the first steps of the Overview. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.createFailed, isSilent: isRestrictionError },
    mutationFn: (body: OperationRequest<'createApiKey'>['body']) =>
      callApi('createApiKey', { body }),
    onSuccess: async () => {
      toasts.success({ title: messages.created });
      await Promise.all(
        [queryKeys.apiKeys, queryKeys.overview].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

/** Creates a first key, and a first project if none exists, without asking for input. */
export function useQuickStart() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.createFailed },
    mutationFn: async () => {
      const { projects } = await callApi('listProjects', {});
      const project =
        projects[0] ??
        (await callApi('createProject', { body: { name: messages.quickProjectName } })).project;
      const body = { name: messages.quickKeyName, monthlyLimit: null, projectId: project.id };
      return callApi('createApiKey', { body });
    },
    onSuccess: () => toasts.success({ title: messages.created }),
    // Also after a failure, because the project may have been created.
    onSettled: () => {
      for (const queryKey of [queryKeys.apiKeys, queryKeys.projects, queryKeys.overview])
        ignoreErrors(queryClient.invalidateQueries({ queryKey }));
    },
  });
}

/** Fields of a key that can be changed. */
export type ApiKeyChange = Partial<
  Pick<ApiKey, 'name' | 'monthlyLimit' | 'isActive'> & Restrictions
>;

/**
 * Renames, limits, restricts, enables or disables a key with an optimistic update, rolled back if the server
 * rejects it.
 */
export function useUpdateApiKey() {
  const queryClient = useQueryClient();
  const put = (id: number, change: Partial<ApiKey>) =>
    queryClient.setQueryData<OperationData<'listApiKeys'>>(
      queryKeys.apiKeys,
      (data) =>
        data && {
          ...data,
          apiKeys: data.apiKeys.map((key) => (key.id === id ? { ...key, ...change } : key)),
        },
    );
  return useMutation({
    meta: { fallback: messages.updateFailed, isSilent: isRestrictionError },
    mutationFn: ({ key, change }: { key: ApiKey; change: ApiKeyChange }) =>
      callApi('updateApiKey', { params: { id: key.id }, body: change }),
    onMutate: async ({ key, change }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.apiKeys });
      put(key.id, change);
    },
    onError: (_error, { key }) => put(key.id, key),
    onSuccess: () => toasts.success({ title: messages.updated }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}

/** Rotates a key; the old secret remains valid for `overlapHours`. */
export function useRotateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.rotateFailed },
    mutationFn: ({ id, overlapHours }: { id: number; overlapHours: number }) =>
      callApi('rotateApiKey', { params: { id }, body: { overlapHours } }),
    onSuccess: async () => {
      toasts.success({ title: messages.rotated });
      await queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
    },
  });
}

const linkSecretKey = (id: number) => [...queryKeys.apiKeys, id, 'linkSecret'];

/** Returns the secret that signs a key's links; removed from the cache as soon as no component uses it. */
export function useLinkSecret(id: number) {
  return useQuery({
    queryKey: linkSecretKey(id),
    queryFn: ({ signal }) => callApi('readLinkSecret', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The dialog displays the error itself.
    meta: { isSilent: () => true },
  });
}

/** Rotates the secret that signs a key's links; the old one remains valid for `overlapHours`. */
export function useRotateLinkSecret(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: linkSecretMessages.rotateFailed },
    mutationFn: (overlapHours: number) =>
      callApi('rotateLinkSecret', { params: { id }, body: { overlapHours } }),
    onSuccess: (data) => {
      toasts.success({ title: linkSecretMessages.rotated });
      queryClient.setQueryData(linkSecretKey(id), data);
    },
  });
}

/** Deletes a key and refetches the list. */
export function useDeleteApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteApiKey', { params: { id } }),
    onSuccess: async () => {
      toasts.success({ title: messages.deleted });
      await queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys });
    },
  });
}
