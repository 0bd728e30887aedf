import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { overviewMessages as words } from '../../lib/messages/overview.ts';
import { cacheTimes, queryKeys } from '../../lib/query-client.ts';

/** How many captures the strip shows. */
export const recentCount = 6;

/** The figures of the Overview. */
export function useOverview() {
  return useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => callApi('getOverview', { signal }),
    meta: { fallback: words.loadFailed },
    ...cacheTimes.overview,
  });
}

/** The last captures, newest first. */
export function useRecentCaptures() {
  return useQuery({
    queryKey: [...queryKeys.screenshots, 'recent'],
    queryFn: ({ signal }) => callApi('listScreenshots', { query: { limit: recentCount }, signal }),
    select: (data) => data.screenshots,
    meta: { fallback: words.recentFailed },
    staleTime: 0,
  });
}

/** Hides the first steps for good. */
export function useDismissOnboarding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('dismissOnboarding', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.overview }),
  });
}
