import { useParams } from 'react-router';
import { BatchPage } from '../../features/batches/detail/batch-page.tsx';

/** Route `/dashboard/batches/:id`. */
export function BatchRoute() {
  const { id = '' } = useParams();
  return <BatchPage key={id} id={id} />;
}
