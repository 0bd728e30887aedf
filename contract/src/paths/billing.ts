import type { EndpointPath, PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for subscriptions and payments. */
export const billingPaths = {
  getSubscription: { method: 'GET', path: '/subscriptions/status' },
  createCheckoutSession: { method: 'POST', path: '/subscriptions/create-checkout-session' },
  confirmCheckout: { method: 'POST', path: '/subscriptions/confirm-checkout' },
  previewPlanChange: { method: 'POST', path: '/subscriptions/preview-change' },
  changePlan: { method: 'POST', path: '/subscriptions/change' },
  cancelSubscription: { method: 'POST', path: '/subscriptions/cancel' },
  resumeSubscription: { method: 'POST', path: '/subscriptions/resume' },
  openBillingPortal: { method: 'POST', path: '/subscriptions/portal' },
  listInvoices: { method: 'GET', path: '/subscriptions/invoices' },
} as const satisfies PathTable;

/** Method and path of the webhook endpoint of the payment provider. */
export const paymentEventPath = {
  method: 'POST',
  path: '/payments/events',
} as const satisfies EndpointPath;

/** Billing cycles of a plan. Source: specification §3. */
export const billingCycles = ['MONTHLY', 'YEARLY', 'ONE_TIME'] as const;
/** One of the {@link billingCycles}. */
export type BillingCycle = (typeof billingCycles)[number];

/** States of a subscription; clients treat others as INACTIVE. Source: specification §4. */
export const subscriptionStatuses = ['ACTIVE', 'CANCELLED', 'INACTIVE', 'PAST_DUE'] as const;
/** One of the {@link subscriptionStatuses}. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Methods and paths of the endpoints for credits and storage. */
export const usagePaths = {
  getUsage: { method: 'GET', path: '/credits/usage' },
  listCreditLedger: { method: 'GET', path: '/credits/ledger' },
  exportCreditLedger: { method: 'GET', path: '/credits/ledger.csv' },
} as const satisfies PathTable;

/** Methods and paths of the endpoints for the budgets of projects and API keys. */
export const budgetPaths = {
  getProjectBudget: { method: 'GET', path: '/projects/{id}/budget' },
  setProjectBudget: { method: 'PUT', path: '/projects/{id}/budget' },
  getApiKeyBudget: { method: 'GET', path: '/api-keys/{id}/budget' },
  setApiKeyBudget: { method: 'PUT', path: '/api-keys/{id}/budget' },
} as const satisfies PathTable;

/** Limits of budgets, and the alerts of one that was never changed. */
export const budgetLimits = {
  thresholds: 5,
  recipients: 50,
  defaultThresholds: [80, 100],
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
