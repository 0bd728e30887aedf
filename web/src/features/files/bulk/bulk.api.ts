import type { StoredFile } from '@shotwright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/operations.ts';
import { ApiError, errorMessage } from '../../../lib/api/error.ts';
import { useStopper, useZipDownload } from '../../../lib/api/zip-download.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { toasts } from '../../../lib/toasts.ts';
import { captureAgain } from '../captures.api.ts';
import { refreshFiles } from '../files.api.ts';

/** Moves files to another project, all or none. */
export function useMoveFiles() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.moveFailed },
    mutationFn: (input: { ids: readonly string[]; projectId: number }) =>
      callApi('moveFiles', { body: { ids: [...input.ids], projectId: input.projectId } }),
    onSuccess: async () => {
      toasts.success({ title: messages.moved });
      await refreshFiles(queryClient);
    },
  });
}

/** Downloads the images of files as one zip archive. `bytes`: number of bytes received. */
export function useZipFiles() {
  const { zipName: name, zipped: done, zipFailed: failed } = messages;
  const zip = useZipDownload({ name, done, failed });
  return {
    ...zip,
    start: (ids: readonly string[]) =>
      zip.start({ method: 'POST', path: '/projects/files/zip', body: { ids } }),
  };
}

/** Captures files again, one after the other. `done`: captures requested so far, of `total`. */
export function useRecaptureFiles() {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const stopper = useStopper();
  const recapture = useMutation({
    meta: { fallback: messages.recaptureFailed },
    mutationFn: async (files: readonly StoredFile[]) => {
      setDone(0);
      const signal = stopper.start();
      const result = await captureEach(files, { onDone: setDone, signal });
      showResult(result);
      if (result.end !== undefined) throw result.end;
    },
    onSettled: () => refreshFiles(queryClient),
  });
  return {
    start: recapture.mutate,
    isPending: recapture.isPending,
    done,
    total: recapture.variables?.length ?? 0,
    stop: stopper.stop,
  };
}

interface RecaptureResult {
  accepted: number;
  readonly errors: unknown[];
  /** Error that stopped the remaining requests. */
  end?: unknown;
}

async function captureEach(
  files: readonly StoredFile[],
  options: { onDone: (count: number) => void; signal: AbortSignal },
): Promise<RecaptureResult> {
  const result: RecaptureResult = { accepted: 0, errors: [] };
  for (const [index, file] of files.entries()) {
    // Sequential, so that the organisation's queue and credits are checked for each capture.
    if (options.signal.aborted) break;
    try {
      await captureAgain(file);
      result.accepted += 1;
    } catch (error) {
      if (!isOfOneFile(error)) return { ...result, end: error };
      result.errors.push(error);
    }
    options.onDone(index + 1);
  }
  return result;
}

/** True if the error concerns one capture only, so that the next one may be accepted. */
function isOfOneFile(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 410, 422].includes(error.statusCode);
}

function showResult({ accepted, errors }: RecaptureResult): void {
  if (accepted > 0) toasts.success({ title: messages.recapturedMany(accepted) });
  if (errors.length === 0) return;
  const reason = errorMessage(errors[0], messages.recaptureFailed);
  toasts.error({ title: 'Error', description: messages.recaptureRejected(errors.length, reason) });
}
