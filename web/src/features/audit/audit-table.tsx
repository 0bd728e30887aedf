import type { AuditEvent } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatCount } from '../../lib/format/format.ts';
import { auditMessages as messages } from '../../lib/messages/security/audit.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { describeDevice } from '../accounts/session/device-name.ts';

const { columns } = messages;

/** Table of the actions, with skeleton rows while they load. */
export function AuditTable(props: { events: readonly AuditEvent[] | undefined; isStale: boolean }) {
  return (
    <DataTable
      label={messages.title}
      columns={columns}
      rows={props.events}
      isStale={props.isStale}
      skeleton={{ count: 8, bars: { time: 'w-36', action: 'my-2 w-56' }, bar: 'w-32' }}
    >
      {(event) => <AuditRow key={event.id} event={event} />}
    </DataTable>
  );
}

function AuditRow({ event }: { event: AuditEvent }) {
  const { actor, network } = event;
  return (
    <Row>
      <Cell label={columns.time} className="whitespace-nowrap @xl:w-px">
        <Time value={event.createdAt} display="second" />
      </Cell>
      <Cell label={columns.actor}>
        <Lines
          className="@xl:w-44 @4xl:w-56"
          first={actor.name || actor.email}
          second={actor.kind === 'user' ? actor.email : messages.apiKey}
        />
      </Cell>
      <Cell label={columns.action} className="@xl:w-full @xl:max-w-0">
        <Lines first={messages.actions[event.action]} second={targetOf(event)} />
      </Cell>
      <Cell label={columns.origin}>
        <Lines
          className="@xl:w-40 @4xl:w-52"
          first={<code className="font-mono text-label">{network}</code>}
          second={deviceOf(event)}
        />
      </Cell>
    </Row>
  );
}

/** Two lines of a cell; the second is secondary, and absent if it is null. */
function Lines(props: { first: ReactNode; second: string | null; className?: string }) {
  const { first, second, className } = props;
  return (
    <span className={cn('grid min-w-0 @max-xl:justify-items-end', className)}>
      <span className="max-w-full truncate">{first}</span>
      {second !== null && (
        <span className="max-w-full truncate text-label text-muted" title={second}>
          {second}
        </span>
      )}
    </span>
  );
}

function targetOf({ targetName, targetId, count }: AuditEvent): string | null {
  if (count !== null) return count === 1 ? messages.oneFile : messages.files(formatCount(count));
  return targetName ?? targetId;
}

/** Programs are named by the start of their `User-Agent` header. */
function deviceOf({ userAgent }: AuditEvent): string {
  if (userAgent === '') return messages.unknownDevice;
  return describeDevice(userAgent) ?? userAgent.split(' ', 1).join('');
}
