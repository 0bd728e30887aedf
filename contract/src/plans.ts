/** What a plan gives; prices and ids as the specification's §9 has them. */
export interface Plan {
  readonly tier: PlanTier;
  readonly name: string;
  readonly monthly: { readonly planId: number; readonly priceCents: number } | null;
  readonly annual: { readonly planId: number; readonly priceCents: number } | null;
  /** Credits granted at the start of each cycle; null where it is agreed by contract. */
  readonly creditsPerCycle: number | null;
  /** What happens to credits of the plan that are left at the end of a cycle; those that roll over never exceed twice the grant. */
  readonly unusedCredits: 'expire' | 'roll_over';
  readonly storageBytes: number | null;
  /** Captures of one organisation that may run at a time in one worker process. */
  readonly concurrency: number;
}

/** A plan's stable name in the database and in the queue. */
export type PlanTier = 'free' | 'basic' | 'advanced' | 'lifetime' | 'enterprise';

const gibibyte = 1024 ** 3;

/** All plans, cheapest first; Lifetime's figures are those of one code. Free storage is not in the specification: half a gigabyte, documented. */
export const plans = [
  {
    tier: 'free',
    name: 'Free',
    monthly: null,
    annual: null,
    creditsPerCycle: 100,
    unusedCredits: 'expire',
    storageBytes: gibibyte / 2,
    concurrency: 4,
  },
  {
    tier: 'basic',
    name: 'Basic',
    monthly: { planId: 2, priceCents: 900 },
    annual: { planId: 4, priceCents: 9_900 },
    creditsPerCycle: 1_000,
    unusedCredits: 'roll_over',
    storageBytes: 2 * gibibyte,
    concurrency: 6,
  },
  {
    tier: 'advanced',
    name: 'Advanced',
    monthly: { planId: 5, priceCents: 2_900 },
    annual: { planId: 6, priceCents: 29_000 },
    creditsPerCycle: 5_000,
    unusedCredits: 'roll_over',
    storageBytes: 5 * gibibyte,
    concurrency: 12,
  },
  {
    tier: 'lifetime',
    name: 'Lifetime',
    monthly: null,
    annual: null,
    creditsPerCycle: 1_000,
    unusedCredits: 'expire',
    storageBytes: 2 * gibibyte,
    concurrency: 6,
  },
  {
    tier: 'enterprise',
    name: 'Enterprise',
    monthly: { planId: 0, priceCents: 0 },
    annual: null,
    creditsPerCycle: null,
    unusedCredits: 'roll_over',
    storageBytes: null,
    concurrency: 24,
  },
] as const satisfies readonly Plan[];

/** Ids on the wire of the plans that cannot be bought by their id. */
export const unsoldPlanIds = { free: 1, lifetime: 7 } as const;

/** How many codes of the lifetime deal one account can stack; each adds its credits and storage. */
export const maxLifetimeCodes = 5;

/** A plan with the rhythm it is paid in. */
export interface PlanOffer {
  readonly plan: Plan;
  readonly planId: number;
  readonly billingCycle: 'MONTHLY' | 'YEARLY';
  readonly priceCents: number;
}

/** Everything that can be bought: ids 2, 4, 5 and 6. */
export const planOffers: readonly PlanOffer[] = plans
  .filter((plan) => plan.tier !== 'enterprise')
  .flatMap((plan: Plan) => [
    ...(plan.monthly ? [{ plan, ...plan.monthly, billingCycle: 'MONTHLY' as const }] : []),
    ...(plan.annual ? [{ plan, ...plan.annual, billingCycle: 'YEARLY' as const }] : []),
  ]);

/** What one capture costs. Units: credits. Deterministic from the request, so the price at accept is the price at the end. */
export interface CreditPrices {
  readonly capture: number;
  readonly fullPage: number;
  readonly retina: number;
}

/** 1 for a capture, 1 more for the full page, 1 more for high resolution. */
export const defaultCreditPrices: CreditPrices = { capture: 1, fullPage: 1, retina: 1 };
