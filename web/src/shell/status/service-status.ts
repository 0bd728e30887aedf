import type { PublicNotice, ServiceStatus } from '@shotwright/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/api/query-client.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';

const timeoutMs = 10_000;
/** The server checks at most once a second, whoever asks. Unit: ms. */
const checkedEveryMs = 5 * 60_000;

/**
 * Returns true if every part of the server works and no notice tells of a problem; undefined if that is
 * unknown, or if the status page is not the server's own.
 */
export function useHealth(): boolean | undefined {
  const status = useServiceStatus()?.status;
  return status === undefined ? undefined : status === 'works';
}

/** Returns the current notices; none while they are unknown. */
export function useNotices(): readonly PublicNotice[] {
  return useServiceStatus()?.notices ?? [];
}

/** All callers share one request. */
function useServiceStatus(): Partial<ServiceStatus> | undefined {
  const { statusUrl } = useRuntimeConfig();
  return (
    useQuery({
      queryKey: queryKeys.serviceStatus,
      queryFn: async ({ signal }) => {
        const response = await fetch('/status.json', {
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (!response.ok) return null;
        return unsafeCast<Partial<ServiceStatus>>(await response.json());
      },
      enabled: statusUrl === '/status',
      staleTime: checkedEveryMs,
      refetchInterval: checkedEveryMs,
      retry: false,
      meta: { isSilent: () => true },
    }).data ?? undefined
  );
}
