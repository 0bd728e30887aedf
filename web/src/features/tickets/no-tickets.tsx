import { overviewMessages } from '../../lib/messages/overview.ts';
import { ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { useRuntimeConfig } from '../../lib/runtime-config.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';

/** `No Support Tickets`, with an invitation to create the first one; the button is above. */
export function NoTickets() {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}
