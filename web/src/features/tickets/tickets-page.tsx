import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { ticketFormMessages, ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateTicketDialog } from './create-ticket-dialog.tsx';
import { ticketStart } from './ticket-draft.ts';
import { useTickets } from './tickets.api.ts';
import { TicketsTable } from './tickets-table.tsx';
import { useTicketForm } from './use-ticket-form.ts';

const TicketDialog = lazy(async () => ({
  default: (await import('./ticket-dialog.tsx')).TicketDialog,
}));

/** Help page: the user's tickets, one ticket, and the form of a new one. */
export function TicketsPage() {
  const form = useTicketForm();
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useRequestedTicket((start) => {
    form.begin(start);
    create();
  });
  useListKeys({ c: create });
  return (
    <Page
      title={pageMessages.help.title}
      lead={pageMessages.help.lead}
      action={
        <Button onClick={create}>
          <Plus aria-hidden="true" />
          {ticketFormMessages.create}
        </Button>
      }
    >
      <Tickets />
      <CreateTicketDialog form={form} open={isCreating} onClose={() => setCreating(false)} />
      <OpenTicket />
    </Page>
  );
}

function Tickets() {
  const { data, isError, error, refetch } = useTickets();
  if (isError && data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.tickets.length === 0) return <NoTickets />;
  return <TicketsTable tickets={data?.tickets} />;
}

/**
 * Starts a ticket if the URL requests one, and removes the request from the URL so that it runs
 * once.
 */
function useRequestedTicket(begin: (start: NonNullable<ReturnType<typeof ticketStart>>) => void) {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.has('new');
  const onRequested = useEffectEvent(() => {
    const start = ticketStart(search);
    if (start === null) return;
    begin(start);
    setSearch({}, { replace: true });
  });
  useEffect(() => {
    if (isRequested) onRequested();
  }, [isRequested]);
}

/** Ticket in the URL; remains rendered while it closes. */
function OpenTicket() {
  const [search, setSearch] = useSearchParams();
  const requested = Number(search.get('ticket') ?? Number.NaN);
  const isOpen = Number.isSafeInteger(requested) && requested > 0;
  const [lastId, setLastId] = useState<number | null>(null);
  if (isOpen && requested !== lastId) setLastId(requested);
  if (lastId === null) return null;
  return (
    <Suspense>
      <TicketDialog key={lastId} id={lastId} open={isOpen} onClose={() => setSearch({})} />
    </Suspense>
  );
}

/** `No Support Tickets`, with an invitation to create the first one; the button is above. */
function NoTickets() {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}
