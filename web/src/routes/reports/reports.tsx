import { ReportsPage } from '../../features/reports/reports-page.tsx';

/** Route `/dashboard/reports`. */
export function ReportsRoute() {
  return <ReportsPage />;
}
