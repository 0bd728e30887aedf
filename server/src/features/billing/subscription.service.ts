import type { PlanChange } from '@shotwright/contract';
import type { PaymentProvider, ProviderInvoice } from '../../adapters/payments/payment-provider.ts';
import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DiscountsService } from '../coupons/discounts.service.ts';
import type { OrganizationPlan, PlansService } from '../organizations/plans.service.ts';
import { findAccount, putCancelReason, type BillingAccount } from './billing.store.ts';
import { requireProvider } from './require-provider.ts';
import {
  asProviderOffer,
  startOf,
  currency,
  findOffer,
  notAvailable,
  requireOffer,
  type PaidOffer,
} from './offers.rules.ts';
import { isLive } from './plan-transition.rules.ts';
import type { SyncSubscription } from './sync-subscription.service.ts';

/** Dependencies of the subscription service. */
export interface SubscriptionDependencies extends Pick<DiscountsService, 'codesOf'> {
  readonly db: Database;
  /** Undefined if this installation sells nothing. */
  readonly provider: PaymentProvider | undefined;
  readonly plans: Pick<PlansService, 'planOf'>;
  readonly sync: SyncSubscription;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly supportEmail: string;
}

/** An organisation's plan with its subscription. */
export interface SubscriptionState {
  readonly plan: OrganizationPlan;
  readonly account: BillingAccount | undefined;
  readonly codes: readonly string[];
  readonly isCheckoutAvailable: boolean;
}

interface Change {
  readonly organizationId: string;
  readonly planId: number;
}

/**
 * A running subscription. Changes throw `no_subscription`, `plan_not_available`,
 * `payment_declined`, `checkout_unavailable`.
 */
export interface SubscriptionService {
  read(organizationId: string): Promise<SubscriptionState>;
  preview(input: Change): Promise<PlanChange>;
  /**
   * An upgrade takes effect now and the difference is charged; a downgrade takes effect with the
   * next period.
   */
  change(input: Change): Promise<void>;
  cancel(input: { readonly organizationId: string; readonly reason: string | null }): Promise<void>;
  /**
   * Cancels the subscription unless it is cancelled or there is none, and closes an open checkout. Throws
   * `checkout_unavailable` if the provider does not respond.
   */
  endRenewal(organizationId: string): Promise<void>;
  /** Reverts a cancellation or a pending change. */
  resume(organizationId: string): Promise<void>;
  openPortal(organizationId: string): Promise<string>;
  listInvoices(organizationId: string): Promise<ProviderInvoice[]>;
}

interface Running {
  readonly provider: PaymentProvider;
  readonly subscriptionId: string;
  readonly offer: PaidOffer;
  readonly periodEnd: Date;
  /** True if the subscription ends with its period or changes to another plan then. */
  readonly isToChange: boolean;
}

/**
 * Creates a {@link SubscriptionService}. The result of a change is read back from the provider, as
 * with every event.
 */
export function createSubscriptionService(deps: SubscriptionDependencies): SubscriptionService {
  const { db, sync } = deps;
  const findRunning: FindRunning = async (organizationId) => {
    const account = await findAccount(db, organizationId);
    const running = runningOf(account);
    if (!running) throw noSubscription();
    return { ...running, provider: requireProvider(deps.provider) };
  };
  const target = async ({ organizationId, planId }: Change) => {
    const offer = requireOffer(planId, deps.supportEmail);
    const running = await findRunning(organizationId);
    const isPresent = running.offer.planId === planId;
    if (isPresent && !running.isToChange) throw notAvailable('This is your current plan.');
    return {
      offer,
      running,
      begin: isPresent ? 'resumed' : startOf(running.offer, offer),
    } as const;
  };
  return {
    // One snapshot, because plan and subscription change together.
    read: (organizationId) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => ({
          plan: await deps.plans.planOf(tx, organizationId),
          account: await findAccount(tx, organizationId),
          codes: await deps.codesOf(tx, organizationId),
          isCheckoutAvailable: deps.provider !== undefined,
        })),
    preview: async (input) => {
      const { offer, running, begin } = await target(input);
      const { subscriptionId } = running;
      const isNow = begin === 'now';
      const { dueNowCents } = isNow
        ? await running.provider.previewChange({ subscriptionId, offer: asProviderOffer(offer) })
        : { dueNowCents: 0 };
      const effectiveAt = isNow ? deps.clock.now() : running.periodEnd;
      return presentChange({ offer, effectiveAt, dueNowCents, isNow });
    },
    change: async (input) => {
      const { offer, running, begin } = await target(input);
      const { provider, subscriptionId } = running;
      const change = { subscriptionId, offer: asProviderOffer(offer) };
      if (begin === 'now') await provider.changeNow(change);
      else if (begin === 'period_end') await provider.changeAtPeriodEnd(change);
      else await provider.resume(subscriptionId);
      await sync({ subscriptionId });
    },
    ...endings(deps, findRunning),
    ...hostedPages(deps),
  };
}

