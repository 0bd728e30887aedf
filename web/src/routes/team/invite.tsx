import { useSearchParams } from 'react-router';
import { InvitationPage } from '../../features/team/invitation.tsx';

/** Route `/invite?token=…`, linked from the email. */
export function InviteRoute() {
  const [search] = useSearchParams();
  return <InvitationPage token={search.get('token')} />;
}
