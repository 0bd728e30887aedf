import { usagePaths } from '@shotwright/contract/paths';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCsvDownload } from '../../../lib/api/csv-download.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';

/** Returns credits and storage of the current cycle. */
export function useUsage() {
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => callApi('getUsage', { signal }),
    meta: { fallback: messages.loadFailed },
    staleTime: 0,
  });
}

/** Returns the ledger page by page, newest first. */
export function useLedger() {
  return useInfiniteQuery({
    queryKey: queryKeys.ledger,
    queryFn: ({ pageParam, signal }) =>
      callApi('listCreditLedger', {
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextBefore,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    meta: { fallback: messages.ledgerFailed },
    staleTime: 0,
  });
}

/** Downloads the full ledger as CSV. */
export function useLedgerCsv() {
  const csv = useCsvDownload({ name: messages.csvName, failed: messages.csvFailed });
  return { isPending: csv.isPending, start: () => csv.mutate(usagePaths.exportCreditLedger) };
}
