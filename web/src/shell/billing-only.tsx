import { Outlet } from 'react-router';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';
import { Redirect } from '../ui/redirect.tsx';

/** Renders child routes if billing is enabled; otherwise redirects to `otherwise`. */
export function BillingOnly({ otherwise }: { otherwise: string }) {
  return useIsBillingOn() ? <Outlet /> : <Redirect to={otherwise} />;
}
