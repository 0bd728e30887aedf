import type { OperationData } from '@shotwright/contract';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { requestTimeoutMs } from '../../lib/api/client.ts';
import { ApiError } from '../../lib/api/error.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { loggedRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { toasts } from '../../lib/toasts.ts';
import { queryOf, type LoggedDetail } from './request-log.rules.ts';
import type { RequestFilter } from './request-view.ts';

/** Polling interval of the list. Units: ms. */
export const pollIntervalMs = 2_000;

const keyOf = (filter: RequestFilter) => [...queryKeys.requestLog, filter];

/** Returns the calls of a filter in pages. `isLive`: polled. */
export function useRequests(filter: RequestFilter, isLive: boolean) {
  return useInfiniteQuery({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam, signal }) =>
      callApi('listRequests', {
        query: { ...queryOf(filter, Date.now()), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The pages are chained by cursors, so that a poll reads all of them.
    refetchInterval: ({ state }) =>
      isLive && (state.data?.pages.length ?? 1) <= 1 && pollIntervalMs,
    refetchOnWindowFocus: isLive,
    // The page displays the error itself; the next poll may succeed.
    meta: { isSilent: () => true },
  });
}

/** Returns a function that removes the older pages of a filter's calls, which follow their cursors. */
export function useDropOlder(filter: RequestFilter) {
  const queryClient = useQueryClient();
  return () =>
    queryClient.setQueryData<InfiniteData<OperationData<'listRequests'>>>(
      keyOf(filter),
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
}

/** Returns one call with its headers and bodies. */
export function useRequestDetail(id: string) {
  return useQuery({
    queryKey: [...queryKeys.requestLog, 'detail', id],
    queryFn: ({ signal }) => callApi('getRequest', { params: { id }, signal }),
    meta: { isSilent: () => true },
  });
}

/** Sends a call again with its key and without the session, as a program would. */
export function useReplay() {
  return useMutation({
    meta: { fallback: messages.replayFailed },
    mutationFn: async ({ detail, key }: { detail: LoggedDetail; key: string }) => {
      const { request, requestBody } = detail;
      const response = await fetch(request.path, {
        method: request.method,
        credentials: 'omit',
        headers: {
          'x-api-key': key,
          ...(requestBody !== null && { 'content-type': 'application/json' }),
        },
        ...(requestBody !== null && { body: requestBody.text }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (response.ok) return response.status;
      const data: unknown = await response.json().catch(() => undefined);
      // A 401 here means a rejected key, not an expired session.
      const statusCode = response.status === 401 ? 400 : response.status;
      throw new ApiError({ statusCode, data, transportMessage: messages.replayFailed });
    },
    onSuccess: (status) => toasts.success({ title: messages.replayed(status) }),
  });
}
