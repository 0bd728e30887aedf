import {
  planOffers,
  plans,
  unsoldPlanIds,
  type BillingCycle,
  type PlanTier,
  type Subscription,
} from '@shotwright/contract';
import { formatCount } from '../../lib/format.ts';
import { billingMessages as words } from '../../lib/messages/billing.ts';
import { trust } from '../../lib/trust.ts';
import type { Tone } from '../../ui/badge.tsx';

/** What one pays: a rhythm of the toggle. */
export type PaidCycle = 'monthly' | 'annual';

/** The plan of the account as the screen needs it, whatever of it the server left out. */
export interface CurrentPlan {
  /** Null: a plan this dashboard does not know. */
  readonly tier: PlanTier | null;
  readonly planId: number;
  readonly name: string;
  readonly status: string;
  readonly fees: string;
  readonly billingCycle: BillingCycle;
  readonly period: { readonly start: string; readonly end: string } | null;
  /** Granted with each cycle. */
  readonly credits: number | null;
  readonly isLifetime: boolean;
  readonly isPaid: boolean;
  /** Ends with its period, and can be resumed until then. */
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

/** Reads a subscription; without one the account is on Free, with status INACTIVE. Source: specification §4, RL-16. */
export function readPlan(subscription: Subscription): CurrentPlan {
  const { subscriptionPlan, dataToDisplay, codesApplied, isCheckoutAvailable } =
    trust<LooseSubscription>(subscription);
  const plan = subscriptionPlan?.plan;
  const billingCycle = plan?.billingCycle ?? 'MONTHLY';
  const isLifetime = dataToDisplay?.isLTDPlan ?? billingCycle === 'ONE_TIME';
  const planId = plan?.id ?? unsoldPlanIds.free;
  const tier = isLifetime ? 'lifetime' : tierOf(planId);
  const isPaid = dataToDisplay?.isPaidPlan ?? (tier !== 'free' && tier !== null);
  return {
    tier,
    planId,
    name: dataToDisplay?.planName ?? plan?.name ?? words.free,
    status: subscriptionPlan?.status ?? words.inactive,
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

/** ACTIVE green, CANCELLED red, anything else yellow. Source: specification §4. */
export function statusTone(status: string): Tone {
  if (status === 'ACTIVE') return 'green';
  return status === 'CANCELLED' ? 'red' : 'amber';
}

/** Cents as `$9`, `$8.25`; whole amounts without cents. */
export function formatMoney(cents: number, currency = 'usd'): string {
  return moneyFormat(currency, cents % 100 === 0 ? 0 : 2).format(cents / 100);
}

/** Cents as `$9.00`, for columns that line up. */
export function formatAmount(cents: number, currency: string): string {
  return moneyFormat(currency, 2).format(cents / 100);
}

/** The plan of a tier in the catalogue. */
export function factsOf(tier: PlanTier | null) {
  return plans.find((plan) => plan.tier === tier);
}

/** The tier of a plan's id on the wire; null where it is none of ours. */
export function tierOf(planId: number): PlanTier | null {
  if (planId === unsoldPlanIds.free) return 'free';
  if (planId === unsoldPlanIds.lifetime) return 'lifetime';
  if (planId === 0) return 'enterprise';
  return planOffers.find((offer) => offer.planId === planId)?.plan.tier ?? null;
}

/** What happens to the unused credits of a plan, in words; null where that is agreed by contract. Source: specification §9. */
export function unusedWords(tier: PlanTier | null): string | null {
  const credits = factsOf(tier)?.creditsPerCycle ?? null;
  if (credits === null) return null;
  return tier === 'free' || tier === 'lifetime'
    ? words.unusedExpire
    : words.unusedRollOver(formatCount(2 * credits));
}

/** A year in single months less a year at once: cents, and whole months of it. */
export function savingOf(plan: {
  readonly monthly: { readonly priceCents: number } | null;
  readonly annual: { readonly priceCents: number } | null;
}): { readonly cents: number; readonly months: number } | null {
  if (plan.monthly === null || plan.annual === null) return null;
  const cents = 12 * plan.monthly.priceCents - plan.annual.priceCents;
  return cents <= 0 ? null : { cents, months: Math.floor(cents / plan.monthly.priceCents) };
}

/** The offer of a plan's id: what it is called with its rhythm, and its plan. */
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
