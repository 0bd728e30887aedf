import type { PlanTier } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import type { CyclesService } from './cycles.service.ts';
import {
  findPlanState,
  hasPlanChange,
  insertPlanChange,
  lockPlanState,
  updatePlanState,
  type PlanState,
} from './organizations.store.ts';
import {
  applyLifetimeCode,
  applyPaidPlanEnd,
  applyPaidPlan,
  type PlanChangeContext,
} from './plan-changes.service.ts';

interface PlanChange {
  readonly organizationId: string;
  /** Identifies the change: the same name counts once. */
  readonly uniqueKey: string;
}

/** An organisation's plan for other features. Storage in bytes; null means no limit. */
export interface OrganizationPlan {
  readonly tier: PlanTier;
  readonly creditsPerCycle: number;
  readonly storageLimitBytes: number | null;
  readonly cycleStartedAt: Date;
  readonly cycleEndsAt: Date;
  readonly lifetimeCodes: number;
}

/**
 * Changes the plans of organisations and updates the ledger. Everything runs in the caller's
 * transaction and is idempotent per `uniqueKey`.
 */
export interface PlansService {
  /**
   * Starts or changes a paid plan. `startsCycle`: a new credit cycle starts at `periodStart` (first
   * purchase, new billing period anchor); otherwise the current cycle continues and a higher grant
   * is topped up.
   */
  setPaidPlan(
    tx: Tx,
    input: PlanChange & {
      readonly tier: 'basic' | 'advanced';
      readonly periodStart: Date;
      readonly startsCycle: boolean;
    },
  ): Promise<void>;
  /**
   * Ends the paid plan. From `endedAt` on, the organisation is on Free or on its earlier lifetime
   * plan; the remaining credits of the paid plan expire. `isRevoked`: refunded or charged back.
   */
  endPaidPlan(
    tx: Tx,
    input: PlanChange & { readonly endedAt: Date; readonly isRevoked: boolean },
  ): Promise<void>;
  /** Adds one code of the lifetime deal. Throws `coupon_not_for_plan`. */
  addLifetimeCode(tx: Tx, input: PlanChange): Promise<void>;
  planOf(db: Db, organizationId: string): Promise<OrganizationPlan>;
}

interface PlansDependencies {
  readonly cycles: CyclesService;
  /** Returns the time that periods are measured by: the database's. */
  now(db: Db): Promise<Date>;
}

/** Creates a {@link PlansService} that applies each `uniqueKey` once. */
export function createPlansService({ cycles, now }: PlansDependencies): PlansService {
  const changeOnce = async (
    tx: Tx,
    change: PlanChange,
    apply: (context: PlanChangeContext) => Promise<PlanState>,
  ): Promise<void> => {
    const state = await lockPlanState(tx, change.organizationId);
    if (!state) throw unknownOrganization();
    if (await hasPlanChange(tx, change)) return;
    const moment = await now(tx);
    const context = { cycles, tx, state, moment, uniqueKey: change.uniqueKey };
    const changed = await cycles.catchUp(tx, await apply(context), moment);
    await insertPlanChange(tx, { ...change, ...changed });
    await updatePlanState(tx, changed);
  };
  return {
    setPaidPlan: (tx, { tier, periodStart, startsCycle, ...change }) =>
      changeOnce(tx, change, (context) =>
        applyPaidPlan(context, { tier, periodStart, startsCycle }),
      ),
    endPaidPlan: (tx, { endedAt, isRevoked, ...change }) =>
      changeOnce(tx, change, (context) => applyPaidPlanEnd(context, { endedAt, isRevoked })),
    addLifetimeCode: (tx, change) => changeOnce(tx, change, applyLifetimeCode),
    planOf: async (db, organizationId) => {
      const state = await findPlanState(db, organizationId);
      if (!state) throw unknownOrganization();
      const { tier, creditsPerCycle, storageLimitBytes, lifetimeCodes, cycle } = state;
      const terms = { tier, creditsPerCycle, storageLimitBytes, lifetimeCodes };
      return { ...terms, cycleStartedAt: cycle.startedAt, cycleEndsAt: cycle.endsAt };
    },
  };
}

const unknownOrganization = (): Error => new Error('the organisation of a plan does not exist');
