import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';

/** Number of captures in the strip. */
export const recentCount = 6;

/** Returns the figures of the Overview. */
export function useOverview() {
  return useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => callApi('getOverview', { signal }),
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.overview,
  });
}

/** Returns the latest captures, newest first. */
export function useRecentCaptures() {
  return useQuery({
    queryKey: [...queryKeys.screenshots, 'recent'],
    queryFn: ({ signal }) => callApi('listScreenshots', { query: { limit: recentCount }, signal }),
    select: (data) => data.screenshots,
    meta: { fallback: messages.recentFailed },
    staleTime: 0,
  });
}

/** Returns the number of captures completed in the last 30 days, or undefined while loading. */
export function useRecentlyCompleted({ isWanted }: { isWanted: boolean }): number | undefined {
  const days = useCaptureDays(undefined, { isWanted }).data;
  return days?.reduce((sum, { completed }) => sum + completed, 0);
}

/**
 * Returns the captures of the last 30 days for one project or all; the previous data remains
 * visible while new data loads.
 */
export function useCaptureDays(projectId: number | undefined, { isWanted = true } = {}) {
  return useQuery({
    queryKey: [...queryKeys.captureDays, projectId ?? null],
    queryFn: ({ signal }) =>
      callApi('listCaptureDays', {
        query: projectId === undefined ? {} : { projectId },
        signal,
      }),
    select: (data) => data.days,
    enabled: isWanted,
    meta: { fallback: messages.chart.failed },
    placeholderData: keepPreviousData,
    ...cacheTimes.overview,
  });
}

/** Hides the first steps permanently. */
export function useDismissOnboarding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('dismissOnboarding', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.overview }),
  });
}
