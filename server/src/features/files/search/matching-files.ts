import type { Database } from '../../../db/transaction.ts';
import type { FileSearch } from './file-search.queries.ts';
import { findFiles } from './file-search.store.ts';
import { readFilter, type FileFilter } from './list-page.service.ts';

/** Returns the search without the file `before` and those that are newer. */
export function olderThan(search: FileSearch, before: string): FileSearch {
  const isLater = search.before !== undefined && search.before < before;
  return isLater ? search : { ...search, before };
}

/**
 * Yields the ids of all files that match a filter and are older than `before`, newest first, in batches.
 * Files that are deleted meanwhile do not end it.
 */
export async function* matchingFiles(
  db: Database,
  filter: FileFilter,
  { before, batchSize }: { readonly before: string; readonly batchSize: number },
): AsyncGenerator<readonly string[]> {
  let oldest = before;
  for (;;) {
    const { ids, hasMore } = await findFiles(db, olderThan(await readFilter(db, filter), oldest));
    for (let from = 0; from < ids.length; from += batchSize)
      yield ids.slice(from, from + batchSize);
    if (!hasMore) return;
    oldest = ids.at(-1) ?? oldest;
  }
}
