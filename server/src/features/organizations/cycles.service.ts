import type { PlanTier } from '@shotwright/contract';
import type { Tx } from '../../db/transaction.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import { cycleAfter, type Cycle } from './cycles.rules.ts';
import type { PlanState } from './organizations.store.ts';
import { hasRollOver, nameOf, rollOverLimitOf } from './plans.rules.ts';

/** Credit operations used by cycles. */
export type CycleCredits = Pick<
  CreditsService,
  'startCreditCycle' | 'topUpPlanCredits' | 'expirePlanCredits'
>;

/**
 * Advances plans through their cycles and updates the credits. The caller holds the lock on the
 * organisation's row and writes the returned state.
 */
export interface CyclesService {
  /** Starts `cycle` on the plan of `state`, after one on the plan `lastTier`. */
  begin(
    tx: Tx,
    state: PlanState,
    input: { cycle: Cycle; lastTier: PlanTier; expiryNote?: string | undefined },
  ): Promise<PlanState>;
  /** Starts every cycle due by `moment`, one after the other, as if none had been missed. */
  catchUp(tx: Tx, state: PlanState, moment: Date): Promise<PlanState>;
  /**
   * Adjusts the credits of the current cycle to the grant of the plan in `state`: adds the
   * difference, or removes it from what is left.
   */
  correctGrant(tx: Tx, state: PlanState, uniqueKey: string): Promise<PlanState>;
}

/** Creates a {@link CyclesService} that writes to the given credits ledger. */
export function createCyclesService(credits: CycleCredits): CyclesService {
  const begin: CyclesService['begin'] = async (tx, state, { cycle, lastTier, expiryNote }) => {
    const { organizationId, tier, creditsPerCycle } = state;
    await credits.startCreditCycle(tx, {
      organizationId,
      credits: creditsPerCycle,
      cycleStartedAt: cycle.startedAt,
      rollOverLimit: hasRollOver(lastTier) ? rollOverLimitOf(tier, creditsPerCycle) : 0,
      note: `${nameOf(tier)} plan`,
      expiryNote,
    });
    return { ...state, cycle, cycleGrant: creditsPerCycle };
  };
  return {
    begin,
    catchUp: async (tx, state, moment) => {
      let current = state;
      while (current.cycle.endsAt <= moment) {
        const cycle = cycleAfter(current.anchor, current.cycle);
        current = await begin(tx, current, { cycle, lastTier: current.tier });
      }
      return current;
    },
    correctGrant: async (tx, state, uniqueKey) => {
      const { organizationId, tier, creditsPerCycle } = state;
      const more = creditsPerCycle - state.cycleGrant;
      const name = `${nameOf(tier)} plan`;
      const entry = { organizationId, uniqueKey: `plan:${uniqueKey}` };
      if (more > 0) await credits.topUpPlanCredits(tx, { ...entry, note: name, amount: more });
      if (more >= 0) return { ...state, cycleGrant: creditsPerCycle };
      const most = creditsPerCycle + rollOverLimitOf(tier, creditsPerCycle);
      const left = await credits.expirePlanCredits(tx, {
        ...entry,
        note: `Change to the ${name}`,
        keep: (plan) => Math.min(Math.max(0, plan + more), most),
      });
      // Spent credits stay granted, so that a later upgrade does not grant them a second time.
      return { ...state, cycleGrant: state.cycleGrant - Math.min(left, -more) };
    },
  };
}
