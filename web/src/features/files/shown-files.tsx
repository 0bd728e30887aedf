import type { ReactNode } from 'react';
import { fileFilterMessages as messages } from '../../lib/messages/captures/file-filters.ts';
import type { FileView } from './file-search-params.ts';
import { FilesTable, type FilesTableProps } from './files-table.tsx';
import { FilesGrid } from './grid/files-grid.tsx';
import type { FilesLayout } from './grid/files-layout.ts';
import type { ListOrder } from './sort.rules.ts';
import { ThumbnailsContext } from './thumbnail.tsx';

/** One page of files as a list or a grid, or `noMatch` if there are none. */
export function ShownFiles({
  view,
  order,
  layout,
  noMatch,
  ...shown
}: Omit<FilesTableProps, 'search' | 'sort' | 'onSort'> & {
  view: FileView;
  order: ListOrder;
  layout: FilesLayout;
  noMatch: ReactNode;
}) {
  if (shown.files?.length === 0) return noMatch;
  const Files = layout === 'grid' ? FilesGrid : FilesTable;
  return (
    <>
      {order.isLimited && <output className="text-table text-muted">{messages.notSorted}</output>}
      <ThumbnailsContext value={!view.isTyping}>
        <Files {...shown} search={view.filter.text} sort={order.applied} onSort={view.setSort} />
      </ThumbnailsContext>
    </>
  );
}
