import type { Schedule } from '@shotwright/contract';
import { Link } from 'react-router';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ScheduleMenu, type ScheduleActions } from './schedule-menu.tsx';
import { NextRun, RunStatus, TimesText } from './schedule-parts.tsx';

const { columns } = messages;

/** Table of the schedules, with skeleton rows while they load. */
export function SchedulesTable(
  props: ScheduleActions & { schedules: readonly Schedule[] | undefined },
) {
  return (
    <DataTable
      label={messages.list}
      isDense
      columns={columns}
      rows={props.schedules}
      skeleton={{
        count: 4,
        bars: { name: 'w-32', page: 'w-40', times: 'my-3 w-28', actions: 'float-right size-8' },
        bar: 'w-20',
      }}
    >
      {(schedule) => <ScheduleRow key={schedule.scheduleId} {...props} schedule={schedule} />}
    </DataTable>
  );
}

function ScheduleRow(props: ScheduleActions & { schedule: Schedule }) {
  const { schedule } = props;
  const { scheduleId, name, lastRun } = schedule;
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.name} className="font-medium @xl:w-1/5 @xl:min-w-32">
        <Link
          {...rowOpenAttributes}
          to={`/dashboard/schedules/${scheduleId}`}
          className="target-line [overflow-wrap:anywhere] underline decoration-ink/25 underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      </Cell>
      <Cell label={columns.page} className="@xl:w-1/4 @xl:max-w-0 @xl:min-w-36">
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] @max-xl:justify-items-end">
          <span className="[overflow-wrap:anywhere]">{schedule.settingName}</span>
          <MiddleEllipsis
            text={schedule.url ?? messages.html}
            className="font-mono text-label text-muted"
          />
        </span>
      </Cell>
      <Cell label={columns.times} className="@xl:min-w-36">
        <TimesText {...schedule} />
      </Cell>
      <Cell label={columns.next} className="@xl:whitespace-nowrap">
        <NextRun {...schedule} />
      </Cell>
      <Cell label={columns.last} className="@xl:min-w-36">
        {lastRun === null ? (
          <span className="text-muted">{messages.never}</span>
        ) : (
          <span className="grid min-w-0 gap-1 @max-xl:justify-items-end">
            <RunStatus run={lastRun} />
            <span className="text-label text-muted">
              <Time value={lastRun.plannedAt} display="age" />
            </span>
          </span>
        )}
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <span className="flex justify-end @max-xl:-mr-2">
          <ScheduleMenu {...props} />
        </span>
      </Cell>
    </Row>
  );
}
