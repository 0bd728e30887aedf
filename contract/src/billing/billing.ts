import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  billingCycles,
  billingPaths,
  paymentEventPath,
  subscriptionStatuses,
} from '../paths/billing.ts';
import { wireInstant } from '../wire.ts';

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
const ownAddress = z.string({ error: 'must be a URL of this dashboard' }).max(2_048);
const sessionId = z
  .string({ error: 'must be the ID of a checkout session' })
  .min(1)
  .max(255)
  .regex(/^[\w-]+$/, { error: 'must be the ID of a checkout session' });
const subscriptionResponse = { kind: 'envelope', schema: subscriptionSchema } as const;

/**
 * Endpoints for buying, changing and ending a plan. Changes throw `plan_not_available`,
 * `payment_declined`, `checkout_unavailable` or `no_subscription`. An organisation with a running
 * plan, including a cancelled one, changes it instead of buying another.
 */
export const billingEndpoints = {
  getSubscription: defineEndpoint({
    ...billingPaths.getSubscription,
    operationId: 'getSubscription',
    summary: 'Read the plan and its state',
    tag,
    auth: 'session',
    response: subscriptionResponse,
  }),
  createCheckoutSession: defineEndpoint({
    ...billingPaths.createCheckoutSession,
    operationId: 'createCheckoutSession',
    summary: 'Create a checkout for a plan; the response contains the payment URL',
    tag,
    auth: 'session',
    right: 'billing',
    body: z.strictObject({ newPlanId, successUrl: ownAddress, cancelUrl: ownAddress }),
    response: {
      kind: 'envelope',
      schema: z.object({ sessionId: z.string(), url: z.string() }),
    },
  }),
  confirmCheckout: defineEndpoint({
    ...billingPaths.confirmCheckout,
    operationId: 'confirmCheckout',
    summary: 'Confirm a checkout with the payment provider and activate the plan if it was paid',
    tag,
    auth: 'session',
    right: 'billing',
    body: z.strictObject({ sessionId }),
    response: {
      kind: 'envelope',
      schema: z.object({ checkoutStatus: z.enum(['active', 'processing', 'expired']) }),
    },
  }),
  previewPlanChange: defineEndpoint({
    ...billingPaths.previewPlanChange,
    operationId: 'previewPlanChange',
    summary: 'Preview the cost and the start of a plan change',
    tag,
    auth: 'session',
    right: 'billing',
    body: planBody,
    response: { kind: 'envelope', schema: planChangeSchema },
  }),
  changePlan: defineEndpoint({
    ...billingPaths.changePlan,
    operationId: 'changePlan',
    summary: 'Change the plan of the subscription',
    tag,
    auth: 'session',
    right: 'billing',
    body: planBody,
    response: subscriptionResponse,
  }),
  cancelSubscription: defineEndpoint({
    ...billingPaths.cancelSubscription,
    operationId: 'cancelSubscription',
    summary: 'Cancel the plan at the end of the period',
    tag,
    auth: 'session',
    right: 'billing',
    body: z.strictObject({ reason: z.string().trim().max(1_000).optional() }),
    response: subscriptionResponse,
  }),
  resumeSubscription: defineEndpoint({
    ...billingPaths.resumeSubscription,
    operationId: 'resumeSubscription',
    summary: 'Resume a cancelled plan before its period ends',
    tag,
    auth: 'session',
    right: 'billing',
    response: subscriptionResponse,
  }),
  openBillingPortal: defineEndpoint({
    ...billingPaths.openBillingPortal,
    operationId: 'openBillingPortal',
    summary:
      'Get the URL of the billing portal, for the payment method, tax ID and billing details',
    tag,
    auth: 'session',
    right: 'billing',
    response: { kind: 'envelope', schema: z.object({ url: z.string() }) },
  }),
  listInvoices: defineEndpoint({
    ...billingPaths.listInvoices,
    operationId: 'listInvoices',
    summary: 'List invoices, newest first',
    tag,
    auth: 'session',
    right: 'billing',
    response: { kind: 'envelope', schema: z.object({ invoices: z.array(invoiceSchema) }) },
  }),
} as const;

/**
 * Webhook endpoint of the payment provider. Omitted from the documentation, because only the
 * provider can sign its requests.
 */
export const paymentEventEndpoint = defineEndpoint({
  ...paymentEventPath,
  operationId: 'receivePaymentEvent',
  summary: 'Receive an event of the payment provider',
  tag,
  auth: 'public',
  bodyKind: 'raw',
  body: z.string(),
  response: { kind: 'bare', schema: z.object({ received: z.boolean() }) },
});

/** Type inferred from {@link subscriptionSchema}. */
export type Subscription = z.infer<typeof subscriptionSchema>;
/** Type inferred from {@link planChangeSchema}. */
export type PlanChange = z.infer<typeof planChangeSchema>;
/** Type inferred from {@link invoiceSchema}. */
export type Invoice = z.infer<typeof invoiceSchema>;
