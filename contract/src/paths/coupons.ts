import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for coupons. */
export const couponPaths = {
  redeemCoupon: { method: 'POST', path: '/offers/redeem' },
  listCoupons: { method: 'GET', path: '/staff/coupons' },
  createCoupon: { method: 'POST', path: '/staff/coupons' },
  createCouponBatch: { method: 'POST', path: '/staff/coupons/batch' },
  disableCoupon: { method: 'POST', path: '/staff/coupons/{id}/disable' },
  listCouponRedemptions: { method: 'GET', path: '/staff/coupons/{id}/redemptions' },
} as const satisfies PathTable;

/**
 * Kinds of coupons: credits at redemption, a discount on the next plan bought, or a code of the
 * lifetime plan.
 */
export const couponKinds = ['credits', 'discount', 'lifetime'] as const;
/** One of the {@link couponKinds}. */
export type CouponKind = (typeof couponKinds)[number];

/** Limits of coupons. */
export const couponLimits = {
  codeLength: 40,
  credits: 1_000_000,
  uses: 1_000_000,
  noteLength: 1_000,
  batch: 1_000,
  triesPerHour: 10,
} as const;
