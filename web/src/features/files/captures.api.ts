import type { OperationData, OperationRequest, StoredFile } from '@shotwright/contract';
import { secretOptionNames } from '@shotwright/contract/capture-options';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { toasts } from '../../lib/toasts.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import { refreshFiles } from './files.api.ts';

// Their values are stored masked, so a new capture cannot use them.
const secretOptions: readonly string[] = secretOptionNames;

/** Result of a repeated capture. `isComplete`: all options of the original were used. */
type Recaptured = OperationData<'retryScreenshot'> & { readonly isComplete: boolean };

/**
 * Captures a file again. The server retries a failed capture because it still has all options, or
 * returns the reason why it cannot; a successful one is captured again with the stored options.
 */
export async function captureAgain(file: StoredFile, signal?: AbortSignal): Promise<Recaptured> {
  const params = { id: file.id };
  if (file.status === 'FAILED') {
    return { ...(await callApi('retryScreenshot', { params, signal })), isComplete: true };
  }
  const { options } = await callApi('getScreenshot', { params, signal });
  const reusable = Object.entries(options).filter(([name]) => !secretOptions.includes(name));
  const body = { ...Object.fromEntries(reusable), url: file.url, project_id: file.projectId };
  const accepted = await callApi('captureUrlFromDashboard', {
    // The server stored these options, so they have its shape.
    body: unsafeCast<OperationRequest<'captureUrlFromDashboard'>['body']>(body),
    signal,
  });
  return { ...accepted, isComplete: reusable.length === Object.keys(options).length };
}

/** Captures a file again and shows the new capture's ID and price in a toast. */
export function useCaptureAgain() {
  const isBillingOn = useIsBillingOn();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.recaptureFailed },
    mutationFn: (file: StoredFile) => captureAgain(file),
    onSuccess: async ({ requestId, creditRequired, isComplete }) => {
      toasts.success({
        title: isBillingOn
          ? messages.recaptured(requestId, creditRequired)
          : messages.recapturedFree(requestId),
        description: isComplete ? undefined : messages.recapturedWithout,
      });
      await refreshFiles(queryClient);
    },
  });
}

/** Cancels a queued or running capture at no cost. */
export function useCancelCapture() {
  const isBillingOn = useIsBillingOn();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.cancelFailed },
    mutationFn: (file: StoredFile) => callApi('cancelScreenshot', { params: { id: file.id } }),
    onSuccess: () =>
      toasts.success({
        title: messages.cancelled,
        ...(isBillingOn && { description: messages.cancelledText }),
      }),
    // Also after an error, because the capture may have ended in between.
    onSettled: () => refreshFiles(queryClient),
  });
}
