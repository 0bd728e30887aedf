import { billingEndpoints, usageEndpoints } from './billing.ts';
import { couponEndpoints } from './coupons.ts';
import type { Endpoint } from './endpoint.ts';
import { paymentEventEndpoint } from './payment-events.ts';

/** Endpoints that return `billing_disabled` (404) when billing is disabled. */
export const billingOnlyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...Object.values(billingEndpoints),
  ...Object.values(couponEndpoints),
  usageEndpoints.listCreditLedger,
  usageEndpoints.exportCreditLedger,
  paymentEventEndpoint,
]);
