import { couponLimits, plans, type CouponKind } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { OrganizationPlan, PlansService } from '../organizations/plans.service.ts';
import { countCodeAttempt } from './coupon-attempts.store.ts';
import {
  alreadyUsed,
  nothingToDiscount,
  redemptionError,
  tooManyCodeAttempts,
  unknownCoupon,
  usedUp,
} from './redeem-coupon.errors.ts';
import { countUse, findOffer, insertRedemption, type OfferedCoupon } from './redemptions.store.ts';

interface RedeemCouponDependencies {
  readonly db: Database;
  readonly credits: Pick<CreditsService, 'grant' | 'balanceOf'>;
  readonly plans: Pick<PlansService, 'addLifetimeCode' | 'planOf'>;
}

/** Code to redeem, with the user and the organisation. */
export interface Redemption {
  readonly organizationId: string;
  readonly userId: string;
  /** Trimmed, upper case. */
  readonly code: string;
}

/** Benefit of a redemption, and the state after it. */
export interface RedeemedCoupon {
  readonly kind: CouponKind;
  readonly creditsAdded: number;
  readonly creditsAvailable: number;
  readonly percentOff: number | null;
  readonly plan: OrganizationPlan;
}

/** Redeems a coupon. Created by {@link createRedeemCoupon}. */
export type RedeemCoupon = (redemption: Redemption) => Promise<RedeemedCoupon>;

const codePattern = /^[A-Z0-9][A-Z0-9-]{2,39}$/;

/**
 * Creates a {@link RedeemCoupon}. The try is counted first and permanently, then everything else
 * happens in one transaction. Throws `rate_limited` and the contract's `coupon_…` codes.
 */
export function createRedeemCoupon(deps: RedeemCouponDependencies): RedeemCoupon {
  const { db } = deps;
  const { triesPerHour } = couponLimits;
  return async (redemption) => {
    const { organizationId, code } = redemption;
    const seconds = await countCodeAttempt(db, { organizationId, triesPerHour });
    if (seconds > 0) throw tooManyCodeAttempts(seconds);
    if (!codePattern.test(code)) throw unknownCoupon();
    return inTransaction(db, async (tx) => {
      const offer = await findOffer(tx, redemption);
      if (!offer) throw unknownCoupon();
      const error = redemptionError(offer);
      if (error) throw error;
      await recordRedemption(tx, { offer, redemption });
      return applyBenefit(tx, { deps, offer, organizationId });
    });
  };
}

/** The row and the counter are decisive, not what was read before. */
async function recordRedemption(
  tx: Tx,
  { offer, redemption }: { offer: OfferedCoupon; redemption: Redemption },
): Promise<void> {
  if (!(await insertRedemption(tx, { ...redemption, couponId: offer.id }))) throw alreadyUsed();
  if (await countUse(tx, offer.id)) return;
  // Another organisation took the last use, or the coupon expired, since it was read.
  const now = await findOffer(tx, redemption);
  throw (now && redemptionError({ ...now, isRedeemed: false })) ?? usedUp();
}

async function applyBenefit(
  tx: Tx,
  input: { deps: RedeemCouponDependencies; offer: OfferedCoupon; organizationId: string },
): Promise<RedeemedCoupon> {
  const { deps, offer, organizationId } = input;
  const uniqueKey = `coupon:${offer.id}`;
  const amount = offer.credits ?? 0;
  if (offer.kind === 'credits') {
    const entry = { kind: 'coupon', uniqueKey, note: `Coupon ${offer.code}` } as const;
    const isNew = await deps.credits.grant(tx, { organizationId, amount, ...entry });
    if (!isNew) throw new Error(`the credits of ${uniqueKey} were granted without a redemption`);
  }
  if (offer.kind === 'lifetime')
    await deps.plans.addLifetimeCode(tx, { organizationId, uniqueKey });
  const plan = await deps.plans.planOf(tx, organizationId);
  const sold = plans.find(({ tier }) => tier === plan.tier);
  const isSold = plan.tier === 'free' || plan.tier === 'basic' || plan.tier === 'advanced';
  if (offer.kind === 'discount' && !isSold) throw nothingToDiscount(sold?.name ?? plan.tier);
  const { available } = await deps.credits.balanceOf(tx, organizationId);
  return {
    kind: offer.kind,
    creditsAdded: offer.kind === 'lifetime' ? creditsPerLifetimeCode : amount,
    creditsAvailable: available,
    percentOff: offer.percentOff,
    plan,
  };
}

const creditsPerLifetimeCode = plans.find(({ tier }) => tier === 'lifetime')?.creditsPerCycle ?? 0;
