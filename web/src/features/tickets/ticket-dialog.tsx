import type { Ticket } from '@shotwright/contract';
import { useState, type ReactNode } from 'react';
import { formatTicketDate } from '../../lib/format/format.ts';
import { ticketDetailMessages as messages } from '../../lib/messages/tickets.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { AttachmentGrid } from './attachment-grid.tsx';
import { ReplySection } from './reply-section.tsx';
import { TicketBadge } from './ticket-badge.tsx';
import { useTicket } from './tickets.api.ts';

/**
 * `Ticket #{id}`: the question with its images, and the conversation with staff. Source:
 * specification §2.
 */
export function TicketDialog(props: { id: number; open: boolean; onClose: () => void }) {
  const [answer, setReplyText] = useState('');
  const ticket = useTicket(props.id, props.open);
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title={messages.heading(props.id)}
      description={ticket.data && <Facts ticket={ticket.data} />}
      size="wide"
      isDirty={answer.trim() !== ''}
    >
      {ticket.data !== undefined && (
        <div className="grid grid-cols-1 gap-5">
          <Content ticket={ticket.data} />
          <ReplySection ticket={ticket.data} answer={answer} onReplyChange={setReplyText} />
        </div>
      )}
      {ticket.data === undefined && !ticket.isError && <Waiting />}
      {ticket.data === undefined && ticket.isError && (
        <LoadError
          title={messages.loadFailed}
          error={ticket.error}
          onRetry={() => void ticket.refetch()}
        />
      )}
    </Dialog>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="figures">{messages.created(formatTicketDate(ticket.createdAt))}</span>
      {ticket.member !== null && <span>{messages.by(ticket.member)}</span>}
      <TicketBadge status={ticket.status} />
    </span>
  );
}

function Content({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <Section title={messages.title}>
        <p className="text-lead font-medium">{ticket.title}</p>
      </Section>
      {ticket.description !== null && ticket.description !== '' && (
        <Section title={messages.description}>
          <p className="max-w-prose whitespace-pre-wrap">{ticket.description}</p>
        </Section>
      )}
      <Section title={messages.attachmentCount(ticket.attachments.length)}>
        <AttachmentGrid attachments={ticket.attachments} />
      </Section>
    </>
  );
}

/** Section of a ticket with a small heading. */
function Section(props: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h3 className="text-label font-medium text-muted">{props.title}</h3>
      {props.children}
    </section>
  );
}

function Waiting() {
  const isShown = useSkeleton(true);
  return (
    <div aria-busy="true" className={isShown ? 'grid gap-4' : 'invisible grid gap-4'}>
      <Skeleton className="h-6 w-64 max-w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  );
}
