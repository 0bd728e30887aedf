import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { wireInstant, wireNumber } from './wire.ts';

/** Billing cycles of a plan. Source: specification §3. */
export const billingCycles = ['MONTHLY', 'YEARLY', 'ONE_TIME'] as const;
/** One of the {@link billingCycles}. */
export type BillingCycle = (typeof billingCycles)[number];

/** States of a subscription; clients treat others as INACTIVE. Source: specification §4. */
export const subscriptionStatuses = ['ACTIVE', 'CANCELLED', 'INACTIVE', 'PAST_DUE'] as const;
/** One of the {@link subscriptionStatuses}. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** An organisation's subscription as shown on the Billing screen. Source: specification §3. */
export const subscriptionSchema = z.object({
  subscriptionPlan: z.object({
    status: z.enum(subscriptionStatuses),
    plan: z.object({ id: z.int(), name: z.string(), billingCycle: z.enum(billingCycles) }),
    currentPeriodStart: wireInstant,
    currentPeriodEnd: wireInstant,
    /** True if the plan ends with its period; it can be resumed until then. */
    isCancelledAtPeriodEnd: z.boolean(),
    /** Plan of the next period; null if it is the same. */
    nextPlanId: z.int().nullable(),
  }),
  dataToDisplay: z.object({
    planName: z.string(),
    /** Price label: `$9 / month`. */
    subscriptionFees: z.string(),
    /** Credits granted with each credit cycle. */
    credits: z.int(),
    isLTDPlan: z.boolean(),
    isPaidPlan: z.boolean(),
    showUpgrade: z.boolean(),
  }),
  /** Lifetime codes that make up the plan, and the code of the present or next discount. */
  codesApplied: z.array(z.string()),
  /** True if plans can be bought on this installation. */
  isCheckoutAvailable: z.boolean(),
});

/** Cost and start of a plan change. Money in cents. */
export const planChangeSchema = z.object({
  planId: z.int(),
  planName: z.string(),
  billingCycle: z.enum(billingCycles),
  /**
   * `now`: charged and active immediately. `period_end`: active with the next period, nothing due
   * now.
   */
  takesEffect: z.enum(['now', 'period_end']),
  effectiveAt: wireInstant,
  dueNowCents: z.int(),
  nextPaymentCents: z.int(),
  currency: z.string(),
  creditsPerCycle: z.int(),
});

/** An invoice. Money in cents. */
export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  issuedAt: wireInstant,
  totalCents: z.int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
});

const tag = 'Billing';
const newPlanId = z.union(
  [
    z.int().min(0).max(1_000),
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  ],
  { error: 'must be one of 2, 4, 5 and 6' },
);
const planBody = z.strictObject({ newPlanId });
const ownAddress = z.string({ error: 'must be an address of this dashboard' }).max(2_048);
const sessionId = z
  .string({ error: 'must be the id of a checkout session' })
  .min(1)
  .max(255)
  .regex(/^[\w-]+$/, { error: 'must be the id of a checkout session' });
const subscriptionResponse = { kind: 'envelope', schema: subscriptionSchema } as const;

/**
 * Endpoints for buying, changing and ending a plan. Changes throw `plan_not_available`,
 * `payment_declined`, `checkout_unavailable` or `no_subscription`. An organisation with a running
 * plan, including a cancelled one, changes it instead of buying another.
 */
export const billingEndpoints = {
  getSubscription: defineEndpoint({
    operationId: 'getSubscription',
    summary: 'Read the plan and its state',
    tag,
    method: 'GET',
    path: '/subscriptions/status',
    auth: 'session',
    response: subscriptionResponse,
  }),
  createCheckoutSession: defineEndpoint({
    operationId: 'createCheckoutSession',
    summary: 'Begin to buy a plan; the answer says where to pay',
    tag,
    method: 'POST',
    path: '/subscriptions/create-checkout-session',
    auth: 'session',
    body: z.strictObject({ newPlanId, successUrl: ownAddress, cancelUrl: ownAddress }),
    response: {
      kind: 'envelope',
      schema: z.object({ sessionId: z.string(), url: z.string() }),
    },
  }),
  confirmCheckout: defineEndpoint({
    operationId: 'confirmCheckout',
    summary: 'Ask the payment provider whether a checkout of yours was paid, and activate it if so',
    tag,
    method: 'POST',
    path: '/subscriptions/confirm-checkout',
    auth: 'session',
    body: z.strictObject({ sessionId }),
    response: {
      kind: 'envelope',
      schema: z.object({ checkoutStatus: z.enum(['active', 'processing', 'expired']) }),
    },
  }),
  previewPlanChange: defineEndpoint({
    operationId: 'previewPlanChange',
    summary: 'Read what a change of plan would cost and when it would begin',
    tag,
    method: 'POST',
    path: '/subscriptions/preview-change',
    auth: 'session',
    body: planBody,
    response: { kind: 'envelope', schema: planChangeSchema },
  }),
  changePlan: defineEndpoint({
    operationId: 'changePlan',
    summary: 'Change the plan of a running subscription',
    tag,
    method: 'POST',
    path: '/subscriptions/change',
    auth: 'session',
    body: planBody,
    response: subscriptionResponse,
  }),
  cancelSubscription: defineEndpoint({
    operationId: 'cancelSubscription',
    summary: 'End the plan with its period',
    tag,
    method: 'POST',
    path: '/subscriptions/cancel',
    auth: 'session',
    body: z.strictObject({ reason: z.string().trim().max(1_000).optional() }),
    response: subscriptionResponse,
  }),
  resumeSubscription: defineEndpoint({
    operationId: 'resumeSubscription',
    summary: 'Take back a cancellation before the period has ended',
    tag,
    method: 'POST',
    path: '/subscriptions/resume',
    auth: 'session',
    response: subscriptionResponse,
  }),
  openBillingPortal: defineEndpoint({
    operationId: 'openBillingPortal',
    summary: 'Get the address where payment method, tax id and billing details are kept',
    tag,
    method: 'POST',
    path: '/subscriptions/portal',
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({ url: z.string() }) },
  }),
  listInvoices: defineEndpoint({
    operationId: 'listInvoices',
    summary: 'List the bills, newest first',
    tag,
    method: 'GET',
    path: '/subscriptions/invoices',
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({ invoices: z.array(invoiceSchema) }) },
  }),
} as const;

