import { TicketsPage } from '../features/tickets/tickets-page.tsx';

/** `/dashboard/help` */
export function HelpRoute() {
  return <TicketsPage />;
}
