import type { StoredFile } from '@shotwright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { download } from '../../lib/download.ts';
import { formatSize } from '../../lib/format.ts';
import { fileMessages as words } from '../../lib/messages/files.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toasts } from '../../lib/toasts.ts';
import { captureAgain } from './captures.api.ts';
import { refreshFiles } from './files.api.ts';

/** Moves files to another project, all or none. */
export function useMoveFiles() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.moveFailed },
    mutationFn: (input: { ids: readonly string[]; projectId: number }) =>
      callApi('moveFiles', { body: { ids: [...input.ids], projectId: input.projectId } }),
    onSuccess: async () => {
      toasts.success({ title: words.moved });
      await refreshFiles(queryClient);
    },
  });
}

/** Downloads the images of files as one zip archive. `bytes`: number of bytes received. */
export function useZipFiles() {
  const [bytes, setBytes] = useState(0);
  const stopper = useStopper();
  const zip = useMutation({
    meta: { fallback: words.zipFailed, isSilent: stopper.isStopped },
    mutationFn: async (ids: readonly string[]) => {
      setBytes(0);
      const call = { method: 'POST', path: '/projects/files/zip', body: { ids } };
      const blob = await download(call, { onBytes: setBytes, signal: stopper.start() });
      saveFile({ blob, name: words.zipName });
      return blob.size;
    },
    onSuccess: (size) => toasts.success({ title: words.zipped, description: formatSize(size) }),
  });
  return { start: zip.mutate, isPending: zip.isPending, bytes, stop: stopper.stop };
}

/** Captures files again, one after the other. `done`: captures requested so far, of `total`. */
export function useRecaptureFiles() {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const stopper = useStopper();
  const recapture = useMutation({
    meta: { fallback: words.recaptureFailed },
    mutationFn: async (files: readonly StoredFile[]) => {
      setDone(0);
      const signal = stopper.start();
      const outcome = await captureEach(files, { onDone: setDone, signal });
      tellOutcome(outcome);
      if (outcome.end !== undefined) throw outcome.end;
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

interface Outcome {
  accepted: number;
  readonly refusals: unknown[];
  /** Error that stopped the remaining requests. */
  end?: unknown;
}

async function captureEach(
  files: readonly StoredFile[],
  watch: { onDone: (count: number) => void; signal: AbortSignal },
): Promise<Outcome> {
  const outcome: Outcome = { accepted: 0, refusals: [] };
  for (const [index, file] of files.entries()) {
    // Sequential, so that the organisation's queue and credits are checked for each capture.
    if (watch.signal.aborted) break;
    try {
      await captureAgain(file);
      outcome.accepted += 1;
    } catch (error) {
      if (!isOfOneFile(error)) return { ...outcome, end: error };
      outcome.refusals.push(error);
    }
    watch.onDone(index + 1);
  }
  return outcome;
}

/** True if the error concerns one capture only, so that the next one may be accepted. */
function isOfOneFile(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 410, 422].includes(error.statusCode);
}

function tellOutcome({ accepted, refusals }: Outcome): void {
  if (accepted > 0) toasts.success({ title: words.recapturedMany(accepted) });
  if (refusals.length === 0) return;
  const reason = errorMessage(refusals[0], words.recaptureFailed);
  toasts.error({ title: 'Error', description: words.recaptureRefused(refusals.length, reason) });
}

function useStopper() {
  const running = useRef<AbortController | null>(null);
  return {
    start: (): AbortSignal => (running.current = new AbortController()).signal,
    stop: () => running.current?.abort(),
    isStopped: () => running.current?.signal.aborted === true,
  };
}