type FindRunning = (organizationId: string) => Promise<Running>;

function endings(
  deps: SubscriptionDependencies,
  findRunning: FindRunning,
): Pick<SubscriptionService, 'cancel' | 'endRenewal' | 'resume'> {
  const { db, sync } = deps;
  return {
    endRenewal: async (organizationId) => {
      const account = await findAccount(db, organizationId);
      const checkoutId = account?.openCheckoutId ?? null;
      if (checkoutId !== null) await requireProvider(deps.provider).expireCheckout(checkoutId);
      const running = runningOf(account);
      if (!running || account?.status === 'CANCELLED') return;
      const { subscriptionId } = running;
      await requireProvider(deps.provider).cancelAtPeriodEnd({ subscriptionId, reason: null });
      await sync({ subscriptionId });
    },
    cancel: async ({ organizationId, reason }) => {
      const { provider, subscriptionId } = await findRunning(organizationId);
      await provider.cancelAtPeriodEnd({ subscriptionId, reason });
      await putCancelReason(db, { organizationId, reason });
      await sync({ subscriptionId });
    },
    resume: async (organizationId) => {
      const { provider, subscriptionId } = await findRunning(organizationId);
      await provider.resume(subscriptionId);
      await putCancelReason(db, { organizationId, reason: null });
      await sync({ subscriptionId });
    },
  };
}

function hostedPages(
  deps: SubscriptionDependencies,
): Pick<SubscriptionService, 'openPortal' | 'listInvoices'> {
  const { db } = deps;
  return {
    openPortal: async (organizationId) => {
      const provider = requireProvider(deps.provider);
      const account = await findAccount(db, organizationId);
      if (!account || account.customerId === null) throw noSubscription();
      const returnUrl = `${deps.publicUrl}/dashboard/billing`;
      return provider.createPortal({ customerId: account.customerId, returnUrl });
    },
    listInvoices: async (organizationId) => {
      const account = await findAccount(db, organizationId);
      if (!account || account.customerId === null) return [];
      return requireProvider(deps.provider).listInvoices(account.customerId);
    },
  };
}

function runningOf(account: BillingAccount | undefined): Omit<Running, 'provider'> | undefined {
  if (!account || !isLive(account)) return undefined;
  const { subscriptionId, periodEnd, planId, nextPlanId, status } = account;
  const offer = findOffer(planId);
  if (subscriptionId === null || periodEnd === null || !offer) return undefined;
  const isToChange = status === 'CANCELLED' || nextPlanId !== null;
  return { subscriptionId, offer, periodEnd, isToChange };
}

function presentChange(input: {
  readonly offer: PaidOffer;
  readonly effectiveAt: Date;
  readonly dueNowCents: number;
  readonly isNow: boolean;
}): PlanChange {
  const { offer } = input;
  return {
    planId: offer.planId,
    planName: offer.plan.name,
    billingCycle: offer.billingCycle,
    takesEffect: input.isNow ? 'now' : 'period_end',
    effectiveAt: input.effectiveAt.toISOString(),
    dueNowCents: input.dueNowCents,
    nextPaymentCents: offer.priceCents,
    currency,
    creditsPerCycle: offer.plan.creditsPerCycle ?? 0,
  };
}

function noSubscription(): AppError {
  return new AppError({
    code: 'no_subscription',
    message: 'You have no active subscription. Choose a plan first.',
  });
}
