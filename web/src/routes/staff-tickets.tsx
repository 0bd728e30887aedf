import { QueuePage } from '../features/staff/queue-page.tsx';

/** Route `/staff/tickets`. */
export function StaffTicketsRoute() {
  return <QueuePage />;
}
