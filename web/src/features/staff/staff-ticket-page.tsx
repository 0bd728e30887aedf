import type { StaffTicket } from '@shotwright/contract';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { formatTicketDate } from '../../lib/format/format.ts';
import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { TicketBadge } from '../tickets/ticket-badge.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { StaffConversation } from './staff-conversation.tsx';
import { useStaffTicket } from './staff.api.ts';
import { TicketControls } from './ticket-controls.tsx';
import { WritePanel } from './write-panel.tsx';

/** One ticket: conversation on the left, customer on the right. Source: acceptance SF-1, SF-2. */
export function StaffTicketPage({ id }: { id: number }) {
  const { data, isError, error, refetch } = useStaffTicket(id);
  if (data !== undefined) return <Loaded ticket={data} />;
  return (
    <Page title={messages.headingAlone(id)} lead={<BackLink />}>
      {isError ? (
        <LoadError title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Loaded({ ticket }: { ticket: StaffTicket }) {
  return (
    <Page
      title={messages.heading(ticket.id, ticket.title)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <BackLink />
          <TicketBadge status={ticket.status} />
          <span className="figures">{messages.opened(formatTicketDate(ticket.createdAt))}</span>
        </span>
      }
      action={<TicketControls ticket={ticket} />}
    >
      <div className="grid items-start grid-cols-1 gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <StaffConversation ticket={ticket} />
          <WritePanel key={ticket.id} ticket={ticket} />
        </div>
        <CustomerPanel customer={ticket.customer} />
      </div>
    </Page>
  );
}

function BackLink() {
  return (
    <Link
      to="/staff/tickets"
      className="inline-flex items-center gap-1.5 rounded-[2px] font-medium text-cobalt underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {messages.back}
    </Link>
  );
}

function Waiting() {
  const isShown = useSkeleton(true);
  return (
    <div
      aria-busy="true"
      className={isShown ? 'grid gap-4 lg:grid-cols-[1fr_20rem]' : 'invisible grid'}
    >
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
