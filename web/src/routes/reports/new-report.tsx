import { NewReportPage } from '../../features/reports/new-report-page.tsx';

/** Route `/dashboard/reports/new`. */
export function NewReportRoute() {
  return <NewReportPage />;
}
