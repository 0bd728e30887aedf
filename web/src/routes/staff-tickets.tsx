import { QueuePage } from '../features/staff/queue-page.tsx';

/** `/staff/tickets` */
export function StaffTicketsRoute() {
  return <QueuePage />;
}
