import { useParams } from 'react-router';
import { ReportPage } from '../../features/reports/editor/report-page.tsx';

/** Route `/dashboard/reports/:id`. */
export function ReportRoute() {
  const { id = '' } = useParams();
  return <ReportPage key={id} id={id} />;
}
