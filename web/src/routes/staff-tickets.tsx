import { staffMessages as words } from '../lib/messages/staff.ts';
import { Page } from '../ui/page.tsx';

/** `/staff/tickets` */
export function StaffTicketsRoute() {
  return <Page title={words.tickets} />;
}
