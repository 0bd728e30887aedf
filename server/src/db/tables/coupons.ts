import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Coupons. `credits` of the kind credits only, `percent_off` of discounts only; `max_uses` null: as many as come. */
export interface CouponsTable {
  id: Generated<number>;
  code: string;
  kind: 'credits' | 'discount' | 'lifetime';
  credits: number | null;
  percent_off: number | null;
  starts_at: MaybeInstant;
  expires_at: MaybeInstant;
  max_uses: number | null;
  uses: Generated<number>;
  is_active: Generated<boolean>;
  note: string | null;
  /** Null: made from the command line, or by somebody who is gone. */
  created_by: string | null;
  created_at: Instant;
}

/** Who redeemed what; one row per coupon and organisation. */
export interface CouponRedemptionsTable {
  coupon_id: number;
  organization_id: string;
  user_id: string | null;
  redeemed_at: Instant;
  /** Of discounts: when a plan was bought with it; null: it waits for the next one. */
  discount_used_at: MaybeInstant;
}

/** When an organisation tried codes within the last hour. */
export interface CouponTriesTable {
  organization_id: string;
  tried_at: Date[];
}
