import type { Coupon, CouponRedemption } from '@shotwright/contract';
import type { CouponRow, RedemptionRow } from './coupons.store.ts';

/** Converts a coupon to its wire format, for staff. */
export function presentCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    credits: row.credits,
    percentOff: row.percentOff,
    startsAt: row.startsAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    maxUses: row.maxUses,
    uses: row.uses,
    isActive: row.isActive,
    note: row.note,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts a redemption to its wire format. */
export function presentRedemption({
  organizationId,
  email,
  redeemedAt,
}: RedemptionRow): CouponRedemption {
  return { organizationId, email, redeemedAt: redeemedAt.toISOString() };
}
