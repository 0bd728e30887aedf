import type { CreditPrices } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import { planPartOf, priceOf, type PricedCapture } from './credits.rules.ts';
import {
  addEntry,
  findBalance,
  hasEntry,
  holdCredits,
  lockAccount,
  releaseHold,
  settleHold,
  type CreditBalance,
  type CreditEvent,
} from './credits.store.ts';
import { refusalOf } from './hold-refusals.ts';

/** Credits: reserved when a capture is accepted, charged when it is complete, given back when it fails. */
export interface CreditsService {
  /** Unit: credits. */
  priceOf(capture: PricedCapture): number;
  /**
   * Reserves credits for a capture; answers what is left, or null without billing: then it costs nothing, only a limit
   * set for the API key holds, and that counts captures. Throws `insufficient_credits` or `key_monthly_limit_reached`
   * (402, `details.resetsAt`), `storage_limit_reached` (402), `api_key_invalid` (401) or `api_key_inactive` (403); the
   * caller's transaction must then end.
   */
  hold(tx: Tx, event: CreditEvent): Promise<number | null>;
  /** Charges a reservation. Ends it at most once, whatever is called how often. */
  settle(tx: Tx, event: CreditEvent): Promise<void>;
  /** Gives a reservation back. Ends it at most once, whatever is called how often. */
  release(tx: Tx, event: CreditEvent): Promise<void>;
  /** Adds credits that never expire, such as a gift (`adjust`); false: an event of this `uniqueKey` was counted before. */
  grant(
    tx: Tx,
    input: {
      organizationId: string;
      amount: number;
      kind?: 'coupon' | 'adjust';
      uniqueKey: string;
      note?: string;
    },
  ): Promise<boolean>;
  /** Expires what the ended cycle left, but `rollOverLimit` of it, and grants the new cycle's credits; once per cycle. */
  startCreditCycle(tx: Tx, cycle: CreditCycle): Promise<void>;
  /** Adds credits of the plan in mid-cycle; false: an event of this `uniqueKey` was counted before. */
  topUpPlanCredits(tx: Tx, input: PlanCredits & { readonly amount: number }): Promise<boolean>;
  /** Expires credits of the plan but `keep(left)` of them; what lasts and what is held stays. Answers how many were left. */
  expirePlanCredits(tx: Tx, input: PlanCredits & { keep(left: number): number }): Promise<number>;
  balanceOf(db: Db, organizationId: string): Promise<CreditBalance>;
}

/** A change to the credits of a plan. */
export interface PlanCredits {
  readonly organizationId: string;
  readonly uniqueKey: string;
  readonly note: string;
}

/** A cycle that begins. Unit: credits. */
export interface CreditCycle {
  readonly organizationId: string;
  readonly credits: number;
  /** Names the cycle: none is granted twice. */
  readonly cycleStartedAt: Date;
  /** Of the credits the last cycle left, how many go on. */
  readonly rollOverLimit: number;
  readonly note: string;
  /** Of the entry for what expires. */
  readonly expiryNote?: string | undefined;
}

/** See {@link CreditsService}. */
export function createCreditsService({
  prices,
  isBillingOn = true,
}: {
  readonly prices: CreditPrices;
  readonly isBillingOn?: boolean;
}): CreditsService {
  return {
    priceOf: (capture) => (isBillingOn ? priceOf(capture, prices) : 0),
    hold: async (tx, event) => {
      const outcome = await holdCredits(tx, event, { isBillingOn });
      const refusal = refusalOf(outcome, { isBillingOn });
      if (refusal) throw refusal;
      return isBillingOn ? (outcome.available ?? 0) : null;
    },
    settle: settleHold,
    release: releaseHold,
    grant: (tx, { note, kind = 'adjust', ...input }) =>
      addEntry(tx, { ...input, kind, isLasting: true, note: note ?? null }),
    startCreditCycle,
    topUpPlanCredits: (tx, input) => addEntry(tx, { ...input, kind: 'grant' }),
    expirePlanCredits,
    balanceOf: findBalance,
  };
}

async function startCreditCycle(tx: Tx, cycle: CreditCycle): Promise<void> {
  const { organizationId, credits, rollOverLimit, note, expiryNote } = cycle;
  const name = cycle.cycleStartedAt.toISOString();
  const uniqueKey = `grant:${name}`;
  // Whoever starts a cycle holds its organisation's row: between this look and the entry nobody else does.
  if (await hasEntry(tx, { organizationId, uniqueKey })) return;
  await expirePlanCredits(tx, {
    organizationId,
    uniqueKey: `expire:${name}`,
    note: expiryNote ?? 'Unused at the end of the cycle',
    keep: (left) => Math.min(left, rollOverLimit),
  });
  await addEntry(tx, {
    organizationId,
    amount: credits,
    kind: 'grant',
    isCycleStart: true,
    uniqueKey,
    note,
  });
}

async function expirePlanCredits(
  tx: Tx,
  { keep, ...input }: PlanCredits & { keep(left: number): number },
): Promise<number> {
  const left = planPartOf(await lockAccount(tx, input.organizationId));
  const amount = left - keep(left);
  if (amount > 0) await addEntry(tx, { ...input, amount: -amount, kind: 'expire' });
  return left;
}
