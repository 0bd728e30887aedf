import { maxLifetimeCodes, type PlanTier } from '@shotwright/contract';
import type { Tx } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { cycleAt } from './cycles.rules.ts';
import type { CyclesService } from './cycles.service.ts';
import type { PlanState } from './organizations.store.ts';
import { termsOf } from './plans.rules.ts';

/**
 * A plan change in progress: its organisation is locked, and the caller writes the returned state.
 */
export interface PlanChangeContext {
  readonly cycles: CyclesService;
  readonly tx: Tx;
  readonly state: PlanState;
  /** Current time. */
  readonly moment: Date;
  readonly uniqueKey: string;
}

/** Starts or changes a paid plan. */
export async function applyPaidPlan(
  context: PlanChangeContext,
  input: { tier: 'basic' | 'advanced'; periodStart: Date; startsCycle: boolean },
): Promise<PlanState> {
  const { cycles, tx, moment, uniqueKey } = context;
  if (input.startsCycle) return restart(context, { tier: input.tier, from: input.periodStart });
  const current = withTerms(await cycles.catchUp(tx, context.state, moment), input.tier);
  // A downgrade removes nothing: it takes effect with the next cycle.
  const isMore = current.creditsPerCycle > current.cycleGrant;
  return isMore ? cycles.correctGrant(tx, current, uniqueKey) : current;
}

/** Ends a paid plan; any other plan stays unchanged. */
export async function applyPaidPlanEnd(
  context: PlanChangeContext,
  input: { endedAt: Date; isRevoked: boolean },
): Promise<PlanState> {
  const { state } = context;
  if (!isPaid(state.tier)) return state;
  const tier = state.lifetimeCodes > 0 ? 'lifetime' : 'free';
  const expiryNote = input.isRevoked ? 'Plan refunded' : 'Plan ended';
  return restart(context, { tier, from: input.endedAt, expiryNote });
}

/** Adds one code of the lifetime deal. Throws `coupon_not_for_plan`. */
export async function applyLifetimeCode(context: PlanChangeContext): Promise<PlanState> {
  const { cycles, tx, state, moment, uniqueKey } = context;
  const { tier, lifetimeCodes } = state;
  if (lifetimeCodes >= maxLifetimeCodes || (tier !== 'free' && tier !== 'lifetime')) {
    throw notForPlan(lifetimeCodes);
  }
  const oneMore = { lifetimeCodes: lifetimeCodes + 1 };
  if (tier === 'free') {
    return restart(
      { ...context, state: { ...state, ...oneMore } },
      { tier: 'lifetime', from: moment },
    );
  }
  const current = { ...(await cycles.catchUp(tx, state, moment)), ...oneMore };
  return cycles.correctGrant(tx, withTerms(current, 'lifetime'), uniqueKey);
}

/** Moves the organisation to a plan whose cycles are counted from `from`. */
async function restart(
  { cycles, tx, state, moment, uniqueKey }: PlanChangeContext,
  input: { tier: PlanTier; from: Date; expiryNote?: string },
): Promise<PlanState> {
  const { tier, from, expiryNote } = input;
  // A cycle that would start at exactly this moment belongs to the new plan.
  const before = new Date(Math.min(from.getTime() - 1, moment.getTime()));
  const last = await cycles.catchUp(tx, state, before);
  const { startedAt } = last.cycle;
  const next = { ...withTerms(last, tier), anchor: from };
  if (from > startedAt) {
    return cycles.begin(tx, next, { cycle: cycleAt(from, from), lastTier: last.tier, expiryNote });
  }
  // The event of a period may arrive after its cycle was started on the old plan. A started cycle
  // is never moved back, so it continues.
  const { endsAt } = cycleAt(from, startedAt);
  return cycles.correctGrant(tx, { ...next, cycle: { startedAt, endsAt } }, uniqueKey);
}

const isPaid = (tier: PlanTier): boolean => tier === 'basic' || tier === 'advanced';

function withTerms(state: PlanState, tier: PlanTier): PlanState {
  return { ...state, ...termsOf(tier, state.lifetimeCodes) };
}

function notForPlan(lifetimeCodes: number): AppError {
  return new AppError({
    code: 'coupon_not_for_plan',
    message:
      lifetimeCodes >= maxLifetimeCodes
        ? `This account has ${maxLifetimeCodes} codes of the Lifetime plan, which is the maximum.`
        : 'This code is for accounts without a paid plan. Cancel your plan first, then redeem the code.',
  });
}
