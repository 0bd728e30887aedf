import type { ScheduleRun } from '@shotwright/contract';
import { Link } from 'react-router';
import { rowAttributes, rowOpenAttributes } from '../../../lib/keyboard/list-keys.ts';
import { scheduleMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Cell, Row } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { percentText } from '../../../lib/format/percent.ts';
import { Thumbnail } from '../../files/thumbnail.tsx';
import { RunStatus } from '../schedule-parts.tsx';
import { comparisonUrl, momentText } from '../schedules.rules.ts';

const { runColumns: columns } = messages;

/** Table of the runs of a schedule, with skeleton rows while they load. */
export function RunsTable(props: {
  runs: readonly ScheduleRun[] | undefined;
  timezone: string;
  isStale: boolean;
}) {
  return (
    <DataTable
      label={messages.runs}
      columns={columns}
      numeric={['difference', 'actions']}
      rows={props.runs}
      isStale={props.isStale}
      skeleton={{ count: 4, bars: { image: 'size-14', planned: 'w-32' } }}
    >
      {(run) => <RunRow key={run.runId} run={run} timezone={props.timezone} />}
    </DataTable>
  );
}

function RunRow({ run, timezone }: { run: ScheduleRun; timezone: string }) {
  const { plannedAt, status, thumbnailUrl, diffRatio } = run;
  const time = momentText(plannedAt, timezone);
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.image} className="@xl:w-px">
        <span className="grid size-14 shrink-0 place-items-center border border-line bg-sunk contain-strict">
          {thumbnailUrl !== null && <Thumbnail url={thumbnailUrl} />}
          {status === 'RUNNING' && <Spinner />}
        </span>
      </Cell>
      <Cell label={columns.planned} className="@xl:whitespace-nowrap">
        <Time value={plannedAt} text={time} />
      </Cell>
      <Cell label={columns.status} className="@xl:w-1/2">
        <RunStatus run={run} />
      </Cell>
      <Cell label={columns.difference} isNumber className="@xl:whitespace-nowrap">
        {diffRatio === null ? (
          <span className="text-muted">{messages.noDifference}</span>
        ) : (
          percentText(diffRatio)
        )}
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <RunLinks run={run} time={time} />
      </Cell>
    </Row>
  );
}

const linkClasses = 'target-line border-b border-cobalt/35 text-cobalt hover:border-current';

function RunLinks({ run, time }: { run: ScheduleRun; time: string }) {
  const { screenshotId } = run;
  const comparison = comparisonUrl(run);
  if (screenshotId === null) {
    return <span className="block text-right text-muted">{messages.noDifference}</span>;
  }
  return (
    <span className="flex justify-end gap-x-4 whitespace-nowrap">
      <Link
        {...rowOpenAttributes}
        to={`/dashboard/files?file=${screenshotId}`}
        aria-label={messages.openFile(time)}
        className={linkClasses}
      >
        {messages.file}
      </Link>
      {comparison !== null && (
        <Link to={comparison} aria-label={messages.openComparison(time)} className={linkClasses}>
          {messages.comparison}
        </Link>
      )}
    </span>
  );
}
