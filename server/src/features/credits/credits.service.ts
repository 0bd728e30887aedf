import {
  capturePriceOf,
  pricePartsOf,
  type PricePart,
  type CreditPrices,
  type PricedOptions,
} from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import { hasReachedThreshold, planPartOf } from './credits.rules.ts';
import {
  addEntry,
  countForProject,
  findBalance,
  findStorage,
  hasEntry,
  holdCredits,
  lockAccount,
  lockHoldRoom,
  releaseHold,
  settleHold,
  totalOf,
  type CreditBalance,
  type CreditEvent,
  type HoldOwner,
  type HoldOutcome,
  type HoldRequest,
  type HoldRoom,
} from './credits.store.ts';
import { fullProject, fullStorage, holdError } from './hold.errors.ts';

/** Credits: held when a capture is accepted, charged when it completes, released when it fails. */
export interface CreditsService {
  /** Price of a capture with these options; 0 without billing. Unit: credits. */
  priceOf(options: PricedOptions): number;
  /** Returns the parts of that price; none without billing. */
  pricePartsOf(options: PricedOptions): readonly PricePart[];
  /** Throws `storage_limit_reached` (402) if the storage of the plan is full. */
  requireStorage(db: Db, organizationId: string): Promise<void>;
  /**
   * Holds credits for a capture. Returns the remaining credits, or null without billing: then the
   * capture is free and only the API key's limit applies, which counts captures. Throws
   * `insufficient_credits`, `key_monthly_limit_reached` or `project_monthly_limit_reached` (402,
   * `details.resetsAt`), `storage_limit_reached` (402), `api_key_invalid` (401) or
   * `api_key_inactive` (403); the caller's transaction must then end. `needsStorage` false: the
   * capture is not stored.
   */
  hold(
    tx: Tx,
    event: CreditEvent & HoldOwner & { readonly needsStorage?: boolean },
  ): Promise<number | null>;
  /** Holds credits for many captures, all or none. Returns and throws as {@link hold} does. */
  holdAll(
    tx: Tx,
    request: HoldRequest & { readonly needsStorage: boolean },
  ): Promise<number | null>;
  /** Locks the account until the transaction ends; returns what can still be held. */
  lockRoom(tx: Tx, owner: HoldOwner): Promise<HoldRoom & { readonly isBillingOn: boolean }>;
  /** Charges a hold. Idempotent: a hold ends at most once. */
  settle(tx: Tx, event: CreditEvent): Promise<void>;
  /** Releases a hold; `note`: the reason. Idempotent: a hold ends at most once. */
  release(tx: Tx, event: CreditEvent & { readonly note?: string }): Promise<void>;
  /**
   * Adds credits that never expire, such as a gift (`adjust`). Returns false if an event with this
   * `uniqueKey` was counted before.
   */
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
  /**
   * Expires the remaining credits of the ended cycle, except `rollOverLimit` of them, and grants
   * the new cycle's credits; once per cycle.
   */
  startCreditCycle(tx: Tx, cycle: CreditCycle): Promise<void>;
  /**
   * Adds plan credits in mid-cycle. Returns false if an event with this `uniqueKey` was counted
   * before.
   */
  topUpPlanCredits(tx: Tx, input: PlanCredits & { readonly amount: number }): Promise<boolean>;
  /**
   * Expires the remaining plan credits except `keep(left)` of them; lasting and held credits are
   * unaffected. Returns the number that were left.
   */
  expirePlanCredits(tx: Tx, input: PlanCredits & { keep(left: number): number }): Promise<number>;
  balanceOf(db: Db, organizationId: string): Promise<CreditBalance>;
}

/** A change to the credits of a plan. */
export interface PlanCredits {
  readonly organizationId: string;
  readonly uniqueKey: string;
  readonly note: string;
}

/** A new credit cycle. Unit: credits. */
export interface CreditCycle {
  readonly organizationId: string;
  readonly credits: number;
  /** Identifies the cycle, so that none is granted twice. */
  readonly cycleStartedAt: Date;
  /** Maximum number of the last cycle's remaining credits that carry over. */
  readonly rollOverLimit: number;
  readonly note: string;
  /** Note of the ledger entry for the expired credits. */
  readonly expiryNote?: string | undefined;
}

