import { BatchesPage } from '../../features/batches/batches-page.tsx';

/** Route `/dashboard/batches`. */
export function BatchesRoute() {
  return <BatchesPage />;
}
