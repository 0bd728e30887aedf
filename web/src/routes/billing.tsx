import { BillingPage } from '../features/billing/billing-page.tsx';

/** `/dashboard/billing`; `?tab=`, `?cycle=` and `?plan=` hold what is shown. */
export function BillingRoute() {
  return <BillingPage />;
}
