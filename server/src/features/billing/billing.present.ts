import {
  planOffers,
  plans,
  nonPurchasablePlanIds,
  type Invoice,
  type Subscription,
} from '@shotwright/contract';
import type { ProviderInvoice } from '../../adapters/payments/payment-provider.ts';
import type { BillingAccount } from './billing.store.ts';
import { priceLabel, findOffer } from './offers.rules.ts';
import { isLive } from './plan-transition.rules.ts';
import type { SubscriptionState } from './subscription.service.ts';

/**
 * Converts a plan and its subscription to the wire format of the Billing screen. Source:
 * specification §3.
 */
export function presentSubscription(state: SubscriptionState): Subscription {
  const { plan, codes, isCheckoutAvailable } = state;
  const part = paidPart(state.account) ?? unpaidPart(state);
  return {
    subscriptionPlan: part.subscriptionPlan,
    dataToDisplay: {
      planName: part.subscriptionPlan.plan.name,
      subscriptionFees: part.fees,
      credits: plan.creditsPerCycle,
      isLTDPlan: plan.tier === 'lifetime',
      isPaidPlan: plan.tier !== 'free',
      showUpgrade: plan.tier === 'free' || plan.tier === 'basic',
    },
    codesApplied: [...codes],
    isCheckoutAvailable,
  };
}

interface Part {
  readonly subscriptionPlan: Subscription['subscriptionPlan'];
  readonly fees: string;
}

function paidPart(account: BillingAccount | undefined): Part | undefined {
  const offer = findOffer(account?.planId ?? null);
  if (!account || !isLive(account) || !offer) return undefined;
  const { periodStart, periodEnd, status, nextPlanId } = account;
  if (periodStart === null || periodEnd === null) return undefined;
  return {
    subscriptionPlan: {
      status,
      plan: { id: offer.planId, name: offer.plan.name, billingCycle: offer.billingCycle },
      currentPeriodStart: periodStart.toISOString(),
      currentPeriodEnd: periodEnd.toISOString(),
      isCancelledAtPeriodEnd: status === 'CANCELLED',
      nextPlanId,
    },
    fees: priceLabel(offer),
  };
}

/** Without a subscription the period is the credit cycle. Free is INACTIVE; RL-16. */
function unpaidPart({ plan: { tier, cycleStartedAt, cycleEndsAt } }: SubscriptionState): Part {
  const name = plans.find((plan) => plan.tier === tier)?.name ?? tier;
  return {
    subscriptionPlan: {
      status: tier === 'free' ? 'INACTIVE' : 'ACTIVE',
      plan: { id: idOf(tier), name, billingCycle: tier === 'lifetime' ? 'ONE_TIME' : 'MONTHLY' },
      currentPeriodStart: cycleStartedAt.toISOString(),
      currentPeriodEnd: cycleEndsAt.toISOString(),
      isCancelledAtPeriodEnd: false,
      nextPlanId: null,
    },
    fees: feesWithoutSubscription[tier],
  };
}

const feesWithoutSubscription = {
  free: '$0',
  basic: 'As agreed',
  advanced: 'As agreed',
  lifetime: 'Paid once',
  enterprise: 'As agreed',
} as const;

function idOf(tier: SubscriptionState['plan']['tier']): number {
  if (tier === 'free' || tier === 'lifetime') return nonPurchasablePlanIds[tier];
  return planOffers.find((offer) => offer.plan.tier === tier)?.planId ?? 0;
}

/** Converts an invoice to its wire format. */
export function presentInvoice(invoice: ProviderInvoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number,
    issuedAt: invoice.issuedAt.toISOString(),
    totalCents: invoice.totalCents,
    currency: invoice.currency,
    status: invoice.status,
    pageUrl: invoice.pageUrl,
    pdfUrl: invoice.pdfUrl,
  };
}
