import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import type { OperationData } from '@shotwright/contract';
import { queryKeys } from '../../lib/api/query-client.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Fields of a file that the palette needs. */
export interface FoundFile {
  readonly id: string;
  readonly url?: string | undefined;
}

/** Number of the newest captures loaded in advance, and maximum number of search results. */
const atHand = 100;
const searched = 8;
/**
 * Minimum query length for a server search, and idle time after typing before it. Units of
 * `debounceMs`: ms.
 */
const minSearch = 3;
const debounceMs = 200;
const wholeId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns files for the query: from the File Manager's list if loaded, else from the newest
 * captures, plus the server's matches by URL or ID.
 */
export function useFoundFiles(query: string): FoundFile[] {
  const queryClient = useQueryClient();
  const text = useDebounced(query.trim(), debounceMs);
  const listed = queryClient.getQueryData<OperationData<'listFiles'>>(queryKeys.files)?.screenshots;
  const newest = useQuery({
    queryKey: [...queryKeys.screenshots, 'newest'],
    queryFn: ({ signal }) => callApi('listScreenshots', { query: { limit: atHand }, signal }),
    enabled: listed === undefined,
    staleTime: 30_000,
    meta: quiet,
  });
  const found = useQuery({
    queryKey: [...queryKeys.screenshots, 'search', text],
    queryFn: ({ signal }) => searchFiles(text, signal),
    enabled: listed === undefined && text.length >= minSearch,
    staleTime: 30_000,
    meta: quiet,
  });
  const files = [...(listed ?? newest.data?.screenshots ?? []), ...(found.data ?? [])];
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

/** The palette works without these lists: pages, actions and the other lists remain. */
const quiet = { isSilent: () => true };

async function searchFiles(text: string, signal: AbortSignal): Promise<readonly FoundFile[]> {
  if (wholeId.test(text)) return [await callApi('getScreenshot', { params: { id: text }, signal })];
  const query = { url: text, limit: searched };
  return (await callApi('listScreenshots', { query, signal })).screenshots;
}
