import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { CouponTerms } from './coupons.rules.ts';

/** A coupon as it stands, at this moment of the database's clock, to one organisation. */
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
  /** By this organisation, before. */
  readonly isRedeemed: boolean;
}

const isEarly = sql<boolean>`coalesce(starts_at > clock_timestamp(), false)`;
const isOver = sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`;
const isUsedUp = sql<boolean>`coalesce(uses >= max_uses, false)`;

/** The coupon of a code; undefined: there is none. */
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

/** Writes down who redeems, or waits for whoever is doing so; false: the organisation has redeemed this coupon before. */
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

/** Counts one use if the coupon may be used at this moment; false: it may not. */
export async function countUse(tx: Tx, couponId: number): Promise<boolean> {
  const { rows } = await sql`
    update coupons set uses = uses + 1
    where id = ${couponId} and is_active and not ${isEarly} and not ${isOver} and not ${isUsedUp}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** A discount that was redeemed and waits for the next plan to be bought. */
export interface PendingDiscount {
  readonly couponId: number;
  readonly code: string;
  /** 1 to 100. */
  readonly percentOff: number;
}

/** The highest discount that waits, the earliest of several; undefined: none does. */
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

/** Marks a discount as used; false: it was used before, or is not the organisation's. */
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

/** The codes of lifetime deals and discounts an organisation has redeemed, earliest first. */
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
