import type { ComponentProps, ReactNode } from 'react';
import { fileFilterMessages as messages } from '../../lib/messages/captures/file-filters.ts';
import type { FileView } from './file-search-params.ts';
import { FilesTable } from './files-table.tsx';
import type { ListOrder } from './sort.rules.ts';
import { ThumbnailsContext } from './thumbnail.tsx';

type TableProps = Omit<ComponentProps<typeof FilesTable>, 'search' | 'sort' | 'onSort'>;

/** One page of files, or `noMatch` if there are none. */
export function ShownFiles({
  view,
  order,
  noMatch,
  ...table
}: TableProps & { view: FileView; order: ListOrder; noMatch: ReactNode }) {
  if (table.files?.length === 0) return noMatch;
  return (
    <>
      {order.isLimited && <output className="text-table text-muted">{messages.notSorted}</output>}
      <ThumbnailsContext value={!view.isTyping}>
        <FilesTable
          {...table}
          search={view.filter.text}
          sort={order.applied}
          onSort={view.setSort}
        />
      </ThumbnailsContext>
    </>
  );
}
