import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { CouponTerms } from './coupons.rules.ts';

/** A coupon's current state for one organisation, by the database's clock. */
export interface OfferedCoupon {
  readonly id: number;
  readonly code: string;
  readonly kind: CouponTerms['kind'];
  readonly credits: number | null;
  readonly percentOff: number | null;
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
  readonly isActive: boolean;
  readonly isEarly: boolean;
  readonly isOver: boolean;
  readonly isUsedUp: boolean;
  /** True if this organisation redeemed it before. */
  readonly isRedeemed: boolean;
}

const isEarly = sql<boolean>`coalesce(starts_at > clock_timestamp(), false)`;
const isOver = sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`;
const isUsedUp = sql<boolean>`coalesce(uses >= max_uses, false)`;

/** Returns the coupon with this code, or undefined if there is none. */
export async function findOffer(
  tx: Tx,
  { organizationId, code }: { organizationId: string; code: string },
): Promise<OfferedCoupon | undefined> {
  const { rows } = await sql<OfferedCoupon>`
    select id, code, kind, credits, percent_off as "percentOff", starts_at as "startsAt", expires_at as "expiresAt",
      is_active as "isActive", ${isEarly} as "isEarly", ${isOver} as "isOver", ${isUsedUp} as "isUsedUp",
      exists (select from coupon_redemptions where coupon_id = coupons.id and organization_id = ${organizationId}) as "isRedeemed"
    from coupons where code = ${code}`.execute(tx);
  return rows[0];
}

/**
 * Inserts a redemption, waiting for a concurrent one of the same organisation. Returns false if the
 * organisation has redeemed this coupon before.
 */
export async function insertRedemption(
  tx: Tx,
  input: { couponId: number; organizationId: string; userId: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('coupon_redemptions')
    .values({
      coupon_id: input.couponId,
      organization_id: input.organizationId,
      user_id: input.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Counts one use. Returns false if the coupon cannot be used at this moment. */
export async function countUse(tx: Tx, couponId: number): Promise<boolean> {
  const { rows } = await sql`
    update coupons set uses = uses + 1
    where id = ${couponId} and is_active and not ${isEarly} and not ${isOver} and not ${isUsedUp}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** A redeemed discount that applies to the next purchase of a plan. */
export interface PendingDiscount {
  readonly couponId: number;
  readonly code: string;
  /** 1 to 100. */
  readonly percentOff: number;
}

/**
 * Returns the highest pending discount, the earliest of several, or undefined if none is pending.
 */
export async function findPendingDiscount(
  db: Db,
  organizationId: string,
): Promise<PendingDiscount | undefined> {
  const row = await db
    .selectFrom('coupon_redemptions as r')
    .innerJoin('coupons as c', 'c.id', 'r.coupon_id')
    .select(['c.id as couponId', 'c.code', 'c.percent_off as percentOff'])
    .where('r.organization_id', '=', organizationId)
    .where('c.kind', '=', 'discount')
    .where('r.discount_used_at', 'is', null)
    .orderBy('c.percent_off', 'desc')
    .orderBy('r.redeemed_at')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, percentOff: row.percentOff ?? 0 };
}

/**
 * Marks a discount as used. Returns false if it was used before or belongs to another organisation.
 */
export async function markDiscountUsed(
  tx: Tx,
  { organizationId, couponId }: { organizationId: string; couponId: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('coupon_redemptions')
    .set({ discount_used_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', organizationId)
    .where('coupon_id', '=', couponId)
    .where('discount_used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Codes of lifetime deals and discounts that an organisation has redeemed, earliest first. */
export async function listAppliedCodes(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon_redemptions as r')
    .innerJoin('coupons as c', 'c.id', 'r.coupon_id')
    .select('c.code')
    .where('r.organization_id', '=', organizationId)
    .where('c.kind', '!=', 'credits')
    .orderBy('r.redeemed_at')
    .execute();
  return rows.map(({ code }) => code);
}
