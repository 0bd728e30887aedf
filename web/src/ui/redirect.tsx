import { Navigate, useLocation } from 'react-router';

/**
 * Redirects to `to` and replaces the history entry, once for each location: a user who goes Back
 * before the redirect is done is redirected again.
 */
export function Redirect({ to }: { to: string }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace />;
}
