import { defaultCreditPrices } from '@shotwright/contract';
import { sql } from 'kysely';
import type { PaymentProvider } from '../src/adapters/payments/payment-provider.ts';
import type { Database, Db } from '../src/db/transaction.ts';
import {
  createCheckoutService,
  type CheckoutService,
} from '../src/features/billing/checkout.service.ts';
import {
  createPaymentEventsService,
  type PaymentEventsService,
} from '../src/features/billing/payment-events.service.ts';
import {
  createSubscriptionService,
  type SubscriptionService,
} from '../src/features/billing/subscription.service.ts';
import { createSyncSubscription } from '../src/features/billing/sync-subscription.service.ts';
import { discountsService } from '../src/features/coupons/discounts.service.ts';
import { createCreditsService } from '../src/features/credits/credits.service.ts';
import type { Mail } from '../src/features/mail/mail.ts';
import { createCyclesService } from '../src/features/organizations/cycles.service.ts';
import { createOrganizationsService } from '../src/features/organizations/organizations.service.ts';
import { databaseNow } from '../src/features/organizations/organizations.store.ts';
import { createPlansService } from '../src/features/organizations/plans.service.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { insertUser } from './factories.ts';
import { startLocalPayments, type LocalPaymentsRig, type PostedEvent } from './local-payments.ts';

/** The billing services of one process. */
export interface BillingProcess {
  readonly checkout: CheckoutService;
  readonly subscriptions: SubscriptionService;
  readonly events: PaymentEventsService;
}

/** Final billing state of an organisation. */
export interface BillingOutcome {
  readonly status: string;
  readonly planId: number | null;
  readonly nextPlanId: number | null;
  readonly tier: string;
  readonly available: number;
  /** Sum of the ledger. */
  readonly sum: number;
  readonly mails: readonly string[];
}

/** A user of a separate organisation on the Free plan. */
export interface TestPayer {
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Billing over the real database and the test provider; events arrive only when a test passes them
 * on.
 */
export interface BillingRig {
  readonly database: TestDatabase;
  readonly payments: LocalPaymentsRig;
  /** Creates the billing services of another process over `db`. */
  process(
    db: Database,
    other?: { readonly logger?: Logger; readonly provider?: PaymentProvider },
  ): BillingProcess;
  readonly billing: BillingProcess;
  payer(): Promise<TestPayer>;
  /** Buys a plan; returns its events, none of which has been delivered. */
  buy(payer: TestPayer, planId: number): Promise<PostedEvent[]>;
  /** Submits a button of the portal; returns its events. */
  press(payer: TestPayer, button: string): Promise<PostedEvent[]>;
  outcomeOf(payer: TestPayer): Promise<BillingOutcome>;
  close(): Promise<void>;
}

const publicUrl = 'http://localhost:3000';

/** Starts a {@link BillingRig}; close it in `afterAll`. */
export async function startBillingRig(): Promise<BillingRig> {
  const database = await createTestDatabase();
  const payments = await startLocalPayments();
  const { db } = database;
  // Email is enqueued in the transaction that causes it; here into a table whose rows can be
  // counted.
  await sql`create table test_mails (address text, template text)`.execute(db);
  const credits = createCreditsService({ prices: defaultCreditPrices });
  const cycles = createCyclesService(credits);
  const organizations = createOrganizationsService({ db, cycles, now: databaseNow });
  const plans = createPlansService({ cycles, now: databaseNow });
  const billingProcess: BillingRig['process'] = (own, other = {}) => {
    const { provider = payments.provider, logger = silentLogger } = other;
    const shared = { db: own, provider, plans, clock: systemClock, logger, ...discountsService };
    const sync = createSyncSubscription({ ...shared, provider: () => provider, enqueueMail });
    const all = { ...shared, sync, publicUrl, supportEmail: 'help@example.com' };
    return {
      checkout: createCheckoutService(all),
      subscriptions: createSubscriptionService(all),
      events: createPaymentEventsService(all),
    };
  };
  const billing = billingProcess(db);
  const customerOf = async ({ organizationId }: TestPayer): Promise<string> => {
    const url = new URL(await billing.subscriptions.openPortal(organizationId));
    return url.pathname;
  };
  return {
    database,
    payments,
    process: billingProcess,
    billing,
    payer: async () => {
      const organizationId = await db
        .transaction()
        .execute((tx) => organizations.createOrganization(tx, { name: 'Ada' }));
      const { id: userId } = await insertUser(db, { organization_id: organizationId });
      return { organizationId, userId };
    },
    buy: async ({ organizationId, userId }, planId) => {
      await payments.takeEvents();
      const { url } = await billing.checkout.open({
        organizationId,
        userId,
        planId,
        successUrl: `${publicUrl}/dashboard/checkout-success`,
        cancelUrl: `${publicUrl}/dashboard/checkout-cancel`,
      });
      await payments.press(`${new URL(url).pathname}/pay`);
      return payments.takeEvents();
    },
    press: async (payer, button) => {
      const portal = await customerOf(payer);
      await payments.takeEvents();
      await payments.press(`${portal}/${button}`);
      return payments.takeEvents();
    },
    outcomeOf: (payer) => outcomeOf(db, payer),
    close: async () => {
      await payments.close();
      await database.close();
    },
  };
}

async function enqueueMail(db: Db, mail: Mail): Promise<void> {
  await sql`insert into test_mails values (${mail.to}, ${mail.template})`.execute(db);
}

async function outcomeOf(db: Database, payer: TestPayer): Promise<BillingOutcome> {
  const { organizationId } = payer;
  const { rows } = await sql<Omit<BillingOutcome, 'mails'>>`
    select coalesce(b.status, 'INACTIVE') as status, b.plan_id as "planId", b.next_plan_id as "nextPlanId",
      o.plan_tier as tier, a.available,
      (select sum(available_delta)::int from credit_ledger where organization_id = o.id) as sum
    from organizations o join credit_accounts a on a.organization_id = o.id
      left join billing_accounts b on b.organization_id = o.id
    where o.id = ${organizationId}`.execute(db);
  const mails = await sql<{ template: string }>`
    select template from test_mails m join users u on u.email = m.address
    where u.organization_id = ${organizationId} order by m.ctid`.execute(db);
  return { ...rows[0]!, mails: mails.rows.map(({ template }) => template) };
}

/** Returns all permutations of a list. */
export function permutationsOf<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, n) =>
    permutationsOf(list.toSpliced(n, 1)).map((rest) => [first, ...rest]),
  );
}

/** Returns all subsets of a list, the empty one first. */
export function subsetsOf<T>(list: readonly T[]): T[][] {
  return list.reduce<T[][]>((all, one) => [...all, ...all.map((some) => [...some, one])], [[]]);
}
