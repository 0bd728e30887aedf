import { plans, type Plan, type PlanTier } from '@shotwright/contract';

/** What an organisation gets by its plan. */
export interface PlanTerms {
  readonly tier: PlanTier;
  readonly creditsPerCycle: number;
  /** Unit: bytes; null: no limit. */
  readonly storageLimitBytes: number | null;
}

/** The terms of a plan; those of the lifetime plan grow with its codes. */
export function termsOf(tier: PlanTier, lifetimeCodes: number): PlanTerms {
  const { creditsPerCycle, storageBytes } = planOf(tier);
  const times = tier === 'lifetime' ? lifetimeCodes : 1;
  return {
    tier,
    creditsPerCycle: (creditsPerCycle ?? 0) * times,
    storageLimitBytes: storageBytes === null ? null : storageBytes * times,
  };
}

/** A plan's name for people. */
export function nameOf(tier: PlanTier): string {
  return planOf(tier).name;
}

/**
 * Of the plan credits a cycle leaves, how many go on to the next, whose grant is given: never so many that there would
 * be more than twice the grant.
 */
export function rollOverLimitOf(tier: PlanTier, creditsPerCycle: number): number {
  return hasRollOver(tier) ? creditsPerCycle : 0;
}

/** Whether credits of the plan that are left at the end of a cycle go on to the next. */
export function hasRollOver(tier: PlanTier): boolean {
  return planOf(tier).unusedCredits === 'roll_over';
}

function planOf(tier: PlanTier): Plan {
  const plan = plans.find((candidate) => candidate.tier === tier);
  if (!plan) throw new Error(`there is no plan ${tier}`);
  return plan;
}
