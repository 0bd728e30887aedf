import { overviewMessages } from '../../lib/messages/overview.ts';
import { ticketMessages as words } from '../../lib/messages/tickets.ts';
import { useRuntimeConfig } from '../../lib/runtime-config.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';

/** `No Support Tickets`, and the invitation to create the first one; the button for it stands above. */
export function NoTickets() {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={words.emptyTitle} text={words.emptyText}>
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}
