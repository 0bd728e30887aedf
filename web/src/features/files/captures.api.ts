import type { StoredFile } from '@shotwright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { DataOf, RequestOf } from '../../lib/endpoints.ts';
import { fileMessages as words } from '../../lib/messages/files.ts';
import { useIsBillingOn } from '../../lib/runtime-config.ts';
import { toasts } from '../../lib/toasts.ts';
import { trust } from '../../lib/trust.ts';
import { refreshFiles } from './files.api.ts';

/** Options whose values are kept masked: a new capture cannot use them. */
const secretOptions = ['custom_header', 'proxy_url'];

/** A capture that was asked for anew. `isComplete`: with every option of the first. */
type Recaptured = DataOf<'retryScreenshot'> & { readonly isComplete: boolean };

/**
 * Asks once more for what a file was asked for. What failed is repeated by the server, which still has all of it or says why
 * not; what succeeded is sent anew with the options that are kept.
 */
export async function captureAgain(file: StoredFile, signal?: AbortSignal): Promise<Recaptured> {
  const params = { id: file.id };
  if (file.status === 'FAILED') {
    return { ...(await callApi('retryScreenshot', { params, signal })), isComplete: true };
  }
  const { options } = await callApi('getScreenshot', { params, signal });
  const kept = Object.entries(options).filter(([name]) => !secretOptions.includes(name));
  const body = { ...Object.fromEntries(kept), url: file.url, project_id: file.projectId };
  const accepted = await callApi('captureUrlFromDashboard', {
    // The server stored these options, so they are of its shape.
    body: trust<RequestOf<'captureUrlFromDashboard'>['body']>(body),
    signal,
  });
  return { ...accepted, isComplete: kept.length === Object.keys(options).length };
}

/** See {@link captureAgain}; the new capture's id and price are told. */
export function useCaptureAgain() {
  const isBillingOn = useIsBillingOn();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.recaptureFailed },
    mutationFn: (file: StoredFile) => captureAgain(file),
    onSuccess: async ({ requestId, creditRequired, isComplete }) => {
      toasts.success({
        title: isBillingOn
          ? words.recaptured(requestId, creditRequired)
          : words.recapturedFree(requestId),
        description: isComplete ? undefined : words.recapturedWithout,
      });
      await refreshFiles(queryClient);
    },
  });
}

/** Ends a capture that waits or runs; it costs nothing. */
export function useCancelCapture() {
  const isBillingOn = useIsBillingOn();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.cancelFailed },
    mutationFn: (file: StoredFile) => callApi('cancelScreenshot', { params: { id: file.id } }),
    onSuccess: () =>
      toasts.success({
        title: words.cancelled,
        ...(isBillingOn && { description: words.cancelledText }),
      }),
    // Refused as well: then it has ended meanwhile.
    onSettled: () => refreshFiles(queryClient),
  });
}