/**
 * Creates a {@link CreditsService} with the given prices. `publishBalance` is called after a change that
 * is not one of a capture, whose own events say that the balance has changed; `enqueueAlerts` after a
 * hold that has reached a threshold of a budget.
 */
export function createCreditsService({
  prices,
  isBillingOn = true,
  publishBalance = async () => undefined,
  enqueueAlerts = async () => undefined,
}: {
  readonly prices: CreditPrices;
  readonly isBillingOn?: boolean;
  publishBalance?(tx: Tx, organizationId: string): Promise<void>;
  enqueueAlerts?(tx: Tx, organizationId: string): Promise<void>;
}): CreditsService {
  const holdAll: CreditsService['holdAll'] = async (tx, { needsStorage, ...request }) => {
    const outcome = await holdCredits(tx, request, { isBillingOn, needsStorage });
    const error = holdError(outcome, { isBillingOn, needsStorage });
    if (error) throw error;
    const projectUsed = outcome.projectLimit === null ? null : await countForProject(tx, request);
    if (projectUsed === undefined) throw fullProject(outcome, request.projectId);
    if (isAlertDue(outcome, { projectUsed, added: totalOf(request.holds) }))
      await enqueueAlerts(tx, request.organizationId);
    return isBillingOn ? (outcome.available ?? 0) : null;
  };
  const published = async <T>(
    tx: Tx,
    { organizationId }: { readonly organizationId: string },
    change: Promise<T>,
  ): Promise<T> => {
    const result = await change;
    await publishBalance(tx, organizationId);
    return result;
  };
  return {
    priceOf: (options) => (isBillingOn ? capturePriceOf(options, prices) : 0),
    pricePartsOf: (options) => (isBillingOn ? pricePartsOf(options, prices) : []),
    holdAll,
    requireStorage: async (db, organizationId) => {
      const error = isBillingOn && fullStorage(await findStorage(db, organizationId));
      if (error) throw error;
    },
    hold: (tx, { organizationId, apiKeyId, projectId, needsStorage = true, ...hold }) =>
      holdAll(tx, { organizationId, apiKeyId, projectId, holds: [hold], needsStorage }),
    lockRoom: async (tx, { projectId, ...owner }) => {
      const limitedId = isBillingOn ? projectId : null;
      return { ...(await lockHoldRoom(tx, { ...owner, projectId: limitedId })), isBillingOn };
    },
    settle: settleHold,
    release: releaseHold,
    grant: (tx, { note, kind = 'adjust', ...input }) =>
      published(tx, input, addEntry(tx, { ...input, kind, isLasting: true, note: note ?? null })),
    startCreditCycle: (tx, cycle) => published(tx, cycle, startCreditCycle(tx, cycle)),
    topUpPlanCredits: (tx, input) =>
      published(tx, input, addEntry(tx, { ...input, kind: 'grant' })),
    expirePlanCredits: (tx, input) => published(tx, input, expirePlanCredits(tx, input)),
    balanceOf: findBalance,
  };
}

/** True if a hold has reached a threshold of the budget of its key or project. */
function isAlertDue(
  { keyLimit, keyPercents, keyUsed, projectLimit, projectPercents }: HoldOutcome,
  { projectUsed, added }: { readonly projectUsed: number | null; readonly added: number },
): boolean {
  return (
    hasReachedThreshold({ limit: keyLimit, percents: keyPercents, used: keyUsed, added }) ||
    hasReachedThreshold({
      limit: projectLimit,
      percents: projectPercents,
      used: projectUsed,
      added,
    })
  );
}

async function startCreditCycle(tx: Tx, cycle: CreditCycle): Promise<void> {
  const { organizationId, credits, rollOverLimit, note, expiryNote } = cycle;
  const name = cycle.cycleStartedAt.toISOString();
  const uniqueKey = `grant:${name}`;
  // The caller holds the lock on the organisation's row, so no concurrent call can add the entry
  // after this check.
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
