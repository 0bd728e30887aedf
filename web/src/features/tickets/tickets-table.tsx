import type { TicketSummary } from '@shotwright/contract';
import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { truncate, formatTicketDate } from '../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { DeleteTicketDialog } from './delete-ticket-dialog.tsx';
import { TicketBadge } from './ticket-badge.tsx';
import { useDeleteTicket } from './tickets.api.ts';
import { attachmentsText, listTitleLength } from './tickets.rules.ts';

const { columns } = messages;

/** Table of the tickets, with skeleton rows while they load. Source: specification §2. */
export function TicketsTable({ tickets }: { tickets: readonly TicketSummary[] | undefined }) {
  const [pendingDeletion, setPendingDeletion] = useState<{
    ticket: TicketSummary;
    isOpen: boolean;
  } | null>(null);
  const remove = useDeleteTicket();
  const returnFocus = useReturnFocus();
  const close = () => setPendingDeletion(pendingDeletion && { ...pendingDeletion, isOpen: false });
  return (
    <>
      <DataTable
        label={messages.table}
        columns={columns}
        rows={tickets}
        skeleton={{ count: 3, bars: { title: 'my-2 w-48' } }}
      >
        {(ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            isLeaving={remove.isPending && remove.variables === ticket.id}
            onDelete={() => {
              returnFocus.remember();
              setPendingDeletion({ ticket, isOpen: true });
            }}
          />
        )}
      </DataTable>
      {pendingDeletion && (
        <DeleteTicketDialog
          open={pendingDeletion.isOpen}
          onClose={close}
          isDeleting={remove.isPending}
          finalFocus={returnFocus.finalFocus}
          onDelete={() => remove.mutate(pendingDeletion.ticket.id, { onSuccess: close })}
        />
      )}
    </>
  );
}

function TicketRow(props: { ticket: TicketSummary; isLeaving: boolean; onDelete: () => void }) {
  const { ticket } = props;
  const navigate = useNavigate();
  return (
    <Row {...rowAttributes} isLeaving={props.isLeaving}>
      <Cell label={columns.title}>
        <TicketTitle ticket={ticket} />
      </Cell>
      <Cell label={columns.status}>
        <TicketBadge status={ticket.status} />
      </Cell>
      <Cell label={columns.attachments} className="figures">
        <span className={cn(ticket.attachmentCount === 0 && 'text-muted')}>
          {attachmentsText(ticket.attachmentCount)}
        </span>
      </Cell>
      <Cell label={columns.created} className="figures whitespace-nowrap">
        <time dateTime={ticket.createdAt}>{formatTicketDate(ticket.createdAt)}</time>
      </Cell>
      <Cell label={columns.actions} className="sm:w-px">
        <span className="flex justify-end gap-0.5 max-sm:-mr-2">
          <IconButton
            {...rowOpenAttributes}
            label={messages.view(ticket.title)}
            onClick={() => void navigate(`?ticket=${String(ticket.id)}`)}
          >
            <Eye aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.delete(ticket.title)} isDestructive onClick={props.onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </Cell>
    </Row>
  );
}

function TicketTitle({ ticket }: { ticket: TicketSummary }) {
  const shown = truncate(ticket.title, listTitleLength);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {ticket.isUnread && (
        <span className="size-2 shrink-0 rounded-full bg-cobalt">
          <span className="sr-only">{messages.unread}</span>
        </span>
      )}
      <span className="grid min-w-0">
        <Tooltip text={ticket.title} isDisabled={shown === ticket.title}>
          <Link
            to={`?ticket=${String(ticket.id)}`}
            className={cn(
              'rounded-[2px] break-words underline decoration-control underline-offset-4 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-3',
              ticket.isUnread ? 'font-semibold' : 'font-medium',
            )}
          >
            {shown}
          </Link>
        </Tooltip>
        {ticket.member !== null && (
          <span className="text-label text-muted [overflow-wrap:anywhere]">
            {messages.by(ticket.member)}
          </span>
        )}
      </span>
    </span>
  );
}
