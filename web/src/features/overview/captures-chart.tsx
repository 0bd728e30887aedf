import type { CaptureDay } from '@shotwright/contract';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHeading } from '../../ui/card.tsx';
import { DayChart } from '../../ui/day-chart.tsx';
import { Select } from '../../ui/select.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { useCaptureDays } from './overview.api.ts';

const messages = overviewMessages.chart;
const everyProject = 'all';

type Column = 'completed' | 'failed' | 'credits';

const names: Readonly<Record<Column, string>> = {
  completed: messages.completed,
  failed: messages.failedCaptures,
  credits: messages.credits,
};

/** Classes of each column in the chart. */
const looks: Readonly<Record<Column, string>> = {
  completed: 'size-2.5 rounded-[2px] bg-ink',
  failed: 'size-2.5 rounded-[2px] bg-red/60',
  credits: 'h-0.5 w-4 bg-cobalt',
};

interface DaysProps {
  readonly days: readonly CaptureDay[];
  readonly columns: readonly Column[];
}

function useColumns(): readonly Column[] {
  return useIsBillingOn() ? ['completed', 'failed', 'credits'] : ['completed', 'failed'];
}

/**
 * Completed and failed captures per day, with their credits if billing is enabled; renders nothing
 * until there is data. Source: acceptance OV-14.
 */
export function CapturesChart(props: {
  projects: readonly { readonly id: number; readonly name: string }[];
}) {
  const [search, setSearch] = useSearchParams();
  const project = props.projects.find(({ id }) => String(id) === search.get('chart'));
  const [isTable, setTable] = useState(false);
  const columns = useColumns();
  const days = useCaptureDays(project?.id).data;
  if (days === undefined || days.length === 0) return null;
  if (project === undefined && days.every((day) => day.completed + day.failed === 0)) return null;
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <section aria-labelledby="captures-per-day" className="grid gap-3">
      <SectionHeading id="captures-per-day" title={messages.title}>
        <div className="flex flex-wrap gap-2">
          <ProjectChoice
            projects={props.projects}
            value={project?.id}
            onChoose={(id) => setSearch(id === undefined ? {} : { chart: id }, { replace: true })}
          />
          <Button variant="outline" size="sm" onClick={() => setTable(!isTable)}>
            <Icon aria-hidden="true" />
            {isTable ? messages.asChart : messages.asTable}
          </Button>
          <Button variant="outline" size="sm" onClick={() => saveCsv(days, columns)}>
            <Download aria-hidden="true" />
            {messages.csv}
          </Button>
        </div>
      </SectionHeading>
      {isTable ? (
        <DaysTable days={days} columns={columns} />
      ) : (
        <Chart days={days} columns={columns} />
      )}
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
      aria-label={messages.project}
      className="h-8 w-44 text-table pointer-coarse:h-11"
      options={[
        { value: everyProject, label: messages.allProjects },
        ...props.projects.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={props.value === undefined ? everyProject : String(props.value)}
      onValueChange={(value) => props.onChoose(value === everyProject ? undefined : value)}
    />
  );
}

function Chart({ days, columns }: DaysProps) {
  const hasCredits = columns.includes('credits');
  const total = amounts(sum(days), hasCredits);
  return (
    <DayChart
      days={days.map(({ date, completed, failed, credits }) => ({
        date,
        parts: [completed, failed],
        ...(hasCredits && { line: credits }),
      }))}
      seriesColors={['bg-ink', 'bg-red/60']}
      summary={messages.summary(total)}
      readout={(pointed) => {
        const day = days.find(({ date }) => date === pointed?.date);
        return day === undefined ? total : amounts(day, hasCredits);
      }}
      legend={<Legend columns={columns} />}
    />
  );
}

function Legend({ columns }: Pick<DaysProps, 'columns'>) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {columns.map((column) => (
        <li key={column} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('inline-block', looks[column])} />
          {names[column]}
        </li>
      ))}
    </ul>
  );
}

function DaysTable({ days, columns }: DaysProps) {
  return (
    <Table label={messages.title}>
      <TableHead>
        <HeadCell>{messages.day}</HeadCell>
        {columns.map((column) => (
          <HeadCell key={column} isNumber>
            {names[column]}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {days.toReversed().map((day) => (
          <Row key={day.date}>
            <Cell label={messages.day} className="figures">
              {formatDate(day.date)}
            </Cell>
            {columns.map((column) => (
              <Cell key={column} label={names[column]} isNumber>
                {formatCount(day[column])}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

type Amounts = Pick<CaptureDay, Column>;

function amounts({ completed, failed, credits }: Amounts, hasCredits: boolean): string {
  if (!hasCredits) return messages.counts(formatCount(completed), formatCount(failed));
  return messages.amounts(formatCount(completed), formatCount(failed), formatCount(credits));
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

function saveCsv(days: readonly CaptureDay[], columns: readonly Column[]): void {
  const fields = ['date', ...columns] as const;
  const lines = days.map((day) => fields.map((field) => day[field]).join(','));
  const text = `${[fields.join(','), ...lines].join('\r\n')}\r\n`;
  saveFile({ blob: new Blob([text], { type: 'text/csv' }), name: messages.csvName });
}
