import { NewBatchPage } from '../../features/batches/new/new-batch-page.tsx';

/** Route `/dashboard/batches/new`. */
export function NewBatchRoute() {
  return <NewBatchPage />;
}
