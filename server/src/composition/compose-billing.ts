import { join, resolve } from 'node:path';
import type { LocalPayments } from '../demo/payments/local-payments.ts';
import type { PaymentProvider } from '../adapters/payments/payment-provider.ts';
import type { StripeConnection } from '../adapters/payments/stripe-payments.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import type { Config } from '../config/config.ts';
import { billingRoutes } from '../features/billing/billing.routes.ts';
import { createCheckoutService } from '../features/billing/checkout.service.ts';
import { createPaymentEventsService } from '../features/billing/payment-events.service.ts';
import { requireProvider } from '../features/billing/require-provider.ts';
import {
  createSubscriptionService,
  type SubscriptionService,
} from '../features/billing/subscription.service.ts';
import { createSyncSubscription } from '../features/billing/sync-subscription.service.ts';
import type { DiscountsService } from '../features/coupons/discounts.service.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import type { PlansService } from '../features/organizations/plans.service.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { KeyRing } from '../lib/crypto.ts';

type BillingInput = ModuleContext &
  Pick<MailService, 'enqueueMail'> & {
    readonly plans: PlansService;
    readonly discounts: DiscountsService;
  };

/** Paid plans. `localPayments` is set if this process serves the test provider itself. */
export interface BillingModule extends FeatureModule, Pick<SubscriptionService, 'endRenewal'> {
  readonly localPayments: LocalPayments | undefined;
}

/** Builds paid plans. Without billing, there is no renewal to end. */
export async function composeBilling(input: BillingInput): Promise<BillingModule> {
  const { config, logger, plans, enqueueMail, discounts } = input;
  const { db, keyRing } = input.data;
  const { publicUrl, supportEmail } = config;
  const localPayments = await localPaymentsOf(config, keyRing);
  const provider = config.billing
    ? await providerOf(connectionOf(config, localPayments))
    : undefined;
  const sync = createSyncSubscription({
    ...discounts,
    db,
    provider: () => requireProvider(provider),
    plans,
    enqueueMail,
    clock,
    logger,
  });
  const shared = { ...discounts, db, provider, plans, sync, clock, publicUrl, supportEmail };
  const subscriptions = createSubscriptionService(shared);
  return {
    localPayments,
    endRenewal: async (organizationId) => {
      if (config.billing) await subscriptions.endRenewal(organizationId);
    },
    routes: billingRoutes({
      checkout: createCheckoutService(shared),
      subscriptions,
      events: createPaymentEventsService({ db, provider, sync, logger }),
    }),
    handlers: [],
    schedules: [],
  };
}

function connectionOf(
  { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret }: Config,
  local: LocalPayments | undefined,
): (() => StripeConnection) | undefined {
  if (local) return () => local.connection();
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return () => ({ secretKey, webhookSecret });
}

async function providerOf(
  connection: (() => StripeConnection) | undefined,
): Promise<PaymentProvider | undefined> {
  if (!connection) return undefined;
  // The SDK is large; installations without payments do not load it.
  const { createStripePayments } = await import('../adapters/payments/stripe-payments.ts');
  return createStripePayments(connection);
}

async function localPaymentsOf(
  config: Config,
  keyRing: KeyRing,
): Promise<LocalPayments | undefined> {
  if (!config.localPayments) return undefined;
  const { createLocalPayments } = await import('../demo/payments/local-payments.ts');
  const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${config.port}`;
  return createLocalPayments({
    stateFile: join(resolve(config.dataDir), 'test-payments.json'),
    publicUrl: config.publicUrl,
    eventsUrl: `http://${authority}/api/v1/payments/events`,
    secretKey: `sk_test_${keyRing.sign('payments', 'key')}`,
    webhookSecret: `whsec_${keyRing.sign('payments', 'events')}`,
    clock,
  });
}
