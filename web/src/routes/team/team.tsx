import { TeamPage } from '../../features/team/team-page.tsx';

/** Route `/dashboard/team`. */
export function TeamRoute() {
  return <TeamPage />;
}
