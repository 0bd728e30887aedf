import { auditPaths } from '@shotwright/contract/paths';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCsvDownload } from '../../lib/api/csv-download.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { auditMessages as messages } from '../../lib/messages/security/audit.ts';
import type { AuditFilter, AuditPeriod } from './audit-view.ts';

const dayMs = 86_400_000;
const periodDays: Readonly<Record<AuditPeriod, number | undefined>> = {
  all: undefined,
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

/** Returns the query of a filter; a period ends now. */
function queryOf({ group, actor, period }: AuditFilter) {
  const days = periodDays[period];
  return {
    ...(group !== null && { group }),
    ...(actor !== '' && { actor }),
    ...(days !== undefined && { from: new Date(Date.now() - days * dayMs).toISOString() }),
  };
}

/** Returns the actions of a filter in pages, newest first. */
export function useAuditEvents(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.auditEvents, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('listAuditEvents', {
        query: { ...queryOf(filter), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The page displays the error itself.
    meta: { isSilent: () => true },
  });
}

/** Downloads the actions of a filter as CSV. */
export function useAuditCsv(filter: AuditFilter) {
  const csv = useCsvDownload({ name: messages.csvName, failed: messages.csvFailed });
  return {
    isPending: csv.isPending,
    start: () => csv.mutate({ ...auditPaths.exportAuditEvents, query: queryOf(filter) }),
  };
}
