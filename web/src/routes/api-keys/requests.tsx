import { RequestsPage } from '../../features/request-log/requests-page.tsx';

/** Route `/dashboard/requests`. */
export function RequestsRoute() {
  return <RequestsPage />;
}
