import type { CouponKind } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * Coupons. `credits` is set only for the kind credits, `percent_off` only for discounts; `max_uses`
 * null: no limit.
 */
export interface CouponsTable {
  id: Generated<number>;
  code: string;
  kind: CouponKind;
  credits: number | null;
  percent_off: number | null;
  starts_at: MaybeInstant;
  expires_at: MaybeInstant;
  max_uses: number | null;
  uses: Generated<number>;
  is_active: Generated<boolean>;
  note: string | null;
  /** Null: created on the command line, or by a deleted user. */
  created_by: string | null;
  created_at: Timestamp;
}

/** Redemptions; one row per coupon and organisation. */
export interface CouponRedemptionsTable {
  coupon_id: number;
  organization_id: string;
  user_id: string | null;
  redeemed_at: Timestamp;
  /**
   * For discounts, the time of the plan purchase that used it; null: applies to the next purchase.
   */
  discount_used_at: MaybeInstant;
}

/** Times at which an organisation tried codes within the last hour. */
export interface CouponTriesTable {
  organization_id: string;
  tried_at: Date[];
}