/** Kinds of entries in the credit ledger, as shown to users. */
export const ledgerKinds = [
  'grant',
  'capture',
  'refund',
  'coupon',
  'expiry',
  'adjustment',
] as const;

/** One entry of the credit ledger. */
export const ledgerEntrySchema = z.object({
  id: z.int(),
  kind: z.enum(ledgerKinds),
  /** Change to the credits that can be spent. */
  credits: z.int(),
  /** Credits that can be spent after this entry. */
  balance: z.int(),
  note: z.string().nullable(),
  screenshotId: z.string().nullable(),
  createdAt: wireInstant,
});

const usagePart = z.object({
  id: z.int().nullable(),
  name: z.string(),
  credits: z.int(),
  captures: z.int(),
});

/** Credits and storage used in the running cycle, with the plan's limits. Sizes in bytes. */
export const usageSchema = z.object({
  cycleStartedAt: wireInstant,
  cycleEndsAt: wireInstant,
  /** All credits that could be spent in the cycle: granted, carried over and added since. */
  creditsGranted: z.int(),
  creditsUsed: z.int(),
  creditsAvailable: z.int(),
  /** The available credits that never expire: coupons and gifts. */
  creditsLasting: z.int(),
  /**
   * Expected use at the end of the cycle at the present rate; null on the first day of the cycle.
   */
  creditsForecast: z.int().nullable(),
  /** Treatment of unused credits at the end of the cycle. */
  unusedCredits: z.enum(['expire', 'roll_over']),
  storageUsed: z.int(),
  /** Null: no limit. */
  storageLimit: z.int().nullable(),
  /** Credits per day (UTC) of the cycle so far, oldest first. */
  days: z.array(z.object({ date: z.iso.date(), credits: z.int(), captures: z.int() })),
  projects: z.array(usagePart),
  /** `id` null: the dashboard. */
  apiKeys: z.array(usagePart),
});

/** Endpoints for credit and storage usage and the credit ledger. */
export const usageEndpoints = {
  getUsage: defineEndpoint({
    operationId: 'getUsage',
    summary: 'Read the use of credits and storage in the running cycle',
    tag,
    method: 'GET',
    path: '/credits/usage',
    auth: 'session',
    response: { kind: 'envelope', schema: usageSchema },
  }),
  listCreditLedger: defineEndpoint({
    operationId: 'listCreditLedger',
    summary: 'List the entries of the credit ledger, newest first',
    tag,
    method: 'GET',
    path: '/credits/ledger',
    auth: 'session',
    query: z.strictObject({
      /** Returns only entries older than this one. */
      before: wireNumber({ min: 1, max: 999_999_999_999 }).optional(),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        entries: z.array(ledgerEntrySchema),
        /** Value of `before` for the next page; null on the last page. */
        nextBefore: z.int().nullable(),
      }),
    },
  }),
  exportCreditLedger: defineEndpoint({
    operationId: 'exportCreditLedger',
    summary: 'Download the credit ledger as CSV',
    tag,
    method: 'GET',
    path: '/credits/ledger.csv',
    auth: 'session',
    response: { kind: 'binary', contentTypes: ['text/csv'] },
  }),
} as const;

/** Type inferred from {@link subscriptionSchema}. */
export type Subscription = z.infer<typeof subscriptionSchema>;
/** Type inferred from {@link planChangeSchema}. */
export type PlanChange = z.infer<typeof planChangeSchema>;
/** Type inferred from {@link invoiceSchema}. */
export type Invoice = z.infer<typeof invoiceSchema>;
/** Type inferred from {@link ledgerEntrySchema}. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
/** Type inferred from {@link usageSchema}. */
export type Usage = z.infer<typeof usageSchema>;
