import { CheckoutSuccess } from '../features/billing/checkout-success.tsx';

/** `/dashboard/checkout-success`; `?session_id=` is the payment provider's. */
export function CheckoutSuccessRoute() {
  return <CheckoutSuccess />;
}
