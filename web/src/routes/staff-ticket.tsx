import { useParams } from 'react-router';
import { StaffTicketPage } from '../features/staff/staff-ticket-page.tsx';
import { NotFoundRoute } from './not-found.tsx';

/** Route `/staff/tickets/{id}`. */
export function StaffTicketRoute() {
  const id = Number(useParams()['id']);
  return Number.isSafeInteger(id) && id > 0 ? (
    <StaffTicketPage key={id} id={id} />
  ) : (
    <NotFoundRoute />
  );
}
