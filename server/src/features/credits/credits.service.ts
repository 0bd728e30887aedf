import { plans, type CreditPrices } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { priceOf, type PricedCapture } from './credits.rules.ts';
import {
  expireAvailable,
  findBalance,
  grantCredits,
  holdCredits,
  releaseHold,
  settleHold,
  type CreditBalance,
  type CreditEvent,
  type HoldOutcome,
} from './credits.store.ts';

/** Credits: reserved when a capture is accepted, charged when it is complete, given back when it fails. */
export interface CreditsService {
  /** Unit: credits. */
  priceOf(capture: PricedCapture): number;
  /**
   * Reserves credits for a capture; answers what is left. Throws `insufficient_credits` or `key_monthly_limit_reached`
   * (402, `details.resetsAt`), `api_key_invalid` (401) or `api_key_inactive` (403); the caller's transaction must then end.
   */
  hold(tx: Tx, event: CreditEvent): Promise<number>;
  /** Charges a reservation. Ends it at most once, whatever is called how often. */
  settle(tx: Tx, event: CreditEvent): Promise<void>;
  /** Gives a reservation back. Ends it at most once, whatever is called how often. */
  release(tx: Tx, event: CreditEvent): Promise<void>;
  /** Adds credits; false: an event of this `uniqueKey` was counted before. */
  grant(
    tx: Tx,
    input: { organizationId: string; amount: number; uniqueKey: string; note?: string },
  ): Promise<boolean>;
  /** Opens a new organisation's account with the Free plan's credits. */
  grantFreeCredits(tx: Tx, organizationId: string): Promise<void>;
  /** Takes away what the ended cycle left and grants the new cycle's credits; once per cycle. */
  startCreditCycle(
    tx: Tx,
    cycle: { organizationId: string; credits: number; cycleStartedAt: Date },
  ): Promise<void>;
  balanceOf(db: Db, organizationId: string): Promise<CreditBalance>;
}

const freeCredits = plans.find((plan) => plan.tier === 'free')?.creditsPerCycle ?? 0;

/** See {@link CreditsService}. */
export function createCreditsService({ prices }: { prices: CreditPrices }): CreditsService {
  return {
    priceOf: (capture) => priceOf(capture, prices),
    hold: async (tx, event) => {
      const outcome = await holdCredits(tx, event);
      const refusal = refusalOf(outcome);
      if (refusal) throw refusal;
      return outcome.available ?? 0;
    },
    settle: settleHold,
    release: releaseHold,
    grant: (tx, { note, ...input }) =>
      grantCredits(tx, { ...input, kind: 'grant', note: note ?? null }),
    grantFreeCredits: async (tx, organizationId) => {
      await grantCredits(tx, {
        organizationId,
        amount: freeCredits,
        kind: 'grant',
        uniqueKey: 'grant:first-cycle',
        note: 'Free plan',
      });
    },
    startCreditCycle: async (tx, { organizationId, credits, cycleStartedAt }) => {
      const cycle = cycleStartedAt.toISOString();
      await expireAvailable(tx, { organizationId, uniqueKey: `expire:${cycle}` });
      await grantCredits(tx, {
        organizationId,
        amount: credits,
        kind: 'grant',
        uniqueKey: `grant:${cycle}`,
        note: 'New cycle',
      });
    },
    balanceOf: findBalance,
  };
}

function refusalOf({ available, key, cycleEndsAt }: HoldOutcome): AppError | undefined {
  const details = { resetsAt: cycleEndsAt.toISOString() };
  if (available === null) {
    return new AppError({
      kind: 'payment_required',
      code: 'insufficient_credits',
      message:
        'You have used all your credits for this cycle. Upgrade your plan or redeem a coupon.',
      details,
    });
  }
  if (key === null || key === 'counted') return undefined;
  if (key === 'full') {
    return new AppError({
      kind: 'payment_required',
      code: 'key_monthly_limit_reached',
      message:
        'The monthly credit limit of this API key is used up. Raise its limit or use another key.',
      details,
    });
  }
  if (key === 'inactive') {
    return new AppError({
      kind: 'forbidden',
      code: 'api_key_inactive',
      message: 'This API key is switched off. Activate it in the dashboard or use another one.',
    });
  }
  return new AppError({
    kind: 'unauthenticated',
    code: 'api_key_invalid',
    message: 'This API key is unknown or was deleted. Check the x-api-key header.',
  });
}
