import { defaultCreditPrices } from '@shotwright/contract';
import { sql } from 'kysely';
import { openDatabase } from '../src/db/open.ts';
import type { Database } from '../src/db/transaction.ts';
import {
  createCouponsService,
  type CouponsService,
} from '../src/features/coupons/coupons.service.ts';
import type { CouponTerms } from '../src/features/coupons/coupons.rules.ts';
import {
  createRedeemCoupon,
  type RedeemCoupon,
} from '../src/features/coupons/redeem-coupon.service.ts';
import { createCreditsService } from '../src/features/credits/credits.service.ts';
import { createCyclesService } from '../src/features/organizations/cycles.service.ts';
import { databaseNow } from '../src/features/organizations/organizations.store.ts';
import {
  createPlansService,
  type PlansService,
} from '../src/features/organizations/plans.service.ts';
import { logStaffAction } from '../src/features/staff/staff-actions.ts';
import { AppError } from '../src/shared/app-error.ts';
import { newId } from '../src/lib/ids.ts';
import { silentLogger } from '../src/lib/logger.ts';
import type { TestDatabase } from './database.ts';
import { insertOrganization, insertUser } from './factories.ts';

/** The coupons feature with its real dependencies. */
export interface CouponsRig {
  readonly coupons: CouponsService;
  readonly plans: PlansService;
  redeem: RedeemCoupon;
  /** Creates a coupon as staff; 100 credits by default. */
  make(code: string, terms?: Partial<CouponTerms>): Promise<number>;
  /**
   * Creates an account that can redeem coupons; `credits` is its initial balance, 100 by default.
   */
  account(credits?: number): Promise<{ readonly organizationId: string; readonly userId: string }>;
}

/**
 * Creates a {@link CouponsRig} over a database; tests of races create a second one over a separate
 * pool.
 */
export function createCouponsRig(db: Database): CouponsRig {
  const credits = createCreditsService({ prices: defaultCreditPrices });
  const plans = createPlansService({ cycles: createCyclesService(credits), now: databaseNow });
  const coupons = createCouponsService({ db, logStaffAction });
  return {
    coupons,
    plans,
    redeem: createRedeemCoupon({ db, credits, plans }),
    make: async (code, terms = {}) => {
      const isOther = terms.kind !== undefined && terms.kind !== 'credits';
      const full = { kind: 'credits', ...(isOther ? {} : { credits: 100 }), ...terms } as const;
      return (await coupons.create({ actorUserId: null, code, terms: full })).id;
    },
    account: async (amount) => {
      const { id: organizationId } = await insertOrganization(db, {
        ...(amount !== undefined && { credits: amount }),
      });
      const { id: userId } = await insertUser(db, { organization_id: organizationId });
      return { organizationId, userId };
    },
  };
}

/** Opens the connection pool of another process to the same database. */
export function openSecondPool({ connection }: TestDatabase): {
  readonly db: Database;
  close(): Promise<void>;
} {
  return openDatabase({ connection, maxConnections: 10, logger: silentLogger });
}

/** Returns a code that is unique among all tests. */
export function newCode(): string {
  return newId().replaceAll('-', '').toUpperCase();
}

/** Returns the outcome of a redemption: `done`, or the code of its error. */
export async function outcomeOf(redemption: Promise<unknown>): Promise<string> {
  try {
    await redemption;
    return 'done';
  } catch (err) {
    if (err instanceof AppError) return err.code;
    throw err;
  }
}

/**
 * Returns all state that a redemption may change: plan, credits, ledger, redemptions of one
 * account, and the uses of all coupons.
 */
export async function redeemedState(
  db: Database,
  organizationId: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select o.plan_tier, o.lifetime_codes, a.available::int, a.held::int,
      (select sum(available_delta)::int from credit_ledger where organization_id = o.id) as "ledger",
      (select count(*)::int from coupon_redemptions where organization_id = o.id) as "redemptions",
      (select sum(uses)::int from coupons) as "uses"
    from organizations o join credit_accounts a on a.organization_id = o.id where o.id = ${organizationId}`.execute(
    db,
  );
  return rows[0];
}
