import { Navigate, Outlet } from 'react-router';
import { useIsBillingOn } from '../lib/runtime-config.ts';

/** Pages that only billing has; without billing their addresses lead to `otherwise`. */
export function BillingOnly({ otherwise }: { otherwise: string }) {
  return useIsBillingOn() ? <Outlet /> : <Navigate to={otherwise} replace />;
}
