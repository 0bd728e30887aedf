import { Navigate, Outlet } from 'react-router';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';

/** Renders child routes if billing is enabled; otherwise redirects to `otherwise`. */
export function BillingOnly({ otherwise }: { otherwise: string }) {
  return useIsBillingOn() ? <Outlet /> : <Navigate to={otherwise} replace />;
}
