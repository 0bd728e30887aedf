import type { Subscription } from '@shotwright/contract';
import {
  planOffers,
  plans,
  nonPurchasablePlanIds,
  type BillingCycle,
  type PlanTier,
} from '@shotwright/contract/paths';
import { formatCount } from '../../lib/format/format.ts';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Billing cycle selected by the toggle. */
export type PaidCycle = 'monthly' | 'annual';

/** Plan of the billing account as the page needs it, with defaults for missing fields. */
export interface CurrentPlan {
  /** Null if the plan is unknown to this dashboard. */
  readonly tier: PlanTier | null;
  readonly planId: number;
  readonly name: string;
  readonly status: string;
  readonly fees: string;
  readonly billingCycle: BillingCycle;
  readonly period: { readonly start: string; readonly end: string } | null;
  /** Credits granted per cycle. */
  readonly credits: number | null;
  readonly isLifetime: boolean;
  readonly isPaid: boolean;
  /** Cancelled at the end of the period; can be resumed until then. */
  readonly isEnding: boolean;
  readonly nextPlanId: number | null;
  readonly codes: readonly string[];
  readonly canBuy: boolean;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };
type LoosePlan = Loose<
  Omit<Subscription['subscriptionPlan'], 'status' | 'plan'> & {
    status: string;
    plan: Loose<Subscription['subscriptionPlan']['plan']>;
  }
>;
interface LooseSubscription {
  readonly subscriptionPlan?: LoosePlan | null;
  readonly dataToDisplay?: Loose<Subscription['dataToDisplay']> | null;
  readonly codesApplied?: unknown;
  readonly isCheckoutAvailable?: boolean;
}

/**
 * Reads a subscription; without one the result is the Free plan with status INACTIVE. Source:
 * specification §4, RL-16.
 */
export function readPlan(subscription: Subscription): CurrentPlan {
  const { subscriptionPlan, dataToDisplay, codesApplied, isCheckoutAvailable } =
    unsafeCast<LooseSubscription>(subscription);
  const plan = subscriptionPlan?.plan;
  const billingCycle = plan?.billingCycle ?? 'MONTHLY';
  const isLifetime = dataToDisplay?.isLTDPlan ?? billingCycle === 'ONE_TIME';
  const planId = plan?.id ?? nonPurchasablePlanIds.free;
  const tier = isLifetime ? 'lifetime' : tierOf(planId);
  const isPaid = dataToDisplay?.isPaidPlan ?? (tier !== 'free' && tier !== null);
  return {
    tier,
    planId,
    name: dataToDisplay?.planName ?? plan?.name ?? messages.free,
    status: subscriptionPlan?.status ?? messages.inactive,
    fees: dataToDisplay?.subscriptionFees ?? '$0',
    billingCycle,
    period: periodOf(subscriptionPlan),
    credits: dataToDisplay?.credits ?? factsOf(tier)?.creditsPerCycle ?? null,
    isLifetime,
    isPaid,
    isEnding: isPaid && !isLifetime && subscriptionPlan?.isCancelledAtPeriodEnd === true,
    nextPlanId: subscriptionPlan?.nextPlanId ?? null,
    codes: Array.isArray(codesApplied) ? codesApplied.map(String) : [],
    canBuy: isCheckoutAvailable !== false,
  };
}

/**
 * Returns the badge colour: green for ACTIVE, red for CANCELLED, yellow for anything else. Source:
 * specification §4.
 */
export function statusTone(status: string): Tone {
  if (status === 'ACTIVE') return 'green';
  return status === 'CANCELLED' ? 'red' : 'amber';
}

/** Formats cents as `$9` or `$8.25`; whole amounts have no cents. */
export function formatMoney(cents: number, currency = 'usd'): string {
  return moneyFormat(currency, cents % 100 === 0 ? 0 : 2).format(cents / 100);
}

/** Formats cents as `$9.00`, so that columns align. */
export function formatAmount(cents: number, currency: string): string {
  return moneyFormat(currency, 2).format(cents / 100);
}

/** Returns the catalogue entry of a plan tier. */
export function factsOf(tier: PlanTier | null) {
  return plans.find((plan) => plan.tier === tier);
}

/** Returns the tier of a plan ID, or null if the ID is unknown. */
export function tierOf(planId: number): PlanTier | null {
  if (planId === nonPurchasablePlanIds.free) return 'free';
  if (planId === nonPurchasablePlanIds.lifetime) return 'lifetime';
  if (planId === 0) return 'enterprise';
  return planOffers.find((offer) => offer.planId === planId)?.plan.tier ?? null;
}

/**
 * Returns a sentence about unused credits of a plan, or null if a contract defines it. Source:
 * specification §9.
 */
export function unusedCreditsText(tier: PlanTier | null): string | null {
  const credits = factsOf(tier)?.creditsPerCycle ?? null;
  if (credits === null) return null;
  return tier === 'free' || tier === 'lifetime'
    ? messages.unusedExpire
    : messages.unusedRollOver(formatCount(2 * credits));
}

/** Savings of one year against twelve single months: cents, and whole months. */
export function savingOf(plan: {
  readonly monthly: { readonly priceCents: number } | null;
  readonly annual: { readonly priceCents: number } | null;
}): { readonly cents: number; readonly months: number } | null {
  if (plan.monthly === null || plan.annual === null) return null;
  const cents = 12 * plan.monthly.priceCents - plan.annual.priceCents;
  return cents <= 0 ? null : { cents, months: Math.floor(cents / plan.monthly.priceCents) };
}

/** Returns the offer of a plan ID: its name, billing cycle and plan. */
export function offerOf(planId: number) {
  return planOffers.find((offer) => offer.planId === planId);
}

function moneyFormat(currency: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function periodOf(plan: LoosePlan | null | undefined): CurrentPlan['period'] {
  const start = plan?.currentPeriodStart;
  const end = plan?.currentPeriodEnd;
  return start && end ? { start, end } : null;
}
