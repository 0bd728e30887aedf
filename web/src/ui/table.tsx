/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- changing `display` removes a table's implicit roles in some browsers */
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
 * Heading row of a table; `children` are {@link HeadCell}s. Where rows are cards, only the headings that
 * sort are visible.
 */
export function TableHead(props: { children: ReactNode; isSortable?: boolean }) {
  const isSortable = props.isSortable === true;
  return (
    <thead role="rowgroup" className={isSortable ? '@max-xl:block' : '@max-xl:sr-only'}>
      <tr
        role="row"
        className={cn(
          'border-b border-line text-left',
          isSortable && '@max-xl:flex @max-xl:flex-wrap @max-xl:gap-x-3 @max-xl:px-4',
        )}
      >
        {props.children}
      </tr>
    </thead>
  );
}

/** Classes of a heading. */
export const headCellClasses =
  'h-10 px-4 text-label font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5';

/** Body of a table. */
export function TableBody(props: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="@max-xl:block">
      {props.children}
    </tbody>
  );
}

/** Heading of a column; numbers are aligned to the right. */
export function HeadCell(props: { isNumber?: boolean; isHidden?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      role="columnheader"
      className={cn(headCellClasses, '@max-xl:sr-only', props.isNumber === true && 'text-right')}
    >
      {props.isHidden === true ? <span className="sr-only">{props.children}</span> : props.children}
    </th>
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
