import { sql, type SelectQueryBuilder } from 'kysely';
import type { CouponKind } from '@shotwright/contract';
import type { Tables } from '../../db/tables/index.ts';
import type { Db } from '../../db/transaction.ts';
import type { CouponTerms } from './coupons.rules.ts';

/** A coupon with the email of its creator. */
export interface CouponRow {
  readonly id: number;
  readonly code: string;
  readonly kind: CouponKind;
  readonly credits: number | null;
  readonly percentOff: number | null;
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
  readonly maxUses: number | null;
  readonly uses: number;
  readonly isActive: boolean;
  readonly note: string | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** Requested page of a list; pages count from 1. */
export interface ListPage {
  readonly page: number;
  readonly limit: number;
}

/** Inserts coupons with the same terms; returns the ids of those whose code was free. */
export async function insertCoupons(
  db: Db,
  input: { terms: CouponTerms; codes: readonly string[]; createdBy: string | null },
): Promise<number[]> {
  const { terms, codes, createdBy } = input;
  const rows = await db
    .insertInto('coupons')
    .values(
      codes.map((code) => ({
        code,
        kind: terms.kind,
        credits: terms.credits ?? null,
        percent_off: terms.percentOff ?? null,
        starts_at: terms.startsAt ?? null,
        expires_at: terms.expiresAt ?? null,
        max_uses: terms.maxUses ?? null,
        note: terms.note || null,
        created_by: createdBy,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Coupons whose code or note contains the text, newest first, and their total number. */
export async function listCoupons(
  db: Db,
  input: ListPage & { search: string },
): Promise<{ coupons: CouponRow[]; total: number }> {
  const found = matching(db, input.search);
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const coupons = await withColumns(found)
    .orderBy('c.id', 'desc')
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
    .execute();
  return { coupons, total };
}

/** Coupons with these ids, newest first. */
export async function listCouponsById(db: Db, ids: readonly number[]): Promise<CouponRow[]> {
  if (ids.length === 0) return [];
  return withColumns(matching(db, '')).where('c.id', 'in', ids).orderBy('c.id', 'desc').execute();
}

/** Returns the id of the coupon with this code, or undefined if there is none. */
export async function findCouponId(db: Db, code: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('coupons')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  return row?.id;
}

/** Disables a coupon. Returns false if it was disabled or does not exist. */
export async function disableCoupon(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('coupons')
    .set({ is_active: false })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** One redemption of a coupon. */
export interface RedemptionRow {
  readonly organizationId: string;
  readonly email: string | null;
  readonly redeemedAt: Date;
}

/** Redemptions of a coupon, latest first, and their total number. */
export async function listRedemptions(
  db: Db,
  { couponId, page, limit }: ListPage & { couponId: number },
): Promise<{ redemptions: RedemptionRow[]; total: number }> {
  const found = db
    .selectFrom('coupon_redemptions as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .where('r.coupon_id', '=', couponId);
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const redemptions = await found
    .select(['r.organization_id as organizationId', 'u.email', 'r.redeemed_at as redeemedAt'])
    .orderBy('r.redeemed_at', 'desc')
    .orderBy('r.organization_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { redemptions, total };
}

type Joined = Tables & { c: Tables['coupons']; u: { [K in 'email']: string | null } };
type CouponQuery = SelectQueryBuilder<Joined, 'c' | 'u', object>;

function matching(db: Db, search: string): CouponQuery {
  const query = db.selectFrom('coupons as c').leftJoin('users as u', 'u.id', 'c.created_by');
  const text = search.toLowerCase();
  // Not `like`: the search text is not a pattern.
  return text === ''
    ? query
    : query.where(
        sql<boolean>`position(${text} in lower(c.code || ' ' || coalesce(c.note, ''))) > 0`,
      );
}

function withColumns(query: CouponQuery) {
  return query.select([
    'c.id',
    'c.code',
    'c.kind',
    'c.credits',
    'c.percent_off as percentOff',
    'c.starts_at as startsAt',
    'c.expires_at as expiresAt',
    'c.max_uses as maxUses',
    'c.uses',
    'c.is_active as isActive',
    'c.note',
    'u.email as createdBy',
    'c.created_at as createdAt',
  ]);
}
