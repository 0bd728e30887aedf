import { BaselinesPage } from '../../features/baselines/baselines-page.tsx';

/** Route `/dashboard/baselines`. */
export function BaselinesRoute() {
  return <BaselinesPage />;
}
