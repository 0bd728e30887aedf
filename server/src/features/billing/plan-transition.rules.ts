import type { SubscriptionStatus } from '@shotwright/contract';
import type { ProviderSubscription } from '../../adapters/payments/payment-provider.ts';
import type { BillingAccount } from './billing.store.ts';
import { findOffer, type PaidOffer } from './offers.rules.ts';

/** Effect of a subscription reading on the organisation's plan. */
export type PlanTransition =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'begin' | 'change';
      readonly offer: PaidOffer;
      readonly periodStart: Date;
      /** True if a new credit cycle starts with the period. */
      readonly startsCycle: boolean;
    }
  | { readonly kind: 'end'; readonly endedAt: Date | null; readonly isRevoked: boolean };

/** True if the plan is paid for. */
export function isLive(account: Pick<BillingAccount, 'status'> | undefined): boolean {
  return account !== undefined && account.status !== 'INACTIVE';
}

/** True if the account has a live subscription other than this one. */
export function isOther(account: BillingAccount | undefined, subscriptionId: string): boolean {
  return isLive(account) && account?.subscriptionId !== subscriptionId;
}

/** Maps the provider's state to ours. Source: specification §4. */
export function statusOf(subscription: ProviderSubscription): SubscriptionStatus {
  if (subscription.state === 'over' || !findOffer(subscription.planId)) return 'INACTIVE';
  if (subscription.isCancelledAtPeriodEnd) return 'CANCELLED';
  return subscription.state === 'late' ? 'PAST_DUE' : 'ACTIVE';
}

/** Compares the last known state with the current one; the events in between do not matter. */
export function transitionOf(account: BillingAccount, now: ProviderSubscription): PlanTransition {
  const offer = findOffer(now.planId);
  const { periodStart } = now;
  const wasLive = isLive(account);
  if (statusOf(now) === 'INACTIVE' || !offer)
    return wasLive
      ? { kind: 'end', endedAt: now.endedAt, isRevoked: now.isRevoked }
      : { kind: 'none' };
  if (!wasLive) return { kind: 'begin', offer, periodStart, startsCycle: true };
  const isOtherTier = findOffer(account.planId)?.tier !== offer.tier;
  if (isUnpaidRenewal(account, now)) return { kind: 'none' };
  const isOtherPeriod = account.periodStart?.getTime() !== periodStart.getTime();
  const followsOn = account.periodEnd?.getTime() === periodStart.getTime();
  // A consecutive period does not affect the credits, because their cycles renew independently.
  if (!isOtherTier && (!isOtherPeriod || followsOn)) return { kind: 'none' };
  return { kind: 'change', offer, periodStart, startsCycle: isOtherPeriod };
}

/** Returns the paid period: the previous one while the payment of a renewal is pending. */
export function paidPeriodOf(
  account: BillingAccount,
  now: ProviderSubscription,
): Pick<ProviderSubscription, 'periodStart' | 'periodEnd'> {
  const { periodStart, periodEnd } = account;
  const isUnchanged = isLive(account) && isUnpaidRenewal(account, now);
  return isUnchanged && periodStart && periodEnd ? { periodStart, periodEnd } : now;
}

function isUnpaidRenewal(account: BillingAccount, now: ProviderSubscription): boolean {
  return now.state === 'late' && findOffer(account.planId)?.tier === findOffer(now.planId)?.tier;
}
