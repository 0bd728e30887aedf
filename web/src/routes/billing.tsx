import { BillingPage } from '../features/billing/billing-page.tsx';

/** Route `/dashboard/billing`; `?tab=`, `?cycle=` and `?plan=` contain the page state. */
export function BillingRoute() {
  return <BillingPage />;
}
