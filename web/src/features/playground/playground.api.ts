import type { SavedOptions } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiBase, sendRequest } from '../../lib/api/client.ts';
import { callApi } from '../../lib/api/operations.ts';
import {
  linkMessages,
  playgroundMessages as messages,
  previewMessages,
} from '../../lib/messages/playground.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toasts } from '../../lib/toasts.ts';
import { isKeyUsable } from '../api-keys/restrictions/restrictions.rules.ts';
import type { DashboardPayload } from './form/capture-request.ts';
import type { linkRequestOf } from './samples/link/link-request.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Returns the names of the devices that a capture can emulate. */
export function useDeviceNames() {
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => callApi('listDeviceNames', { signal }),
    meta: { fallback: messages.devicesFailed },
    ...cacheTimes.devices,
  });
}

/** Returns sizes and kinds of the devices; the device list also works with names only. */
export function useDeviceDetails() {
  return useQuery({
    queryKey: [...queryKeys.devices, 'details'],
    queryFn: ({ signal }) => callApi('listDevices', { signal }),
    select: (data) => data.devices,
    meta: { isSilent: () => true },
    ...cacheTimes.devices,
  });
}

/** Returns the keys that a code sample can show. */
export function useSampleKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callApi('listApiKeys', { signal }),
    select: (data) => data.apiKeys.filter(isKeyUsable),
    // Samples are usable without a key, so the error is not shown.
    meta: { isSilent: () => true },
    ...cacheTimes.apiKeys,
  });
}

/** Requests a capture of a URL. */
export function useCaptureUrl() {
  return useMutation({
    meta: { fallback: messages.captureFailed },
    mutationFn: (payload: DashboardPayload) =>
      callApi('captureUrlFromDashboard', { body: { ...payload, url: payload.url ?? '' } }),
  });
}

/** Requests a capture of pasted HTML. */
export function useCaptureHtml() {
  return useMutation({
    meta: { fallback: messages.captureHtmlFailed },
    mutationFn: (payload: DashboardPayload) => {
      const { html = '', url: _none, ...rest } = payload;
      return callApi('captureHtmlFromDashboard', { body: { ...rest, html } });
    },
  });
}

/** Creates a link that captures and shows an image. */
export function useCreateLink() {
  return useMutation({
    meta: { fallback: linkMessages.createFailed },
    mutationFn: (body: ReturnType<typeof linkRequestOf>) => callApi('createLink', { body }),
  });
}

/** Reads the image of a link, as its readers do; returns a URL that the caller must revoke. */
export function usePreviewLink() {
  return useMutation({
    // Shown beside the button.
    meta: { isSilent: () => true },
    mutationFn: async (link: string) => {
      const path = link.slice(link.indexOf(apiBase) + apiBase.length);
      const response = await sendRequest({ method: 'GET', path });
      return URL.createObjectURL(await response.blob());
    },
  });
}

/** Cancels a queued or running capture. */
export function useCancelCapture() {
  return useMutation({
    meta: { fallback: previewMessages.cancelFailed },
    mutationFn: (id: string) => callApi('cancelScreenshot', { params: { id } }),
  });
}

/** Returns a function that refetches the data a capture changes. Source: ruling RL-26. */
export function useRefreshAfterCapture(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.overview, queryKeys.files, queryKeys.screenshots]) {
      ignoreErrors(queryClient.invalidateQueries({ queryKey }));
    }
  };
}

/** Name and options of a setting to save. */
export interface SettingInput {
  readonly name: string;
  readonly description?: string;
  readonly options: SavedOptions;
  readonly projectId: number | null;
  /** ID of the setting whose stored secrets replace the masked values in `options`. */
  readonly secretsFromId?: number;
}

/** Saves a new setting, or replaces the setting `id`. */
export function useSaveSetting(id: number | undefined) {
  const queryClient = useQueryClient();
  const isUpdate = id !== undefined;
  return useMutation({
    meta: { fallback: isUpdate ? messages.updateFailed : messages.saveFailed },
    mutationFn: (body: SettingInput) =>
      isUpdate
        ? callApi('updateSavedSetting', { params: { id }, body })
        : callApi('createSavedSetting', { body }),
    onSuccess: async () => {
      toasts.success({ title: isUpdate ? messages.settingUpdated : messages.settingSaved });
      await queryClient.invalidateQueries({ queryKey: queryKeys.savedSettings });
    },
  });
}

/** Downloads a stored image. */
export function useDownload() {
  return useMutation({
    meta: { fallback: previewMessages.downloadFailed },
    mutationFn: async (url: string) => {
      const response = await sendRequest({
        method: 'POST',
        path: '/projects/files/download',
        body: { url },
      });
      saveFile({
        blob: await response.blob(),
        name: decodeURIComponent(lastSegment(url)) || 'screenshot.png',
      });
    },
    onSuccess: () => toasts.success({ title: previewMessages.downloaded }),
  });
}

function lastSegment(url: string): string {
  return new URL(url, location.origin).pathname.split('/').pop() ?? '';
}
