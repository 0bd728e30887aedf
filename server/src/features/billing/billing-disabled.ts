import { billingOnlyEndpoints } from '@shotwright/contract';
import type { Route } from '../../http/route.ts';
import { AppError } from '../../lib/app-error.ts';

/** The error of everything that only billing has, where billing is off: `billing_disabled` (404). */
export function billingDisabled(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'billing_disabled',
    message:
      'Billing is off on this installation (BILLING=off): it has no plans, credits or coupons.',
  });
}

/** The routes as they are mounted without billing: those of {@link billingOnlyEndpoints} refuse every request. */
export function withoutBilling(routes: readonly Route[]): Route[] {
  return routes.map((route) =>
    billingOnlyEndpoints.has(route.endpoint) ? { ...route, refusal: billingDisabled } : route,
  );
}
