import { plans, type Plan, type PlanTier } from '@shotwright/contract';

/** Limits and credits of a plan. */
export interface PlanTerms {
  readonly tier: PlanTier;
  readonly creditsPerCycle: number;
  /** Unit: bytes; null means no limit. */
  readonly storageLimitBytes: number | null;
}

/** Returns the terms of a plan; those of the lifetime plan grow with the number of codes. */
export function termsOf(tier: PlanTier, lifetimeCodes: number): PlanTerms {
  const { creditsPerCycle, storageBytes } = planOf(tier);
  const times = tier === 'lifetime' ? lifetimeCodes : 1;
  return {
    tier,
    creditsPerCycle: (creditsPerCycle ?? 0) * times,
    storageLimitBytes: storageBytes === null ? null : storageBytes * times,
  };
}

/** Returns the display name of a plan. */
export function nameOf(tier: PlanTier): string {
  return planOf(tier).name;
}

/**
 * Maximum number of unused plan credits that carry over to the next cycle, whose full grant is
 * added. Limited so that the total never exceeds twice the grant.
 */
export function rollOverLimitOf(tier: PlanTier, creditsPerCycle: number): number {
  return hasRollOver(tier) ? creditsPerCycle : 0;
}

/** True if unused credits of the plan carry over to the next cycle. */
export function hasRollOver(tier: PlanTier): boolean {
  return planOf(tier).unusedCredits === 'roll_over';
}

function planOf(tier: PlanTier): Plan {
  const plan = plans.find((candidate) => candidate.tier === tier);
  if (!plan) throw new Error(`there is no plan ${tier}`);
  return plan;
}
