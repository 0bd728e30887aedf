import type { StoredFile } from '@shotwright/contract';
import { fileSorts, type FileSort } from '@shotwright/contract/paths';

/** Order of the list unless another one is requested. */
export const newestFirst: FileSort = '-created';

/** Column by which files are sorted. */
export type SortColumn = 'created' | 'source' | 'size';

/** Order of the listed files. */
export interface ListOrder {
  readonly applied: FileSort;
  /** True if the requested order is another one, by which the server cannot sort so many files. */
  readonly isLimited: boolean;
}

/** Parses an order; an invalid one is newest first. */
export function readSort(text: string | null): FileSort {
  return fileSorts.find((sort) => sort === text) ?? newestFirst;
}

/** Returns the column of an order and its direction. */
export function columnOf(sort: FileSort) {
  const isDescending = sort.startsWith('-');
  const column = fileColumns.find((name) => sort.endsWith(name)) ?? 'created';
  return { column, direction: isDescending ? 'descending' : 'ascending' } as const;
}

const fileColumns: readonly SortColumn[] = ['created', 'source', 'size'];

/** Returns the order after a click on a column: times and sizes begin with the largest value. */
export function sortAfterClick(sort: FileSort, column: SortColumn): FileSort {
  const reversed = { created: '-created', source: '-source', size: '-size' } as const;
  const first = column === 'source' ? column : reversed[column];
  const second = column === 'source' ? reversed[column] : column;
  return sort === first ? second : first;
}

/** Returns files, which are newest first, in another order; the server sorts in the same way. */
export function sortFiles(files: readonly StoredFile[], sort: FileSort): readonly StoredFile[] {
  if (sort === newestFirst) return files;
  if (sort === 'created') return files.toReversed();
  const { column, direction } = columnOf(sort);
  const sign = direction === 'descending' ? -1 : 1;
  if (column === 'size') return sortBySize(files, sign);
  return files
    .map((file) => ({ file, text: sourceKey(file) }))
    .toSorted((a, b) => (a.text < b.text ? -sign : a.text > b.text ? sign : 0))
    .map(({ file }) => file);
}

/** A file without a size comes last in both directions. */
function sortBySize(files: readonly StoredFile[], sign: 1 | -1): readonly StoredFile[] {
  const keyOf = ({ screenshotImageSize: size }: StoredFile) => size ?? sign * Infinity;
  return files.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -sign : keyOf(a) > keyOf(b) ? sign : 0));
}

/** Text by which a source is sorted: it begins with the host. */
function sourceKey({ url = 'html' }: StoredFile): string {
  return url.replace(/^https?:\/\//, '').toLowerCase();
}
