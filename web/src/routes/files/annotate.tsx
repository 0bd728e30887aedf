import { useParams } from 'react-router';
import { AnnotatePage } from '../../features/annotations/editor/annotate-page.tsx';

/** Route `/dashboard/screenshots/:id/annotate`. */
export function AnnotateRoute() {
  const { id = '' } = useParams();
  return <AnnotatePage key={id} id={id} />;
}
