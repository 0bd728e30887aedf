import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { announcements } from '../../../lib/announcements.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { toasts } from '../../../lib/toasts.ts';
import { refreshFiles } from '../files.api.ts';
import { queryOf, wireFilterOf, type FileFilter } from '../files.rules.ts';
import type { Matching } from '../selection.ts';

/** Not below the key of the files, which each poll refreshes. */
const progressKey = ['matchesProgress'];
const pollIntervalMs = 2_000;

/** Counts all files that match a filter, on all pages. */
export function useCountMatches() {
  return useMutation({
    meta: { fallback: messages.countFailed },
    mutationFn: (filter: FileFilter): Promise<Matching> =>
      callApi('countMatches', { query: queryOf(filter) }),
  });
}

/** All files that match a filter, as counted. */
export interface CountedMatches {
  readonly filter: FileFilter;
  readonly matching: Matching;
}

/** Starts the deletion of all matches. */
export function useDeleteMatches() {
  const started = useStarted(messages.deletingMatches);
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: ({ filter, matching: { before } }: CountedMatches) =>
      callApi('deleteMatches', { body: { filter: wireFilterOf(filter), before } }),
    onSuccess: started,
  });
}

/** Starts the move of all matches to another project. */
export function useMoveMatches() {
  const started = useStarted(messages.movingMatches);
  return useMutation({
    meta: { fallback: messages.moveFailed },
    mutationFn: ({
      filter,
      matching: { before },
      projectId,
    }: CountedMatches & { readonly projectId: number }) =>
      callApi('moveMatches', { body: { filter: wireFilterOf(filter), before, projectId } }),
    onSuccess: started,
  });
}

function useStarted(title: (count: string) => string) {
  const queryClient = useQueryClient();
  return async (_data: unknown, { matching }: CountedMatches) => {
    toasts.success({
      title: title(formatCount(matching.total)),
      description: messages.continuesWithoutPage,
    });
    queryClient.setQueryData(progressKey, { isRunning: true });
    await queryClient.invalidateQueries({ queryKey: progressKey });
  };
}

/** True while all matches of a filter are deleted or moved; refreshes the files meanwhile. */
export function useMatchesProgress({ isEnabled }: { isEnabled: boolean }): boolean {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: progressKey,
    queryFn: ({ signal }) => callApi('readMatchesProgress', { signal }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => state.data?.isRunning === true && pollIntervalMs,
    staleTime: 0,
    // The next poll may succeed; the list itself reports when the server is unreachable.
    meta: { isSilent: () => true },
  });
  const isRunning = data?.isRunning === true;
  const wasRunning = useRef(false);
  const follow = useEffectEvent(() => {
    // The last refresh follows the end.
    if (isRunning || wasRunning.current) ignoreErrors(refreshFiles(queryClient));
    if (wasRunning.current && !isRunning)
      announcements.announce(commonMessages.subjects.files, messages.changedMatches);
    wasRunning.current = isRunning;
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) follow();
  }, [dataUpdatedAt]);
  return isRunning;
}
