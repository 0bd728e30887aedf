import { useState, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { formatCount, formatDate } from '../lib/format/format.ts';
import { Card } from './card.tsx';

/**
 * One day: the parts of its bar from the bottom up, and the point of the line. `isToCome`: a day in
 * the future.
 */
export interface ChartDay {
  readonly date: string;
  readonly parts: readonly number[];
  readonly line?: number;
  readonly isToCome?: boolean;
}

/**
 * Stacked bar chart per day with a line on the same axis. A text summary is its alternative;
 * provide a table too.
 */
export function DayChart(props: {
  days: readonly ChartDay[];
  /** Classes with the colours of the parts. */
  seriesColors: readonly string[];
  /** Text alternative of the chart in one sentence. */
  summary: string;
  /** Text above the chart: for the day under the pointer, or the totals. */
  readout: (pointed: ChartDay | undefined) => ReactNode;
  /** Legend of the colours, if there is more than one. */
  legend?: ReactNode;
}) {
  const { days, seriesColors } = props;
  const [pointedAt, setPointed] = useState<string | null>(null);
  const pointed = days.find((day) => day.date === pointedAt && day.isToCome !== true);
  const top = niceMax(Math.max(0, ...days.map((day) => Math.max(heightOf(day), day.line ?? 0))));
  return (
    <Card className="grid gap-4 p-5">
      <div className="figures flex flex-wrap justify-between gap-x-6 gap-y-1 text-table text-muted">
        <p>
          {pointed && <span className="font-medium text-ink">{formatDate(pointed.date)} · </span>}
          {props.readout(pointed)}
        </p>
        {props.legend}
      </div>
      <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
        <Axis top={top} />
        <figure className="relative h-44">
          <figcaption className="sr-only">{props.summary}</figcaption>
          <span className="absolute inset-x-0 top-0 border-t border-line" />
          <span className="absolute inset-x-0 top-1/2 border-t border-line" />
          <span className="absolute inset-x-0 bottom-0 border-t border-control" />
          <div
            className="absolute inset-0 flex items-stretch"
            aria-hidden="true"
            onPointerLeave={() => setPointed(null)}
          >
            {days.map((day) => (
              <Bar
                key={day.date}
                day={day}
                top={top}
                seriesColors={seriesColors}
                isPointed={pointed === day}
                onPoint={() => setPointed(day.date)}
              />
            ))}
          </div>
          <Line days={days} top={top} />
        </figure>
        <Ticks days={days} />
      </div>
    </Card>
  );
}

function Axis({ top }: { top: number }) {
  return (
    <div
      aria-hidden="true"
      className="figures flex h-44 flex-col justify-between text-right text-label text-muted [&>*]:-my-2"
    >
      {[top, top / 2, 0].map((mark) => (
        <span key={mark}>{formatCount(mark)}</span>
      ))}
    </div>
  );
}

function Bar(props: {
  day: ChartDay;
  top: number;
  seriesColors: readonly string[];
  isPointed: boolean;
  onPoint: () => void;
}) {
  return (
    <span
      onPointerEnter={props.onPoint}
      className={cn(
        'flex min-w-0 flex-1 flex-col-reverse px-px sm:px-0.5',
        props.isPointed && 'bg-grey-wash',
      )}
    >
      {props.day.parts.map((part, index) => (
        <span
          key={props.seriesColors[index]}
          className={cn(
            'block w-full shrink-0 last:rounded-t-[2px]',
            part > 0 && 'min-h-0.5',
            props.seriesColors[index],
            props.isPointed && index === 0 && 'bg-cobalt',
          )}
          style={{ height: `${String((part / props.top) * 100)}%` }}
        />
      ))}
    </span>
  );
}

/** Line through the middle of the days. */
function Line({ days, top }: { days: readonly ChartDay[]; top: number }) {
  const points = days.flatMap(({ line }, index) =>
    line === undefined ? [] : [`${String(index + 0.5)},${String(100 - (line / top) * 100)}`],
  );
  if (points.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${String(days.length)} 100`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-cobalt"
      />
    </svg>
  );
}

/** Labels of every seventh day. */
function Ticks({ days }: { days: readonly ChartDay[] }) {
  return (
    <div aria-hidden="true" className="figures col-start-2 flex h-4 text-label text-muted">
      {days.map((day, index) => (
        <span key={day.date} className="relative flex-1">
          {index % 7 === 0 && index < days.length - 2 && (
            <span className="absolute left-0 whitespace-nowrap">
              {formatDate(day.date).replace(/, \d+$/, '')}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

function heightOf(day: ChartDay): number {
  return day.parts.reduce((total, part) => total + part, 0);
}

/** Returns the top of a count axis: the next round number of at least `most` that can be halved. */
export function niceMax(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  return tops.find((top) => top >= most && top % 2 === 0) ?? 10 * power;
}
