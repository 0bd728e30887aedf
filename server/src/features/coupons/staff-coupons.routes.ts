import { couponEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentCoupon, presentRedemption } from './coupons.present.ts';
import type { CouponTerms } from './coupons.rules.ts';
import type { CouponsService } from './coupons.service.ts';

/** Routes for coupon management, for staff. */
export function staffCouponsRoutes(service: CouponsService): Route[] {
  return [
    route(couponEndpoints.listCoupons, async ({ query }) => {
      const { coupons, total } = await service.list({ ...query, search: query.search ?? '' });
      return { data: { coupons: coupons.map(presentCoupon), total } };
    }),
    route(couponEndpoints.createCoupon, async ({ caller, body }) => {
      const { code, ...terms } = body;
      const actorUserId = caller.userId;
      const coupon = await service.create({ actorUserId, code, terms: termsOf(terms) });
      return {
        data: { coupon: presentCoupon(coupon) },
        message: `Coupon ${coupon.code} was created.`,
      };
    }),
    route(couponEndpoints.createCouponBatch, async ({ caller, body }) => {
      const { count, prefix, ...terms } = body;
      const actorUserId = caller.userId;
      const coupons = await service.createBatch({
        actorUserId,
        count,
        prefix,
        terms: termsOf(terms),
      });
      const created = coupons.length === 1 ? '1 coupon was' : `${coupons.length} coupons were`;
      return { data: { coupons: coupons.map(presentCoupon) }, message: `${created} created.` };
    }),
    route(couponEndpoints.disableCoupon, async ({ caller, params }) => {
      const coupon = await service.disable({ actorUserId: caller.userId, id: params.id });
      return {
        data: { coupon: presentCoupon(coupon) },
        message: `Coupon ${coupon.code} was disabled.`,
      };
    }),
    route(couponEndpoints.listCouponRedemptions, async ({ params, query }) => {
      const { redemptions, total } = await service.listRedemptions({
        ...query,
        couponId: params.id,
      });
      return { data: { redemptions: redemptions.map(presentRedemption), total } };
    }),
  ];
}

function termsOf(
  body: Omit<CouponTerms, 'startsAt' | 'expiresAt'> & {
    readonly startsAt?: string | undefined;
    readonly expiresAt?: string | undefined;
  },
): CouponTerms {
  const { startsAt, expiresAt, ...terms } = body;
  return {
    ...terms,
    startsAt: startsAt === undefined ? undefined : new Date(startsAt),
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}
