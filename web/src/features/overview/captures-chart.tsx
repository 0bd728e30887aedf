import type { CaptureDay } from '@shotwright/contract';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHeading } from '../../ui/card.tsx';
import { DayChart } from '../../ui/day-chart.tsx';
import { Select } from '../../ui/select.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { useCaptureDays } from './overview.api.ts';

const words = overviewMessages.chart;
const everyProject = 'all';

/** Captures per day, completed and failed, with their credits; nothing before there is something to show. Source: acceptance OV-14. */
export function CapturesChart(props: {
  projects: readonly { readonly id: number; readonly name: string }[];
}) {
  const [search, setSearch] = useSearchParams();
  const project = props.projects.find(({ id }) => String(id) === search.get('chart'));
  const [isTable, setTable] = useState(false);
  const days = useCaptureDays(project?.id).data;
  if (days === undefined || days.length === 0) return null;
  if (project === undefined && days.every((day) => day.completed + day.failed === 0)) return null;
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <section aria-labelledby="captures-per-day" className="grid gap-3">
      <SectionHeading id="captures-per-day" title={words.title}>
        <div className="flex flex-wrap gap-2">
          <ProjectChoice
            projects={props.projects}
            value={project?.id}
            onChoose={(id) => setSearch(id === undefined ? {} : { chart: id }, { replace: true })}
          />
          <Button variant="outline" size="sm" onClick={() => setTable(!isTable)}>
            <Icon aria-hidden="true" />
            {isTable ? words.asChart : words.asTable}
          </Button>
          <Button variant="outline" size="sm" onClick={() => saveCsv(days)}>
            <Download aria-hidden="true" />
            {words.csv}
          </Button>
        </div>
      </SectionHeading>
      {isTable ? <DaysTable days={days} /> : <Chart days={days} />}
    </section>
  );
}

function ProjectChoice(props: {
  projects: readonly { readonly id: number; readonly name: string }[];
  value: number | undefined;
  onChoose: (id: string | undefined) => void;
}) {
  return (
    <Select
      aria-label={words.project}
      className="h-8 w-44 text-table pointer-coarse:h-11"
      options={[
        { value: everyProject, label: words.allProjects },
        ...props.projects.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={props.value === undefined ? everyProject : String(props.value)}
      onValueChange={(value) => props.onChoose(value === everyProject ? undefined : value)}
    />
  );
}

function Chart({ days }: { days: readonly CaptureDay[] }) {
  const total = amounts(sum(days));
  return (
    <DayChart
      days={days.map(({ date, completed, failed, credits }) => ({
        date,
        parts: [completed, failed],
        line: credits,
      }))}
      tones={['bg-ink', 'bg-red/60']}
      summary={words.summary(total)}
      readout={(pointed) => {
        const day = days.find(({ date }) => date === pointed?.date);
        return day === undefined ? total : amounts(day);
      }}
      legend={<Legend />}
    />
  );
}

function Legend() {
  const keys = [
    ['size-2.5 rounded-[2px] bg-ink', words.completed],
    ['size-2.5 rounded-[2px] bg-red/60', words.failedCaptures],
    ['h-0.5 w-4 bg-cobalt', words.credits],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {keys.map(([look, name]) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('inline-block', look)} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function DaysTable({ days }: { days: readonly CaptureDay[] }) {
  const columns = [
    [words.completed, 'completed'],
    [words.failedCaptures, 'failed'],
    [words.credits, 'credits'],
  ] as const;
  return (
    <Table label={words.title}>
      <TableHead>
        <HeadCell>{words.day}</HeadCell>
        {columns.map(([name]) => (
          <HeadCell key={name} isNumber>
            {name}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {days.toReversed().map((day) => (
          <Row key={day.date}>
            <Cell label={words.day} className="figures">
              {formatDate(day.date)}
            </Cell>
            {columns.map(([name, key]) => (
              <Cell key={name} label={name} isNumber>
                {formatCount(day[key])}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

type Amounts = Pick<CaptureDay, 'completed' | 'failed' | 'credits'>;

function amounts({ completed, failed, credits }: Amounts): string {
  return words.amounts(formatCount(completed), formatCount(failed), formatCount(credits));
}

function sum(days: readonly CaptureDay[]): Amounts {
  const total = { completed: 0, failed: 0, credits: 0 };
  for (const day of days) {
    total.completed += day.completed;
    total.failed += day.failed;
    total.credits += day.credits;
  }
  return total;
}

function saveCsv(days: readonly CaptureDay[]): void {
  const lines = days.map((day) => [day.date, day.completed, day.failed, day.credits].join(','));
  const text = `${['date,completed,failed,credits', ...lines].join('\r\n')}\r\n`;
  saveFile({ blob: new Blob([text], { type: 'text/csv' }), name: words.csvName });
}
