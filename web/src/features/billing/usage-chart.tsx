import type { Usage } from '@shotwright/contract';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { usageMessages as words } from '../../lib/messages/usage.ts';
import { Button } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { axisTop, daysOfCycle, type UsageDay } from './usage.rules.ts';

/** Credits per day of the cycle: one series in ink, with a table as the alternative. */
export function UsageChart({ usage }: { usage: Usage }) {
  const [isTable, setTable] = useState(false);
  const days = daysOfCycle(usage);
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <section aria-labelledby="per-day" className="grid gap-3">
      <SectionHeading id="per-day" title={words.perDay}>
        <Button variant="outline" size="sm" onClick={() => setTable(!isTable)}>
          <Icon aria-hidden="true" />
          {isTable ? words.asChart : words.asTable}
        </Button>
      </SectionHeading>
      {isTable ? <DaysTable days={days} /> : <Chart days={days} />}
    </section>
  );
}

function Chart({ days }: { days: readonly UsageDay[] }) {
  const [pointedAt, setPointed] = useState<string | null>(null);
  const pointed = days.find((day) => day.date === pointedAt && day.credits !== null);
  const most = days.reduce((best, day) => ((day.credits ?? 0) > (best.credits ?? 0) ? day : best));
  const top = axisTop(most.credits ?? 0);
  const total = sum(days);
  const summary = total.credits === 0 ? words.chartEmpty : summaryOf(days, most);
  return (
    <Card className="grid gap-4 p-5">
      <Readout total={total} pointed={pointed} />
      <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
        <div
          aria-hidden="true"
          className="figures flex h-44 flex-col justify-between text-right text-label text-muted [&>*]:-my-2"
        >
          <span>{formatCount(top)}</span>
          <span>{formatCount(top / 2)}</span>
          <span>0</span>
        </div>
        <figure className="relative h-44">
          <figcaption className="sr-only">{summary}</figcaption>
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
                isPointed={pointed === day}
                onPoint={() => setPointed(day.date)}
              />
            ))}
          </div>
        </figure>
        <Ticks days={days} />
      </div>
    </Card>
  );
}

/** The day under the pointer, else the whole cycle. */
function Readout(props: {
  total: { credits: number; captures: number };
  pointed: UsageDay | undefined;
}) {
  const { total, pointed } = props;
  const shown = pointed ?? total;
  return (
    <p className="figures text-table text-muted">
      {pointed && <span className="font-medium text-ink">{formatDate(pointed.date)} · </span>}
      {total.credits === 0
        ? words.chartEmpty
        : words.amounts(formatCount(shown.credits ?? 0), formatCount(shown.captures))}
    </p>
  );
}

function Bar(props: { day: UsageDay; top: number; isPointed: boolean; onPoint: () => void }) {
  const credits = props.day.credits ?? 0;
  return (
    <span
      onPointerEnter={props.onPoint}
      className={cn(
        'flex min-w-0 flex-1 items-end px-px sm:px-0.5',
        props.isPointed && 'bg-grey-wash',
      )}
    >
      <span
        className={cn('block w-full rounded-t-[2px]', props.isPointed ? 'bg-cobalt' : 'bg-ink')}
        style={{
          height: credits === 0 ? '0' : `max(2px, ${String((credits / props.top) * 100)}%)`,
        }}
      />
    </span>
  );
}

/** Every seventh day by its name. */
function Ticks({ days }: { days: readonly UsageDay[] }) {
  return (
    <div aria-hidden="true" className="figures col-start-2 flex h-4 text-label text-muted">
      {days.map((day, index) => (
        <span key={day.date} className="relative flex-1">
          {index % 7 === 0 && index < days.length - 2 && (
            <span className="absolute left-0 whitespace-nowrap">{shortDate(day.date)}</span>
          )}
        </span>
      ))}
    </div>
  );
}

function DaysTable({ days }: { days: readonly UsageDay[] }) {
  return (
    <Table label={words.perDay}>
      <TableHead>
        <HeadCell>{words.day}</HeadCell>
        <HeadCell isNumber>{words.captures}</HeadCell>
        <HeadCell isNumber>{words.credits}</HeadCell>
      </TableHead>
      <TableBody>
        {days
          .filter((day) => day.credits !== null)
          .toReversed()
          .map((day) => (
            <Row key={day.date}>
              <Cell label={words.day} className="figures">
                {formatDate(day.date)}
              </Cell>
              <Cell label={words.captures} isNumber>
                {formatCount(day.captures)}
              </Cell>
              <Cell label={words.credits} isNumber>
                {formatCount(day.credits ?? 0)}
              </Cell>
            </Row>
          ))}
      </TableBody>
    </Table>
  );
}

function summaryOf(days: readonly UsageDay[], most: UsageDay): string {
  return words.chartSummary({
    total: formatCount(sum(days).credits),
    days: days.filter((day) => day.credits !== null).length,
    most: formatCount(most.credits ?? 0),
    day: formatDate(most.date),
  });
}

function sum(days: readonly UsageDay[]): { credits: number; captures: number } {
  return {
    credits: days.reduce((total, day) => total + (day.credits ?? 0), 0),
    captures: days.reduce((total, day) => total + day.captures, 0),
  };
}

function shortDate(date: string): string {
  return formatDate(date).replace(/, \d+$/, '');
}
