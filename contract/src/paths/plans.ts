/** A plan and its limits. Prices and ids are those of specification §9. */
export interface Plan {
  readonly tier: PlanTier;
  readonly name: string;
  readonly monthly: { readonly planId: number; readonly priceCents: number } | null;
  readonly annual: { readonly planId: number; readonly priceCents: number } | null;
  /** Credits granted at the start of each cycle; null if agreed by contract. */
  readonly creditsPerCycle: number | null;
  /**
   * Treatment of the plan's unused credits at the end of a cycle. Credits that roll over never
   * exceed twice the grant.
   */
  readonly unusedCredits: 'expire' | 'roll_over';
  readonly storageBytes: number | null;
  /** Days after which a screenshot is deleted unless its request says otherwise; null: never. */
  readonly retentionDays: number | null;
  /** Maximum captures of one organisation that run at the same time in one worker process. */
  readonly concurrency: number;
}

/** Stable names of the plans in the database and in the queue. */
export const planTiers = ['free', 'basic', 'advanced', 'lifetime', 'enterprise'] as const;
/** One of the {@link planTiers}. */
export type PlanTier = (typeof planTiers)[number];

const gibibyte = 1024 ** 3;

/**
 * All plans, cheapest first; the figures of Lifetime are those of one code. The specification does
 * not define free storage: half a gigabyte, documented.
 */
export const plans = [
  {
    tier: 'free',
    name: 'Free',
    monthly: null,
    annual: null,
    creditsPerCycle: 100,
    unusedCredits: 'expire',
    storageBytes: gibibyte / 2,
    retentionDays: null,
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
    retentionDays: null,
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
    retentionDays: null,
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
    retentionDays: null,
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
    retentionDays: null,
    concurrency: 24,
  },
] as const satisfies readonly Plan[];

/** Wire ids of the plans that cannot be bought by id. */
export const nonPurchasablePlanIds = { free: 1, lifetime: 7 } as const;

/** Maximum lifetime codes that one organisation can stack; each adds its credits and storage. */
export const maxLifetimeCodes = 5;

/** A plan with its billing cycle. */
export interface PlanOffer {
  readonly plan: Plan;
  readonly planId: number;
  readonly billingCycle: 'MONTHLY' | 'YEARLY';
  readonly priceCents: number;
}

/** All plans that can be bought: ids 2, 4, 5 and 6. */
export const planOffers: readonly PlanOffer[] = plans
  .filter((plan) => plan.tier !== 'enterprise')
  .flatMap((plan: Plan) => [
    ...(plan.monthly ? [{ plan, ...plan.monthly, billingCycle: 'MONTHLY' as const }] : []),
    ...(plan.annual ? [{ plan, ...plan.annual, billingCycle: 'YEARLY' as const }] : []),
  ]);

/**
 * Price of one capture. Unit: credits. It depends on the request only, so the price at acceptance
 * is the price at the end.
 */
export interface CreditPrices {
  readonly capture: number;
  readonly fullPage: number;
  readonly retina: number;
}

/** Default prices: 1 for a capture, 1 more for the full page, 1 more for high resolution. */
export const defaultCreditPrices: CreditPrices = { capture: 1, fullPage: 1, retina: 1 };
