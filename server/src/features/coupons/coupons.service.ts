import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import type { LogStaffAction } from '../staff/staff-actions.ts';
import { newCouponCode } from './coupon-codes.ts';
import { checkTerms, type CouponTerms } from './coupons.rules.ts';
import {
  disableCoupon,
  findCouponId,
  insertCoupons,
  listCoupons,
  listCouponsById,
  listRedemptions,
  type CouponRow,
  type ListPage,
  type RedemptionRow,
} from './coupons.store.ts';

interface CouponsDependencies {
  readonly db: Database;
  readonly logStaffAction: LogStaffAction;
}

interface Actor {
  /** Null for an operator on the command line. */
  readonly actorUserId: string | null;
}

/** Coupon management for staff and operators. */
export interface CouponsService {
  list(input: ListPage & { search: string }): Promise<{ coupons: CouponRow[]; total: number }>;
  /**
   * Creates a coupon, with a generated code if none is given. Throws `validation_failed`,
   * `coupon_code_taken`.
   */
  create(input: Actor & { terms: CouponTerms; code?: string | undefined }): Promise<CouponRow>;
  /**
   * Creates `count` coupons with generated codes, each usable once unless the terms specify
   * otherwise. Throws `validation_failed`.
   */
  createBatch(
    input: Actor & { terms: CouponTerms; count: number; prefix?: string | undefined },
  ): Promise<CouponRow[]>;
  /** Disables a coupon; earlier redemptions stay valid. Idempotent. Throws `coupon_not_found`. */
  disable(input: Actor & ({ id: number } | { code: string })): Promise<CouponRow>;
  /** Throws `coupon_not_found`. */
  listRedemptions(
    input: ListPage & { couponId: number },
  ): Promise<{ redemptions: RedemptionRow[]; total: number }>;
}

const missing = () => notFound('coupon_not_found', 'This coupon does not exist.');

/** Creates a {@link CouponsService} that logs every change as a staff action. */
export function createCouponsService({ db, logStaffAction }: CouponsDependencies): CouponsService {
  return {
    list: (input) => listCoupons(db, input),
    create: ({ actorUserId, terms, code }) =>
      inTransaction(db, async (tx) => {
        checkTerms(terms);
        const make = { terms, createdBy: actorUserId };
        const [id] =
          code === undefined
            ? await insertNew(tx, { ...make, count: 1 })
            : await insertCoupons(tx, { ...make, codes: [code] });
        if (id === undefined) throw codeTaken(code ?? '');
        const coupon = await getCoupon(tx, id);
        await logStaffAction(tx, {
          actorUserId,
          action: 'coupon.create',
          subjectKind: 'coupon',
          subjectId: id,
          detail: { code: coupon.code, ...terms },
        });
        return coupon;
      }),
    createBatch: ({ actorUserId, terms: given, count, prefix }) =>
      inTransaction(db, async (tx) => {
        const terms = { ...given, maxUses: given.maxUses ?? 1 };
        checkTerms(terms);
        const ids = await insertNew(tx, { terms, createdBy: actorUserId, count, prefix });
        const coupons = await listCouponsById(tx, ids);
        await logStaffAction(tx, {
          actorUserId,
          action: 'coupon.create_batch',
          subjectKind: 'coupon',
          subjectId: ids[0] ?? 0,
          detail: { count, prefix, ...terms },
        });
        return coupons;
      }),
    disable: ({ actorUserId, ...which }) =>
      inTransaction(db, async (tx) => {
        const id = 'id' in which ? which.id : await findCouponId(tx, which.code);
        if (id === undefined) throw missing();
        const isChanged = await disableCoupon(tx, id);
        const coupon = await getCoupon(tx, id);
        if (!isChanged) return coupon;
        await logStaffAction(tx, {
          actorUserId,
          action: 'coupon.disable',
          subjectKind: 'coupon',
          subjectId: id,
          detail: { code: coupon.code },
        });
        return coupon;
      }),
    listRedemptions: async (input) => {
      await getCoupon(db, input.couponId);
      return listRedemptions(db, input);
    },
  };
}

async function getCoupon(db: Database | Tx, id: number): Promise<CouponRow> {
  const [coupon] = await listCouponsById(db, [id]);
  if (!coupon) throw missing();
  return coupon;
}

/** Inserts the requested number of coupons, generating more codes if some are taken. */
async function insertNew(
  tx: Tx,
  input: {
    terms: CouponTerms;
    createdBy: string | null;
    count: number;
    prefix?: string | undefined;
  },
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < input.count) {
    const codes = new Set<string>();
    while (codes.size < input.count - ids.length) codes.add(newCouponCode(input.prefix));
    ids.push(...(await insertCoupons(tx, { ...input, codes: [...codes] })));
  }
  return ids;
}

function codeTaken(code: string): AppError {
  return new AppError({
    code: 'coupon_code_taken',
    message: `A coupon with the code ${code} already exists.`,
    details: { fields: [{ path: 'code', message: 'is taken' }] },
  });
}
