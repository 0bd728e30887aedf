import type { PlanTier } from '@shotwright/contract';
import type { Tx } from '../../db/transaction.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import { cycleAfter, type Cycle } from './cycles.rules.ts';
import type { PlanState } from './organizations.store.ts';
import { hasRollOver, nameOf, rollOverLimitOf } from './plans.rules.ts';

/** What cycles need of credits. */
export type CycleCredits = Pick<
  CreditsService,
  'startCreditCycle' | 'topUpPlanCredits' | 'expirePlanCredits'
>;

/** Moves plans through their cycles; the credits follow. The caller holds the organisation's row and writes the answered state. */
export interface CyclesService {
  /** Begins `cycle` on the plan of `state`, after one on the plan `lastTier`. */
  begin(
    tx: Tx,
    state: PlanState,
    input: { cycle: Cycle; lastTier: PlanTier; expiryNote?: string | undefined },
  ): Promise<PlanState>;
  /** Begins every cycle that starts by `moment`, one after the other, as if none had been missed. */
  catchUp(tx: Tx, state: PlanState, moment: Date): Promise<PlanState>;
  /** Makes the credits of the running cycle what the plan of `state` grants: more at once, or less of what is left. */
  correctGrant(tx: Tx, state: PlanState, uniqueKey: string): Promise<PlanState>;
}

/** See {@link CyclesService}. */
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
      // What was spent meanwhile stays granted: no later upgrade grants it once more.
      return { ...state, cycleGrant: state.cycleGrant - Math.min(left, -more) };
    },
  };
}
