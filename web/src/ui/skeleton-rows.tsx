import { cn } from '../lib/cn.ts';
import { Skeleton, useSkeleton } from './skeleton.tsx';
import { Cell, Row } from './table.tsx';

/** Skeleton of a table's rows: one bar per column, with the column's class or `bar`. */
export function SkeletonRows(props: {
  columns: Readonly<Record<string, string>>;
  count: number;
  bars: Readonly<Record<string, string>>;
  bar?: string;
}) {
  const isShown = useSkeleton(true);
  return Array.from({ length: props.count }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      {Object.entries(props.columns).map(([name, label]) => (
        <Cell key={name} label={label}>
          <Skeleton className={props.bars[name] ?? props.bar ?? 'w-16'} />
        </Cell>
      ))}
    </Row>
  ));
}
