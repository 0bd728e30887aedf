import type { Batch, OperationRequest, ScreenshotStatus } from '@shotwright/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { batchMessages, newBatchMessages } from '../../lib/messages/captures/batches.ts';
import { toasts } from '../../lib/toasts.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';

/** Rows of a page of each list. */
export const pageSize = 25;

/** Polling interval of a running batch; events of captures also refresh it. Units: ms. */
const pollIntervalMs = 2_000;

const isSilent = () => true;

/** Returns one page of the batches, newest first. */
export function useBatches(page: number) {
  const query = { page, limit: pageSize };
  return useQuery({
    queryKey: [...queryKeys.batches, 'list', query],
    queryFn: ({ signal }) => callApi('listBatches', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.batches.some(isRunning) === true && pollIntervalMs,
    // The page displays the error itself.
    meta: { isSilent },
  });
}

/** Returns one batch; it is polled while it runs. */
export function useBatch(id: string) {
  return useQuery({
    queryKey: [...queryKeys.batches, 'one', id],
    queryFn: ({ signal }) => callApi('getBatch', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isRunning(state.data) && pollIntervalMs,
    meta: { isSilent },
  });
}

/** Returns one page of the captures of a batch, with a status only those. */
export function useBatchItems(
  batch: Batch,
  filter: { readonly status: ScreenshotStatus | null; readonly page: number },
) {
  const { status, page } = filter;
  const query = { page, limit: pageSize, ...(status !== null && { status }) };
  return useQuery({
    // With the status: the last captures end after the last poll of a running batch.
    queryKey: [...queryKeys.batches, 'items', batch.batchId, query, batch.status],
    queryFn: ({ signal }) =>
      callApi('listBatchItems', { params: { id: batch.batchId }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: isRunning(batch) && pollIntervalMs,
    meta: { isSilent },
  });
}

/** Body of a request for a batch. */
export type BatchRequest = OperationRequest<'createBatch'>['body'];

/** Returns what the server says about a batch, as JSON, without capturing it; null: nothing to check. */
export function useBatchCheck(request: string | null) {
  return useQuery({
    queryKey: [...queryKeys.batchCheck, request],
    queryFn: ({ signal }) => {
      // The text is our own.
      const body = unsafeCast<BatchRequest>(JSON.parse(request ?? '{}'));
      return callApi('createBatch', { body: { ...body, dry_run: true, partial: true }, signal });
    },
    enabled: request !== null,
    // Prices and limits may have changed.
    staleTime: 0,
    meta: { isSilent },
  });
}

/** Lists the pages of a website from its sitemap. */
export function useReadSitemap() {
  return useMutation({
    // The form displays the error itself.
    meta: { isSilent },
    mutationFn: (body: OperationRequest<'readSitemap'>['body']) => callApi('readSitemap', { body }),
  });
}

/**
 * Starts a batch of the valid pages of a list, of which the first are captured if credits or places in
 * the queue are missing.
 */
export function useStartBatch() {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: newBatchMessages.startFailed },
    mutationFn: (body: BatchRequest) =>
      callApi('createBatch', { body: { ...body, partial: true } }),
    onSuccess: async ({ counts: { accepted, omitted } }) => {
      toasts.success({
        title: newBatchMessages.started(accepted),
        ...(omitted > 0 && { description: newBatchMessages.omitted(omitted) }),
      });
      await refresh();
    },
  });
}

/** Captures the failed items of a batch again. */
export function useRetryBatch() {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: batchMessages.retryRejected },
    mutationFn: (id: string) => callApi('retryBatch', { params: { id } }),
    onSuccess: ({ counts }) => toasts.success({ title: batchMessages.retried(counts.accepted) }),
    onSettled: refresh,
  });
}

/** Pauses a running batch, or resumes a paused one. */
export function useChangePause(isPaused: boolean) {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: isPaused ? batchMessages.resumeFailed : batchMessages.pauseFailed },
    mutationFn: (id: string) =>
      callApi(isPaused ? 'resumeBatch' : 'pauseBatch', { params: { id } }),
    // Also after an error, because the batch may have ended in between.
    onSettled: refresh,
  });
}

/** Cancels the open captures of a batch. */
export function useCancelBatch() {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: batchMessages.cancelFailed },
    mutationFn: (id: string) => callApi('cancelBatch', { params: { id } }),
    onSuccess: () => toasts.success({ title: batchMessages.cancelled }),
    // Also after an error, because the batch may have ended in between.
    onSettled: refresh,
  });
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const changed = [queryKeys.screenshots, queryKeys.files, queryKeys.overview];
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** True until the last capture of a batch has ended. */
export function isRunning({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'RUNNING';
}
