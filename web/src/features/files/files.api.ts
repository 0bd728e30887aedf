import type { StoredFile } from '@shotwright/contract';
import { filePaths, type FileSort } from '@shotwright/contract/paths';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { sendRequest } from '../../lib/api/client.ts';
import { useCsvDownload } from '../../lib/api/csv-download.ts';
import { inMode } from '../../lib/api/mode.ts';
import { callApi } from '../../lib/api/operations.ts';
import { fileFilterMessages } from '../../lib/messages/captures/file-filters.ts';
import { fileMessages as messages, previewMessages } from '../../lib/messages/files.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toasts } from '../../lib/toasts.ts';
import { fileList } from './files.read.ts';
import { fileNameOf, filesPerPage, isInProgress, queryOf, type FileFilter } from './files.rules.ts';
import { newestFirst } from './sort.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Polling interval for captures in progress. Units: ms. */
const pollIntervalMs = 3_000;
/** Number of the newest captures that one poll covers. */
const lookedAt = 100;

/** Returns all files, newest first; refetched whenever the page is entered. */
export function useFiles() {
  return useQuery({
    queryKey: queryKeys.files,
    queryFn: ({ signal }) => fileList.read(signal),
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.files,
  });
}

/**
 * Returns one page of the files that match, as the server finds them; for accounts with more files
 * than {@link useFiles} returns, for captures of test mode, and for tags and devices. While a page loads, the previous
 * one is returned.
 */
export function useFoundFiles({
  filter,
  page,
  sort,
  isEnabled,
}: {
  filter: FileFilter;
  page: number;
  sort: FileSort;
  isEnabled: boolean;
}) {
  const query = {
    limit: filesPerPage,
    page,
    ...queryOf(filter),
    ...(sort !== newestFirst && { sort }),
  };
  return useQuery({
    queryKey: [...queryKeys.files, 'found', query],
    queryFn: ({ signal }) => callApi('listFiles', { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.files,
  });
}

/** Downloads all files that match a filter as CSV. */
export function useFilesCsv(filter: FileFilter) {
  const csv = useCsvDownload({
    name: fileFilterMessages.csvName,
    failed: fileFilterMessages.csvFailed,
  });
  return {
    isPending: csv.isPending,
    start: () => csv.mutate({ ...filePaths.exportFiles, query: queryOf(filter) }),
  };
}

/**
 * Polls the newest captures while something is in progress and refetches the full list only when
 * one of them has changed: the list may be long, the poll is short.
 */
export function useFollowProgress(files: readonly StoredFile[] | undefined): void {
  const queryClient = useQueryClient();
  const waiting = useMemo(() => files?.filter(isInProgress) ?? [], [files]);
  const livemode = waiting[0]?.livemode ?? true;
  const look = useQuery({
    queryKey: [...queryKeys.screenshots, 'progress', livemode],
    queryFn: ({ signal }) =>
      callApi('listScreenshots', { query: { limit: lookedAt, ...inMode(livemode) }, signal }),
    select: (data) => data.screenshots,
    enabled: waiting.length > 0,
    refetchInterval: pollIntervalMs,
    staleTime: 0,
    gcTime: 0,
    // The next poll may succeed; the list itself reports when the server is unreachable.
    meta: { isSilent: () => true },
  });
  const statuses = new Map(look.data?.map(({ id, status }) => [id, status]));
  const hasMoved =
    look.data !== undefined && waiting.some(({ id, status }) => statuses.get(id) !== status);
  const { dataUpdatedAt } = look;
  const follow = useEffectEvent(() => {
    if (hasMoved) ignoreErrors(refreshFiles(queryClient));
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) follow();
  }, [dataUpdatedAt]);
}

/** Deletes files, all or none; refetches everything that counts them. */
export function useDeleteFiles() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (ids: readonly string[]) => callApi('deleteFiles', { body: { ids: [...ids] } }),
    onSuccess: async () => {
      toasts.success({ title: messages.deleted });
      await refreshFiles(queryClient);
    },
  });
}

/** Downloads a file's image under its file name. */
export function useDownloadFile() {
  return useMutation({
    meta: { fallback: messages.downloadFailed },
    mutationFn: async (url: string) => {
      const response = await sendRequest({
        method: 'POST',
        path: '/projects/files/download',
        body: { url },
      });
      saveFile({ blob: await response.blob(), name: fileNameOf(url) });
    },
    onSuccess: () => toasts.success({ title: messages.downloaded }),
  });
}

/** Returns one capture with its options and timings; if `isFollowed`, it is polled until it has ended. */
export function useScreenshot(id: string, { isFollowed = false } = {}) {
  return useQuery({
    queryKey: [...queryKeys.screenshots, 'one', id],
    queryFn: ({ signal }) => callApi('getScreenshot', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      isFollowed && state.data !== undefined && isInProgress(state.data) && pollIntervalMs,
    // The screens display this error themselves.
    meta: { isSilent: () => true },
  });
}

/** Starts the delivery of a file again and refetches its details. */
export function useRetryDelivery() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: previewMessages.delivery.retryFailed },
    mutationFn: (id: string) => callApi('retryFileDelivery', { params: { id } }),
    onSuccess: (_data, id) => {
      toasts.success({ title: previewMessages.delivery.retried });
      return queryClient.invalidateQueries({ queryKey: [...queryKeys.screenshots, 'one', id] });
    },
  });
}

/** Refetches everything that lists or counts files. */
export async function refreshFiles(queryClient: QueryClient): Promise<void> {
  const touched = [queryKeys.files, queryKeys.overview, queryKeys.projects];
  await Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
