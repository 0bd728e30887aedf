import type { Usage } from '@shotwright/contract';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../lib/format/format.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionHeading } from '../../../ui/card.tsx';
import { DayChart } from '../../../ui/day-chart.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/table.tsx';
import { daysOfCycle, type UsageDay } from './usage.rules.ts';

/** Credits per day of the cycle: one series, with a table as the alternative. */
export function UsageChart({ usage }: { usage: Usage }) {
  const [isTable, setTable] = useState(false);
  const days = daysOfCycle(usage);
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <section aria-labelledby="per-day" className="grid gap-3">
      <SectionHeading id="per-day" title={messages.perDay}>
        <Button variant="outline" size="sm" onClick={() => setTable(!isTable)}>
          <Icon aria-hidden="true" />
          {isTable ? messages.asChart : messages.asTable}
        </Button>
      </SectionHeading>
      {isTable ? <DaysTable days={days} /> : <Chart days={days} />}
    </section>
  );
}

function Chart({ days }: { days: readonly UsageDay[] }) {
  const total = sum(days);
  return (
    <DayChart
      days={days.map(({ date, credits }) => ({
        date,
        parts: [credits ?? 0],
        isToCome: credits === null,
      }))}
      seriesColors={['bg-ink']}
      summary={total.credits === 0 ? messages.chartEmpty : summaryOf(days)}
      readout={(pointed) => {
        if (total.credits === 0) return messages.chartEmpty;
        const shown = days.find((day) => day.date === pointed?.date) ?? total;
        return messages.amounts(formatCount(shown.credits ?? 0), formatCount(shown.captures));
      }}
    />
  );
}

function DaysTable({ days }: { days: readonly UsageDay[] }) {
  return (
    <Table label={messages.perDay}>
      <TableHead>
        <HeadCell>{messages.day}</HeadCell>
        <HeadCell isNumber>{messages.captures}</HeadCell>
        <HeadCell isNumber>{messages.credits}</HeadCell>
      </TableHead>
      <TableBody>
        {days
          .filter((day) => day.credits !== null)
          .toReversed()
          .map((day) => (
            <Row key={day.date}>
              <Cell label={messages.day} className="figures">
                {formatDate(day.date)}
              </Cell>
              <Cell label={messages.captures} isNumber>
                {formatCount(day.captures)}
              </Cell>
              <Cell label={messages.credits} isNumber>
                {formatCount(day.credits ?? 0)}
              </Cell>
            </Row>
          ))}
      </TableBody>
    </Table>
  );
}

function summaryOf(days: readonly UsageDay[]): string {
  const most = days.reduce((best, day) => ((day.credits ?? 0) > (best.credits ?? 0) ? day : best));
  return messages.chartSummary({
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
