import { billingOnlyEndpoints } from '@shotwright/contract';
import type { Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';

/** Error of endpoints that need billing while billing is off: `billing_disabled` (404). */
export function billingDisabled(): AppError {
  return new AppError({
    code: 'billing_disabled',
    message:
      'Billing is off on this installation (BILLING=off): it has no plans, credits or coupons.',
  });
}

/**
 * Routes for an installation without billing: those of {@link billingOnlyEndpoints} reject every
 * request.
 */
export function withoutBilling(routes: readonly Route[]): Route[] {
  return routes.map((route) =>
    billingOnlyEndpoints.has(route.endpoint) ? { ...route, rejectWith: billingDisabled } : route,
  );
}
