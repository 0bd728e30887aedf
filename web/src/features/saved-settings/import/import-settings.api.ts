import type { ImportedSetting, OperationRequest } from '@shotwright/contract';
import type { NameConflictRule } from '@shotwright/contract/paths';
import { savedSettingPaths } from '@shotwright/contract/paths';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCsvDownload } from '../../../lib/api/csv-download.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { settingsFileMessages as messages } from '../../../lib/messages/captures/settings-import.ts';
import { toasts } from '../../../lib/toasts.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { importedCount } from './import-settings.rules.ts';

/** A file that is valid JSON, and the rule for names that exist. */
export interface ImportInput {
  /** Content of the file; whatever JSON it is, the server checks it. */
  readonly file: unknown;
  readonly onConflict: NameConflictRule;
}

function bodyOf({ file, onConflict }: ImportInput) {
  const body = { file, onConflict };
  return unsafeCast<OperationRequest<'importSavedSettings'>['body']>(body);
}

/** Returns the effects of an import. `input` null: there is no file yet. */
export function useImportPreview(input: ImportInput | null) {
  return useQuery({
    queryKey: [...queryKeys.savedSettings, 'import', input],
    queryFn: async ({ signal }): Promise<readonly ImportedSetting[]> => {
      if (input === null) return [];
      const { settings } = await callApi('previewSettingsImport', { body: bodyOf(input), signal });
      return settings;
    },
    enabled: input !== null,
    placeholderData: keepPreviousData,
    // The names of the account may have changed since.
    staleTime: 0,
    gcTime: 0,
    // The dialog displays the error itself; that of a file does not end by itself.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.statusCode < 500),
    meta: { isSilent: () => true },
  });
}

/** Imports a file and refetches the list. */
export function useImportSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.importFailed },
    mutationFn: (input: ImportInput) => callApi('importSavedSettings', { body: bodyOf(input) }),
    onSuccess: async ({ settings }) => {
      toasts.success({ title: messages.imported(importedCount(settings)) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings });
    },
  });
}

/** Downloads all settings as a file, or one. */
export function useExportSettings() {
  const file = useCsvDownload({ name: messages.exportName, failed: messages.exportFailed });
  return {
    isPending: file.isPending,
    start: (id?: number) =>
      file.mutate({
        ...savedSettingPaths.exportSavedSettings,
        ...(id !== undefined && { query: { ids: String(id) } }),
      }),
  };
}
