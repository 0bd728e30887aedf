import { SchedulesPage } from '../../features/schedules/schedules-page.tsx';

/** Route `/dashboard/schedules`. */
export function SchedulesRoute() {
  return <SchedulesPage />;
}
