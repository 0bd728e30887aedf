import type { ApiKey, Screenshot } from '@shotwright/contract';
import { isTerminal } from '@shotwright/contract/paths';
import { useMutation, useQuery } from '@tanstack/react-query';
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
 * Polls until the first screenshot of a new key has ended. `apiKey.lastUsedAt` must be the value
 * from before the first request.
 */
export function useFirstRequest(apiKey: ApiKey, since: number): FirstRequest {
  const keys = useApiKeys(pollIntervalMs).data;
  const now = keys?.find(({ id }) => id === apiKey.id);
  const hasArrived = now !== undefined && now.lastUsedAt !== apiKey.lastUsedAt;
  const screenshots = useQuery({
    queryKey: [...queryKeys.screenshots, 'first', apiKey.id],
    queryFn: ({ signal }) =>
      callApi('listScreenshots', { query: { limit: 5, ...inMode(apiKey.livemode) }, signal }),
    select: (data) => data.screenshots.filter((one) => Date.parse(one.createdAt) >= since).at(-1),
    enabled: hasArrived,
    refetchInterval: ({ state }) =>
      state.data?.screenshots.some(
        (one) => Date.parse(one.createdAt) >= since && isTerminal(one.status),
      )
        ? false
        : pollIntervalMs,
    // The panel continues to wait because the next poll may succeed.
    meta: { isSilent: () => true },
  });
  return { hasArrived, screenshot: screenshots.data };
}

/** Sends the sample request with the API key and without the session, as a program would. */
export function useRunSample() {
  return useMutation({
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
