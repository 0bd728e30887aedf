import type { StaffTicketSummary } from '@shotwright/contract';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { staffQueueMessages as messages } from '../../lib/messages/staff.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { TicketBadge } from '../tickets/ticket-badge.tsx';

const { columns } = messages;

/**
 * Table of the queue, with skeleton rows while it loads. `isStale`: the rows belong to the previous
 * filters.
 */
export function QueueTable(props: {
  tickets: readonly StaffTicketSummary[] | undefined;
  isStale: boolean;
}) {
  return (
    <DataTable
      label={messages.table}
      isDense
      isStale={props.isStale}
      columns={columns}
      numeric={[]}
      rows={props.tickets}
      skeleton={{ count: 5, bars: { ticket: 'my-3 w-56' }, bar: 'w-20' }}
    >
      {(ticket) => <QueueRow key={ticket.id} ticket={ticket} />}
    </DataTable>
  );
}

function QueueRow({ ticket }: { ticket: StaffTicketSummary }) {
  const isBillingOn = useIsBillingOn();
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.ticket} className="@xl:max-w-80 @xl:min-w-44">
        <span className="min-w-0">
          <span className="figures text-muted">#{ticket.id}</span>{' '}
          <Link
            {...rowOpenAttributes}
            to={`/staff/tickets/${String(ticket.id)}`}
            className="rounded-[2px] font-medium break-words underline decoration-control underline-offset-4 hover:decoration-current pointer-coarse:py-3"
          >
            {ticket.title}
          </Link>
        </span>
      </Cell>
      <Cell label={columns.from}>
        <span className="grid min-w-0 @max-xl:justify-items-end">
          <span className="max-w-56 truncate">{ticket.email}</span>
          {isBillingOn && <span className="text-label text-muted">{ticket.planName}</span>}
        </span>
      </Cell>
      <Cell label={columns.status}>
        <TicketBadge status={ticket.status} />
      </Cell>
      <Cell label={columns.waiting} className="whitespace-nowrap">
        <span className="grid @max-xl:justify-items-end">
          <Time value={ticket.lastMessageAt} display="age" />
          {ticket.isUnanswered && (
            <span className="text-label font-medium text-amber">{messages.waiting}</span>
          )}
        </span>
      </Cell>
      <Cell label={columns.assignee}>
        <span className={cn(ticket.assignee === null && 'text-muted')}>
          {ticket.assignee?.name ?? messages.unassigned}
        </span>
      </Cell>
      <Cell label={columns.opened} className="whitespace-nowrap">
        <Time value={ticket.createdAt} />
      </Cell>
    </Row>
  );
}
