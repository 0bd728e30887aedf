import { TicketsPage } from '../features/tickets/tickets-page.tsx';

/** Route `/dashboard/help`. */
export function HelpRoute() {
  return <TicketsPage />;
}
