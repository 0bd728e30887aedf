/* oxlint-disable jsx-a11y/no-redundant-roles -- changing `display` removes a table's implicit roles in some browsers */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cn } from '../lib/cn.ts';
import { headCellClasses } from './table.tsx';

/** Direction of a sorted column. */
export type SortDirection = 'ascending' | 'descending';

const icons = { ascending: ArrowUp, descending: ArrowDown } as const;

/** Heading whose button sorts the table; `direction` is null if another column sorts it. */
export function SortHead(props: {
  label: string;
  direction: SortDirection | null;
  onSort: () => void;
  isNumber?: boolean;
}) {
  const { direction } = props;
  const isNumber = props.isNumber === true;
  const Icon = direction === null ? ChevronsUpDown : icons[direction];
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={direction ?? 'none'}
      className={cn(headCellClasses, '@max-xl:px-0!', isNumber && 'text-right')}
    >
      <button
        type="button"
        onClick={props.onSort}
        className={cn(
          'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-control px-1.5 hover:bg-grey-wash hover:text-ink pointer-coarse:h-11',
          isNumber && '@xl:flex-row-reverse',
          direction !== null && 'text-ink',
        )}
      >
        {props.label}
        <Icon
          aria-hidden="true"
          className={cn('size-3.5 shrink-0', direction === null && 'text-faint')}
        />
      </button>
    </th>
  );
}
