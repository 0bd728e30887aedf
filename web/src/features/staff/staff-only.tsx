import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { cacheTimes, queryKeys } from '../../lib/query-client.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useAuth } from '../accounts/auth-context.tsx';

/** Lets the support team through; to everyone else, visitors too, `otherwise` says that there is no such page. Source: acceptance SF-1. */
export function StaffOnly(props: { otherwise: ReactNode }) {
  const { state } = useAuth();
  const isStaff = useIsStaff();
  // Whoever was here before the session ended signs in again, as everywhere.
  if (state.status === 'anonymous' && state.reason !== 'none') return <Navigate to="/" replace />;
  if (state.status === 'anonymous') return props.otherwise;
  if (isStaff === undefined) return <PageSpinner />;
  return isStaff ? <Outlet /> : props.otherwise;
}

/** Whether the person is one of the support team, as the server says now; undefined until it has. */
function useIsStaff(): boolean | undefined {
  const { user } = useAuth();
  const profile = useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => callApi('getProfile', { signal }),
    enabled: user !== null,
    // Without an answer the person of the sign-in counts, and the pages tell what fails.
    meta: { isSilent: () => true },
    ...cacheTimes.profile,
  });
  if (profile.data !== undefined) return profile.data.user.isStaff === true;
  return profile.isError ? user?.isStaff === true : undefined;
}
