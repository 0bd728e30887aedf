import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { useAuth } from './auth-context.tsx';
import { Redirect } from '../../../ui/redirect.tsx';

/** Renders child routes for visitors and redirects signed-in users to the dashboard. */
export function GuestOnly() {
  const { state } = useAuth();
  if (state.status === 'loading') return <PageSpinner />;
  if (state.status === 'authenticated') return <Redirect to="/dashboard" />;
  return <Outlet />;
}

/** Renders child routes for signed-in users and redirects visitors to the sign-in page. */
export function RequireAuth() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  const isRedirected = state.status === 'anonymous' && state.reason !== 'signed-out';
  useEffect(() => {
    if (isRedirected && pathname !== '/dashboard') {
      sessionStorage.setItem(storageKeys.requestedPage, `${pathname}${search}`);
    }
  }, [isRedirected, pathname, search]);
  if (state.status === 'loading') return <PageSpinner />;
  if (state.status === 'anonymous') return <Redirect to="/" />;
  return <Outlet />;
}
