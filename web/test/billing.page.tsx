import type { Invoice, LedgerEntry, PlanChange, Subscription, Usage } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
import { heading, renderApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

type Change = Partial<Subscription['subscriptionPlan']>;
type Display = Partial<Subscription['dataToDisplay']>;

/** Basic, paid monthly, from Jan 05 to Feb 05, 2026. */
export function aSubscription(
  plan: Change = {},
  display: Display = {},
  rest: Partial<Pick<Subscription, 'codesApplied' | 'isCheckoutAvailable'>> = {},
): Subscription {
  return {
    subscriptionPlan: {
      status: 'ACTIVE',
      plan: { id: 2, name: 'Basic', billingCycle: 'MONTHLY' },
      currentPeriodStart: '2026-01-05T12:00:00.000Z',
      currentPeriodEnd: '2026-02-05T12:00:00.000Z',
      isCancelledAtPeriodEnd: false,
      nextPlanId: null,
      ...plan,
    },
    dataToDisplay: {
      planName: 'Basic',
      subscriptionFees: '$9 / month',
      credits: 1_000,
      isLTDPlan: false,
      isPaidPlan: true,
      showUpgrade: true,
      ...display,
    },
    codesApplied: [],
    isCheckoutAvailable: true,
    ...rest,
  };
}

/** The server's response without a subscription. */
export const free = aSubscription(
  { status: 'INACTIVE', plan: { id: 1, name: 'Free', billingCycle: 'MONTHLY' } },
  { planName: 'Free', subscriptionFees: '$0', credits: 100, isPaidPlan: false },
);
/** Basic, cancelled and running until its period ends. */
export const cancelled = aSubscription({ status: 'CANCELLED', isCancelledAtPeriodEnd: true });
/** A lifetime deal of two codes. */
export const lifetime = aSubscription(
  { plan: { id: 7, name: 'Lifetime', billingCycle: 'ONE_TIME' } },
  { planName: 'Lifetime', subscriptionFees: 'One-time', credits: 2_000, isLTDPlan: true },
  { codesApplied: ['LTD-AAAA', 'LTD-BBBB'] },
);

/** A change to Advanced, at once and for $10.76. */
export function aPlanChange(change: Partial<PlanChange> = {}): PlanChange {
  return {
    planId: 5,
    planName: 'Advanced',
    billingCycle: 'MONTHLY',
    takesEffect: 'now',
    effectiveAt: '2026-01-20T12:00:00.000Z',
    dueNowCents: 1_076,
    nextPaymentCents: 2_900,
    currency: 'usd',
    creditsPerCycle: 5_000,
    ...change,
  };
}

/** A cycle of which ten days are over and 606 of 1,050 credits used. */
export function aUsage(change: Partial<Usage> = {}): Usage {
  return {
    cycleStartedAt: '2026-01-05T00:00:00.000Z',
    cycleEndsAt: '2026-02-05T00:00:00.000Z',
    creditsGranted: 1_000,
    creditsUsed: 606,
    creditsAvailable: 444,
    creditsLasting: 50,
    creditsForecast: 900,
    unusedCredits: 'roll_over',
    storageUsed: 1_073_741_824,
    storageLimit: 2_147_483_648,
    days: [
      { date: '2026-01-05', credits: 200, captures: 150 },
      { date: '2026-01-07', credits: 406, captures: 300 },
    ],
    projects: [
      { id: 1, name: 'QA nightly', credits: 96, captures: 80 },
      { id: 2, name: 'Marketing', credits: 510, captures: 370 },
    ],
    apiKeys: [{ id: null, name: 'Dashboard', credits: 606, captures: 450 }],
    ...change,
  };
}

/** An entry of the ledger. */
export function anEntry(id: number, change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id,
    kind: 'capture',
    credits: -1,
    balance: 444,
    note: null,
    screenshotId: null,
    createdAt: '2026-01-07T10:00:00.000Z',
    ...change,
  };
}

/** A paid bill. */
export function anInvoice(change: Partial<Invoice> = {}): Invoice {
  return {
    id: 'in_1',
    number: 'SHW-0001',
    issuedAt: '2026-01-05T12:00:00.000Z',
    totalCents: 900,
    currency: 'usd',
    status: 'paid',
    pageUrl: 'https://pay.example/in_1',
    pdfUrl: 'https://pay.example/in_1.pdf',
    ...change,
  };
}

/** The page of an account with this subscription. */
export async function openBilling(
  subscription: Subscription,
  options: { path?: string; usage?: Usage } = {},
) {
  const status = mockEndpoint('getSubscription', () => subscription);
  const usage = mockEndpoint('getUsage', options.usage ?? aUsage());
  fakeServer.use(status.handler, usage.handler);
  const app = renderApp(options.path ?? '/dashboard/billing', { user: ada });
  await heading('Billing & Plans');
  await screen.findByRole('heading', { name: 'Current plan' });
  return { ...app, status, usage };
}

/** The card of what the account has. */
export function currentPlan() {
  return within(screen.getByRole('region', { name: 'Current plan' }));
}

/** The card of a plan. */
export function planCard(name: string) {
  return within(screen.getByRole('listitem', { name }));
}

/** The button of a plan's card. */
export function planButton(plan: string) {
  return planCard(plan).getByRole<HTMLButtonElement>('button');
}
