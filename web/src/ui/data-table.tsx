import type { ReactElement } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton, useSkeleton } from './skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from './table.tsx';

interface SkeletonProps {
  readonly columns: Readonly<Record<string, string>>;
  /** Number of rows. */
  readonly count: number;
  /** Classes of the bars by column. */
  readonly bars: Readonly<Record<string, string>>;
  /** Class of all other bars. */
  readonly bar?: string;
}

/** Table of a list: a heading per column, then the rows, or skeleton rows while `rows` is undefined. */
export function DataTable<T>(props: {
  label: string;
  columns: Readonly<Record<string, string>>;
  /** Columns that are aligned to the right. */
  numeric?: readonly string[];
  rows: readonly T[] | undefined;
  /** Returns the row of an item, with its key. */
  children: (row: T) => ReactElement;
  skeleton: Omit<SkeletonProps, 'columns'>;
  isDense?: boolean;
  /** The rows belong to the previous search or filter. */
  isStale?: boolean;
}) {
  const { columns, numeric = ['actions'] } = props;
  return (
    <Table
      label={props.label}
      isDense={props.isDense === true}
      className={cn(
        props.isStale !== undefined && 'transition-opacity',
        props.isStale === true && 'opacity-60',
      )}
    >
      <TableHead>
        {Object.entries(columns).map(([name, label]) => (
          <HeadCell key={name} isNumber={numeric.includes(name)}>
            {label}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {props.rows === undefined ? (
          <SkeletonRows columns={columns} {...props.skeleton} />
        ) : (
          props.rows.map(props.children)
        )}
      </TableBody>
    </Table>
  );
}

function SkeletonRows({ columns, count, bars, bar = 'w-16' }: SkeletonProps) {
  const isShown = useSkeleton(true);
  return Array.from({ length: count }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      {Object.entries(columns).map(([name, label]) => (
        <Cell key={name} label={label}>
          <Skeleton className={bars[name] ?? bar} />
        </Cell>
      ))}
    </Row>
  ));
}
