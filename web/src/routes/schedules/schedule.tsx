import { useParams } from 'react-router';
import { SchedulePage } from '../../features/schedules/detail/schedule-page.tsx';

/** Route `/dashboard/schedules/:id`. */
export function ScheduleRoute() {
  const { id = '' } = useParams();
  return <SchedulePage key={id} id={id} />;
}
