import { CheckoutCancel } from '../features/billing/checkout/checkout-cancel.tsx';

/** Route `/dashboard/checkout-cancel`; `?plan=` is the plan of the abandoned checkout. */
export function CheckoutCancelRoute() {
  return <CheckoutCancel />;
}
