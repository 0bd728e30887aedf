import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { callApi } from '../../lib/api/operations.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { Redirect } from '../../ui/redirect.tsx';

/**
 * Renders child routes for staff; everyone else, including visitors, sees `otherwise`, a not-found
 * page. Source: acceptance SF-1.
 */
export function StaffOnly(props: { otherwise: ReactNode }) {
  const { state } = useAuth();
  const isStaff = useIsStaff();
  // A user whose session has ended signs in again, as on every other page.
  if (state.status === 'anonymous' && state.reason !== 'none') return <Redirect to="/" />;
  if (state.status === 'anonymous') return props.otherwise;
  if (isStaff === undefined) return <PageSpinner />;
  return isStaff ? <Outlet /> : props.otherwise;
}

/** True if the server currently lists the user as staff; undefined while loading. */
function useIsStaff(): boolean | undefined {
  const { user } = useAuth();
  const profile = useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => callApi('getProfile', { signal }),
    enabled: user !== null,
    // Without a response the stored user applies, and the pages report errors.
    meta: { isSilent: () => true },
    ...cacheTimes.profile,
  });
  if (profile.data !== undefined) return profile.data.user.isStaff === true;
  return profile.isError ? user?.isStaff === true : undefined;
}
