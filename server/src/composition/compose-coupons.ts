import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import { couponsRoutes } from '../features/coupons/coupons.routes.ts';
import { createCouponsService, type CouponsService } from '../features/coupons/coupons.service.ts';
import { createRedeemCoupon } from '../features/coupons/redeem-coupon.service.ts';
import { staffCouponsRoutes } from '../features/coupons/staff-coupons.routes.ts';
import type { PlansService } from '../features/organizations/plans.service.ts';
import { logStaffAction } from '../features/staff/staff-actions.ts';

/** Builds coupons: redeemed by customers, created by the support team and by admin commands. */
export function composeCoupons(
  input: ModuleContext & { readonly plans: PlansService },
): FeatureModule & { readonly coupons: CouponsService } {
  const { credits, plans } = input;
  const { db } = input.data;
  const coupons = createCouponsService({ db, logStaffAction });
  return {
    coupons,
    routes: [
      ...couponsRoutes(createRedeemCoupon({ db, credits, plans })),
      ...staffCouponsRoutes(coupons),
    ],
    handlers: [],
    schedules: [],
  };
}
