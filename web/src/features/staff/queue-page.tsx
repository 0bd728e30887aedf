import { useSearchParams } from 'react-router';
import { staffMessages, staffQueueMessages as messages } from '../../lib/messages/staff.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { NoMatch } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { queueQuery } from './queue.rules.ts';
import { QueueTable } from './queue-table.tsx';
import { useStaffTickets } from './staff.api.ts';

/** Ticket queue of all customers, with its filters in the URL. Source: acceptance SF-1. */
export function QueuePage() {
  const [search, setSearch] = useSearchParams();
  const query = queueQuery(search);
  const tickets = useStaffTickets(query);
  const { data } = tickets;
  if (tickets.isError && data === undefined) {
    return (
      <Page title={staffMessages.tickets} lead={messages.lead}>
        <LoadError
          title={messages.loadFailed}
          error={tickets.error}
          onRetry={() => void tickets.refetch()}
        />
      </Page>
    );
  }
  const isNarrowed = Object.keys(query).length > 0;
  return (
    <Page title={staffMessages.tickets} lead={messages.lead}>
      <section aria-label={messages.search} className="grid gap-3">
        <QueueFilters
          search={search}
          onChange={(next) => setSearch(next, { replace: true })}
          count={data?.length}
        />
        {data?.length !== 0 && <QueueTable tickets={data} isStale={tickets.isPlaceholderData} />}
        {data?.length === 0 && isNarrowed && (
          <NoMatch
            title={messages.noMatchTitle}
            text={messages.noMatchText}
            clear={messages.clear}
            onClear={() => setSearch({}, { replace: true })}
          />
        )}
        {data?.length === 0 && !isNarrowed && (
          <Card>
            <EmptyState title={messages.emptyTitle} text={messages.emptyText} />
          </Card>
        )}
      </section>
    </Page>
  );
}
