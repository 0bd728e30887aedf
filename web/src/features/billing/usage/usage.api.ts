import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../../lib/api/operations.ts';
import { download } from '../../../lib/api/download.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { saveFile } from '../../../lib/save-file.ts';

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

/** Downloads the full ledger as CSV; aborted when the page unmounts. */
export function useLedgerCsv() {
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  return useMutation({
    meta: {
      fallback: messages.csvFailed,
      isSilent: () => stopper.current?.signal.aborted === true,
    },
    mutationFn: async () => {
      stopper.current = new AbortController();
      const call = { method: 'GET', path: '/credits/ledger.csv' };
      const { signal } = stopper.current;
      saveFile({
        blob: await download(call, { onBytes: () => {}, signal }),
        name: messages.csvName,
      });
    },
  });
}
