import type {
  PaymentProvider,
  ProviderSubscription,
} from '../../adapters/payments/payment-provider.ts';
import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { DiscountsService } from '../coupons/discounts.service.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { PlansService } from '../organizations/plans.service.ts';
import {
  findAccount,
  findBillingContact,
  findSubscriber,
  hasOrganization,
  lockAccount,
  putOpenCheckout,
  putSubscription,
  recordEvent,
  type BillingAccount,
} from './billing.store.ts';
import { dollars, priceLabel, findOffer } from './offers.rules.ts';
import {
  transitionOf,
  isOther,
  paidPeriodOf,
  statusOf,
  type PlanTransition,
} from './plan-transition.rules.ts';

/** Dependencies of the subscription synchronisation. */
export interface SyncDependencies extends Pick<DiscountsService, 'useDiscount'> {
  readonly db: Database;
  /** Throws `checkout_unavailable` if none is configured. */
  readonly provider: () => PaymentProvider;
  readonly plans: Pick<PlansService, 'setPaidPlan' | 'endPaidPlan'>;
  readonly enqueueMail: MailService['enqueueMail'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Outcome of a synchronisation. `repeated`: the event was applied before. `foreign`: the
 * subscription belongs to none of our organisations.
 */
export type SyncOutcome = 'applied' | 'repeated' | 'foreign';

/**
 * Reads a subscription from the provider and applies it to the organisation's plan. For any cause
 * and order of calls, the last one leaves the provider's state. An event is recorded in the
 * transaction of its effect.
 */
export type SyncSubscription = (input: {
  readonly subscriptionId: string;
  readonly event?: { readonly id: string; readonly type: string };
}) => Promise<SyncOutcome>;

const maxReadings = 8;

/**
 * Creates a {@link SyncSubscription} that repeats a reading if another one was written in between.
 */
export function createSyncSubscription(deps: SyncDependencies): SyncSubscription {
  const { db, logger } = deps;
  return async ({ subscriptionId, event }) => {
    const provider = deps.provider();
    let organizationId = await findSubscriber(db, subscriptionId);
    for (let reading = 0; reading < maxReadings; reading += 1) {
      // Read before the subscription: a write in between invalidates this reading.
      const known =
        organizationId === undefined ? undefined : await findAccount(db, organizationId);
      const subscription = await provider.findSubscription(subscriptionId);
      if (organizationId === undefined) {
        organizationId = await ownerOf(db, subscription);
        if (organizationId === undefined) return 'foreign';
        continue;
      }
      if (!subscription) return 'foreign';
      if (isOther(known, subscriptionId) && subscription.state !== 'over') {
        logger.warn({ organizationId, subscriptionId }, 'a second plan was paid; ending it');
        await provider.endNow({ subscriptionId, because: 'duplicate' });
        continue;
      }
      const version = known?.version ?? 0;
      const reason = { organizationId, version, subscription, ...(event && { event }) };
      const outcome = await inTransaction(db, (tx) => apply(deps, tx, reason));
      if (outcome !== 'stale') return outcome;
    }
    throw new AppError({
      code: 'unavailable',
      message: 'The subscription was changed at the same time. Please try again.',
      retryAfterSeconds: 5,
    });
  };
}

async function ownerOf(
  db: Db,
  subscription: ProviderSubscription | undefined,
): Promise<string | undefined> {
  const organizationId = subscription?.organizationId ?? '';
  return (await hasOrganization(db, organizationId)) ? organizationId : undefined;
}

interface Snapshot {
  readonly organizationId: string;
  readonly version: number;
  readonly subscription: ProviderSubscription;
  readonly event?: { readonly id: string; readonly type: string };
}

async function apply(
  deps: SyncDependencies,
  tx: Tx,
  { organizationId, version, subscription, event }: Snapshot,
): Promise<SyncOutcome | 'stale'> {
  const account = await lockAccount(tx, organizationId);
  if (!account) return 'foreign';
  if (account.version !== version) return 'stale';
  if (event && !(await recordEvent(tx, { ...event, organizationId }))) return 'repeated';
  if (isOther(account, subscription.id)) return 'applied';
  const transition = transitionOf(account, subscription);
  const status = statusOf(subscription);
  // A subscription that was never active, or one with an unknown price, leaves no trace.
  if (transition.kind === 'none' && status === 'INACTIVE') return 'applied';
  const uniqueKey = `subscription:${subscription.id}:${version + 1}`;
  await changePlan(deps, tx, { organizationId, transition, uniqueKey });
  await putSubscription(tx, {
    ...paidPeriodOf(account, subscription),
    organizationId,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    nextPlanId: subscription.nextPlanId,
    status,
    planId: findOffer(subscription.planId)?.planId ?? account.planId ?? 0,
  });
  if (transition.kind === 'begin') await afterPurchase(deps, tx, { organizationId, subscription });
  await writeMail(deps, tx, { account, transition, subscription });
  deps.logger.info(
    { organizationId, subscriptionId: subscription.id, transition: transition.kind, status },
    'a subscription was read',
  );
  return 'applied';
}

async function changePlan(
  { plans, clock }: SyncDependencies,
  tx: Tx,
  input: { organizationId: string; transition: PlanTransition; uniqueKey: string },
): Promise<void> {
  const { organizationId, transition, uniqueKey } = input;
  if (transition.kind === 'none') return;
  if (transition.kind === 'end') {
    const now = clock.now();
    const endedAt = transition.endedAt && transition.endedAt < now ? transition.endedAt : now;
    await plans.endPaidPlan(tx, {
      organizationId,
      endedAt,
      isRevoked: transition.isRevoked,
      uniqueKey,
    });
    return;
  }
  const { periodStart, startsCycle, offer } = transition;
  const { tier } = offer;
  await plans.setPaidPlan(tx, { organizationId, tier, periodStart, startsCycle, uniqueKey });
}

async function afterPurchase(
  deps: SyncDependencies,
  tx: Tx,
  input: { organizationId: string; subscription: ProviderSubscription },
): Promise<void> {
  const { organizationId, subscription } = input;
  await putOpenCheckout(tx, { organizationId, sessionId: null });
  const { couponId } = subscription;
  if (couponId !== null) await deps.useDiscount(tx, { organizationId, couponId });
}

async function writeMail(
  { enqueueMail }: SyncDependencies,
  tx: Tx,
  input: {
    account: BillingAccount;
    transition: PlanTransition;
    subscription: ProviderSubscription;
  },
): Promise<void> {
  const { account, transition, subscription } = input;
  const isNewlyLate = subscription.state === 'late' && account.status !== 'PAST_DUE';
  if (transition.kind === 'none' && !isNewlyLate) return;
  const payer = await findBillingContact(tx, account);
  if (!payer) return;
  const to = { to: payer.email, firstName: payer.firstName };
  if (transition.kind === 'end') {
    const planName = findOffer(account.planId)?.plan.name ?? 'paid';
    await enqueueMail(tx, { template: 'plan_ended', ...to, planName });
    return;
  }
  if (isNewlyLate) {
    const planName = findOffer(subscription.planId)?.plan.name ?? 'paid';
    await enqueueMail(tx, { template: 'payment_failed', ...to, planName });
    return;
  }
  // A period that only moved does not warrant an email.
  const isSame = transition.kind === 'change' && transition.offer.planId === account.planId;
  if (transition.kind === 'none' || isSame) return;
  const { offer } = transition;
  await enqueueMail(tx, {
    template: transition.kind === 'begin' ? 'plan_bought' : 'plan_changed',
    ...to,
    planName: offer.plan.name,
    fees: priceLabel(offer),
    paid: dollars(subscription.lastPaidCents),
    creditsPerCycle: offer.plan.creditsPerCycle ?? 0,
  });
}
