import type { ApiKey, Screenshot } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiBase, requestTimeoutMs } from '../../lib/api/client.ts';
import { callApi } from '../../lib/api/operations.ts';
import { ApiError } from '../../lib/api/error.ts';
import { firstRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { inMode } from '../../lib/api/mode.ts';
import { useApiKeys } from './api-keys.api.ts';
import { sampleBody } from './api-keys.rules.ts';

/** Polling interval for the first request. Units: ms. */
export const pollIntervalMs = 2_000;

/** State of a key's first request. */
export interface FirstRequest {
  readonly hasArrived: boolean;
  readonly screenshot: Screenshot | undefined;
}

/**
 * Polls until a screenshot of a new key is complete. `apiKey.lastUsedAt` must be the value
 * from before the first request.
 */
export function useFirstRequest(apiKey: ApiKey, since: number): FirstRequest {
  const keys = useApiKeys(pollIntervalMs).data;
  const now = keys?.find(({ id }) => id === apiKey.id);
  const hasArrived = now !== undefined && now.lastUsedAt !== apiKey.lastUsedAt;
  const screenshots = useQuery({
    queryKey: [...queryKeys.screenshots, 'first', apiKey.id],
    queryFn: ({ signal }) =>
      callApi('listScreenshots', {
        query: { limit: 5, apiKeyId: apiKey.id, ...inMode(apiKey.livemode) },
        signal,
      }),
    select: (data) => shownOf(data.screenshots, since),
    enabled: hasArrived,
    refetchInterval: ({ state }) =>
      shownOf(state.data?.screenshots ?? [], since)?.status === 'COMPLETE' ? false : pollIntervalMs,
    // The panel continues to wait because the next poll may succeed.
    meta: { isSilent: () => true },
  });
  return { hasArrived, screenshot: screenshots.data };
}

/** Returns the first screenshot of those that did not fail, or the last one that failed. */
function shownOf(screenshots: readonly Screenshot[], since: number): Screenshot | undefined {
  const newestFirst = screenshots.filter((one) => Date.parse(one.createdAt) >= since);
  return newestFirst.findLast(({ status }) => status !== 'FAILED') ?? newestFirst[0];
}

/** Sends the sample request with the API key and without the session, as a program would. */
export function useRunSample() {
  const queryClient = useQueryClient();
  return useMutation({
    // Awaited, so that the new capture replaces a failed one before the button is enabled again.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.screenshots }),
    meta: { fallback: messages.runFailed },
    mutationFn: async (key: string) => {
      const response = await fetch(`${apiBase}/screenshots`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ url: sampleBody.url }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (response.ok) return;
      const data: unknown = await response.json().catch(() => undefined);
      // A 401 here means a rejected key, not an expired session, so it is reported as an ordinary
      // failure.
      const statusCode = response.status === 401 ? 400 : response.status;
      throw new ApiError({ statusCode, data, transportMessage: messages.runFailed });
    },
  });
}
