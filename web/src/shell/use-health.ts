import { useQuery } from '@tanstack/react-query';
import { useRuntimeConfig } from '../lib/api/runtime-config.ts';
import { unsafeCast } from '../lib/unsafe-cast.ts';

const timeoutMs = 10_000;
/** The server checks at most once a second, whoever asks. Unit: ms. */
const checkedEveryMs = 5 * 60_000;

/**
 * Returns true if every part of the server works; undefined if that is unknown, or if the status page is not
 * the server's own.
 */
export function useHealth(): boolean | undefined {
  const { statusUrl } = useRuntimeConfig();
  return (
    useQuery({
      queryKey: ['health'],
      queryFn: async ({ signal }) => {
        const response = await fetch('/status.json', {
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (!response.ok) return null;
        return unsafeCast<{ status?: string }>(await response.json()).status === 'works';
      },
      enabled: statusUrl === '/status',
      staleTime: checkedEveryMs,
      refetchInterval: checkedEveryMs,
      retry: false,
      meta: { isSilent: () => true },
    }).data ?? undefined
  );
}
