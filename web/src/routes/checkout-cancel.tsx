import { CheckoutCancel } from '../features/billing/checkout-cancel.tsx';

/** `/dashboard/checkout-cancel`; `?plan=` is the one that was not bought. */
export function CheckoutCancelRoute() {
  return <CheckoutCancel />;
}
