import { couponEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentRedeemed, redeemedMessage } from './redeem-coupon.present.ts';
import type { RedeemCoupon } from './redeem-coupon.service.ts';

/** Route for redeeming a coupon, for customers. */
export function couponsRoutes(redeemCoupon: RedeemCoupon): Route[] {
  return [
    route(couponEndpoints.redeemCoupon, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const redeemed = await redeemCoupon({ organizationId, userId, code: body.code });
      return { data: presentRedeemed(redeemed), message: redeemedMessage(redeemed) };
    }),
  ];
}
