import { plans, type Plan, type PlanTier } from '@shotwright/contract/paths';
import { formatDate } from '../../lib/format/format.ts';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { offerOf, tierOf, type CurrentPlan, type PaidCycle } from './billing.rules.ts';

/** Action of the button on a plan card. */
export type PlanAction =
  | { readonly kind: 'none'; readonly label: string }
  | { readonly kind: 'contact'; readonly label: string }
  | { readonly kind: 'checkout' | 'change'; readonly label: string; readonly planId: number }
  | { readonly kind: 'cancel' | 'resume'; readonly label: string };

/** Plans shown side by side; lifetime deals are described below them. */
export const shownPlans: readonly Plan[] = plans.filter((plan) => plan.tier !== 'lifetime');

const rank: Readonly<Record<PlanTier, number>> = {
  free: 0,
  basic: 1,
  advanced: 2,
  lifetime: 2,
  enterprise: 3,
};

/**
 * True if the card shows the current plan; with status CANCELLED no card does. Source:
 * specification §4.
 */
export function isCurrent(current: CurrentPlan, plan: Plan, cycle: PaidCycle): boolean {
  if (current.status === 'CANCELLED' || current.tier !== plan.tier) return false;
  return (
    plan.monthly === null || plan.tier === 'enterprise' || current.planId === plan[cycle]?.planId
  );
}

/** Returns the action of a plan card's button for this billing account. */
export function actionOf(current: CurrentPlan, plan: Plan, cycle: PaidCycle): PlanAction {
  if (isCurrent(current, plan, cycle)) return { kind: 'none', label: messages.currentPlan };
  if (plan.tier === 'enterprise') return { kind: 'contact', label: messages.contact };
  if (plan.tier === 'free') return freeAction(current);
  const planId = plan[cycle]?.planId;
  if (planId === undefined) return { kind: 'none', label: messages.choose(plan.name) };
  return paidAction(current, plan, planId);
}

/** Returns the recommended paid plan: the next larger one that can be bought. */
export function suggestedTier(current: CurrentPlan): PlanTier | null {
  if (!current.canBuy || current.isLifetime || isChanging(current) || current.tier === null) {
    return null;
  }
  const next = shownPlans.find(
    (plan) => plan.tier !== 'enterprise' && rank[plan.tier] > rank[current.tier ?? 'enterprise'],
  );
  return next?.tier ?? null;
}

/** Returns a plan's name with its billing cycle: `Basic, annual`. */
export function offerName(planId: number): string {
  const offer = offerOf(planId);
  if (offer === undefined) return tierOf(planId) === 'free' ? messages.free : '';
  const rhythm = offer.billingCycle === 'YEARLY' ? messages.annual : messages.monthly;
  return `${offer.plan.name}, ${rhythm.toLowerCase()}`;
}

/**
 * True if a cancellation or plan change is pending. The current plan's card then offers to revert
 * it, because the page has only one main button.
 */
function isChanging(current: CurrentPlan): boolean {
  return current.isEnding || (current.nextPlanId ?? current.planId) !== current.planId;
}

function freeAction(current: CurrentPlan): PlanAction {
  if (current.isLifetime) return { kind: 'none', label: messages.included };
  if (current.isEnding && current.period !== null) {
    return { kind: 'none', label: messages.startsOn(formatDate(current.period.end)) };
  }
  return current.isPaid
    ? { kind: 'cancel', label: messages.downgradeTo(messages.free) }
    : { kind: 'none', label: messages.included };
}

function paidAction(current: CurrentPlan, plan: Plan, planId: number): PlanAction {
  if (current.nextPlanId === planId && current.period !== null) {
    return { kind: 'none', label: messages.startsOn(formatDate(current.period.end)) };
  }
  if (current.isLifetime || !current.canBuy) {
    return { kind: 'none', label: messages.choose(plan.name) };
  }
  if (!current.isPaid) return { kind: 'checkout', label: messages.choose(plan.name), planId };
  if (current.isEnding && current.planId === planId) {
    return { kind: 'resume', label: messages.resumePlan };
  }
  return { kind: 'change', label: changeLabel(current, plan), planId };
}

function changeLabel(current: CurrentPlan, plan: Plan): string {
  if (current.tier === plan.tier) {
    return current.billingCycle === 'YEARLY' ? messages.switchToMonthly : messages.switchToAnnual;
  }
  return rank[plan.tier] > rank[current.tier ?? 'free']
    ? messages.upgradeTo(plan.name)
    : messages.downgradeTo(plan.name);
}
