/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- changing `display` removes a table's implicit roles in some browsers */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/**
 * Table in a card with hairlines between rows; in narrow containers each row becomes a card with
 * the same facts in the same order. The roles are explicit because changing `display` removes a
 * table's implicit ones in some browsers.
 */
export function Table(props: {
  label: string;
  children: ReactNode;
  className?: string;
  /** Reduces the spacing for tables with many columns. */
  isDense?: boolean;
}) {
  return (
    <div className="@container overflow-x-auto rounded-card border border-line bg-card shadow-sheet">
      <table
        role="table"
        aria-label={props.label}
        className={cn(
          'w-full border-collapse text-table @max-xl:block',
          props.isDense === true &&
            '@xl:[&_td]:px-2.5 @xl:[&_td:first-child]:pl-5 @xl:[&_td:last-child]:pr-3 @xl:[&_th]:px-2.5 @xl:[&_th]:whitespace-normal @xl:[&_th:first-child]:pl-5 @xl:[&_th:last-child]:pr-4',
          props.className,
        )}
      >
        {props.children}
      </table>
    </div>
  );
}

/**
 * Heading row of a table; `children` are {@link HeadCell}s. Where rows are cards it is hidden; with `hasSortBar`,
 * the headings that sort remain there.
 */
export function TableHead(props: { children: ReactNode; hasSortBar?: boolean }) {
  const hasSortBar = props.hasSortBar === true;
  return (
    <thead
      role="rowgroup"
      data-sort-bar={hasSortBar ? '' : undefined}
      className={cn('group/head', hasSortBar ? '@max-xl:block' : '@max-xl:sr-only')}
    >
      <tr
        role="row"
        className={cn(
          'border-b border-line text-left',
          hasSortBar && '@max-xl:flex @max-xl:flex-wrap @max-xl:gap-x-3 @max-xl:px-4',
        )}
      >
        {props.children}
      </tr>
    </thead>
  );
}

/** Body of a table. */
export function TableBody(props: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="@max-xl:block">
      {props.children}
    </tbody>
  );
}

/** Order of a table by a column; null if it is sorted by another one. */
export interface ColumnSort {
  readonly direction: 'ascending' | 'descending' | null;
  readonly onClick: () => void;
}

/** Heading of a column; numbers are aligned to the right. With `sort`, it is a button. */
export function HeadCell(props: {
  isNumber?: boolean;
  isHidden?: boolean;
  sort?: ColumnSort;
  children: ReactNode;
}) {
  const { sort } = props;
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sort && (sort.direction ?? 'none')}
      // The name remains where the button is hidden.
      aria-label={sort && typeof props.children === 'string' ? props.children : undefined}
      className={cn(
        'h-10 px-4 text-label font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
        props.isNumber === true && 'text-right',
        sort ? '@max-xl:px-0!' : '@max-xl:sr-only',
      )}
    >
      {props.isHidden === true ? (
        <span className="sr-only">{props.children}</span>
      ) : sort ? (
        <SortButton {...sort} isNumber={props.isNumber === true}>
          {props.children}
        </SortButton>
      ) : (
        props.children
      )}
    </th>
  );
}

/** The arrow takes its space in every column, so that a click moves nothing. */
function SortButton(props: ColumnSort & { isNumber: boolean; children: ReactNode }) {
  const Arrow = props.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={props.onClick}
      className={cn(
        'group/sort inline-flex min-h-6 items-center gap-1 rounded-[2px] font-medium hover:text-ink @max-xl:invisible @max-xl:min-h-11 @max-xl:group-data-sort-bar/head:visible',
        props.isNumber && '@xl:flex-row-reverse',
        props.direction !== null && 'text-ink',
      )}
    >
      {props.children}
      <Arrow
        aria-hidden="true"
        className={cn(
          'size-3.5 shrink-0',
          props.direction === null && '@xl:opacity-0 @xl:group-hover/sort:opacity-100 text-faint',
        )}
      />
    </button>
  );
}

/** Table row; `isMarked` highlights a recent change, `isLeaving` fades a row that is being deleted. */
export function Row({
  isMarked,
  isLeaving,
  className,
  ...rest
}: ComponentProps<'tr'> & { isMarked?: boolean; isLeaving?: boolean }) {
  return (
    <tr
      role="row"
      {...rest}
      className={cn(
        'border-b border-line last:border-b-0 hover:bg-paper @max-xl:block @max-xl:px-4 @max-xl:py-3',
        isMarked === true && 'bg-cobalt-wash hover:bg-cobalt-wash',
        isLeaving !== undefined && 'transition-opacity',
        isLeaving === true && 'opacity-45',
        className,
      )}
    />
  );
}

/** Table cell; `label` names its fact in the card layout. */
export function Cell(props: {
  label: string;
  isNumber?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <td
      role="cell"
      className={cn(
        'h-11 px-4 py-2 align-middle first:pl-5 last:pr-5 @max-xl:flex @max-xl:h-auto @max-xl:min-h-8 @max-xl:w-full @max-xl:items-center @max-xl:justify-between @max-xl:gap-4 @max-xl:px-0! @max-xl:py-1 @max-xl:text-right @max-xl:[overflow-wrap:anywhere]',
        props.isNumber === true && 'figures text-right',
        props.className,
      )}
    >
      <span aria-hidden="true" className="shrink-0 text-label text-muted @xl:hidden">
        {props.label}
      </span>
      {props.children}
    </td>
  );
}
