import { CheckoutSuccess } from '../features/billing/checkout/checkout-success.tsx';

/** Route `/dashboard/checkout-success`; `?session_id=` is set by the payment provider. */
export function CheckoutSuccessRoute() {
  return <CheckoutSuccess />;
}
