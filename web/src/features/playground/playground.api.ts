import type { SavedOptions } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, sendRequest } from '../../lib/api-client.ts';
import {
  playgroundMessages as words,
  previewMessages as previewWords,
} from '../../lib/messages/playground.ts';
import { cacheTimes, queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import type { DashboardPayload } from './capture-request.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** The names of the devices a capture can emulate. */
export function useDeviceNames() {
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => callApi('listDeviceNames', { signal }),
    meta: { fallback: words.devicesFailed },
    ...cacheTimes.devices,
  });
}

/** Sizes and kinds of the devices; the names alone are enough to go on without them. */
export function useDeviceDetails() {
  return useQuery({
    queryKey: [...queryKeys.devices, 'details'],
    queryFn: ({ signal }) => callApi('listDevices', { signal }),
    select: (data) => data.devices,
    meta: { isSilent: () => true },
    ...cacheTimes.devices,
  });
}

/** The keys a code sample may show. */
export function useSampleKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callApi('listApiKeys', { signal }),
    select: (data) => data.apiKeys.filter((key) => key.isActive),
    // The samples can be read without a key.
    meta: { isSilent: () => true },
    ...cacheTimes.apiKeys,
  });
}

/** Asks for a capture of an address. */
export function useCaptureUrl() {
  return useMutation({
    meta: { fallback: words.captureFailed },
    mutationFn: (payload: DashboardPayload) =>
      callApi('captureUrlFromDashboard', { body: { ...payload, url: payload.url ?? '' } }),
  });
}

/** Asks for a capture of pasted HTML. */
export function useCaptureHtml() {
  return useMutation({
    meta: { fallback: words.captureHtmlFailed },
    mutationFn: (payload: DashboardPayload) => {
      const { html = '', url: _none, ...rest } = payload;
      return callApi('captureHtmlFromDashboard', { body: { ...rest, html } });
    },
  });
}

/** Ends a capture that is still waiting or running. */
export function useCancelCapture() {
  return useMutation({
    meta: { fallback: previewWords.cancelFailed },
    mutationFn: (id: string) => callApi('cancelScreenshot', { params: { id } }),
  });
}

/** Reads again what a capture changes. Source: ruling RL-26. */
export function useRefreshAfterCapture(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.overview, queryKeys.files, queryKeys.screenshots]) {
      ignoreErrors(queryClient.invalidateQueries({ queryKey }));
    }
  };
}

/** What is saved under a name. */
export interface SettingInput {
  readonly name: string;
  readonly description?: string;
  readonly options: SavedOptions;
  readonly projectId: number | null;
  /** The setting whose stored secrets the masks in `options` stand for. */
  readonly secretsFromId?: number;
}

/** Saves a setting: a new one, or in the place of `id`. */
export function useSaveSetting(id: number | undefined) {
  const queryClient = useQueryClient();
  const isUpdate = id !== undefined;
  return useMutation({
    meta: { fallback: isUpdate ? words.updateFailed : words.saveFailed },
    mutationFn: (body: SettingInput) =>
      isUpdate
        ? callApi('updateSavedSetting', { params: { id }, body })
        : callApi('createSavedSetting', { body }),
    onSuccess: async () => {
      toasts.success({ title: isUpdate ? words.settingUpdated : words.settingSaved });
      await queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings });
    },
  });
}

/** Saves a stored picture as a file. */
export function useDownload() {
  return useMutation({
    meta: { fallback: previewWords.downloadFailed },
    mutationFn: async (url: string) => {
      const response = await sendRequest({
        method: 'POST',
        path: '/projects/files/download',
        body: { url },
      });
      saveAs(await response.blob(), decodeURIComponent(lastSegment(url)) || 'screenshot.png');
    },
    onSuccess: () => toasts.success({ title: previewWords.downloaded }),
  });
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(blob);
  link.href = address;
  link.download = name;
  link.click();
  // The click has taken hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

function lastSegment(url: string): string {
  return new URL(url, location.origin).pathname.split('/').pop() ?? '';
}
