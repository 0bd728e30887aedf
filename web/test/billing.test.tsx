import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import {
  aSubscription,
  cancelled,
  currentPlan,
  free,
  lifetime,
  openBilling,
  planButton,
  planCard,
} from './billing.page.tsx';
import { ada, mockEndpoint, mockPath, configured, failure, fakeServer } from './fake-api.ts';

const badge = (word: string) => currentPlan().getByText(word).className;
const textOf = (element: HTMLElement | null) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ');

describe('the current plan', () => {
  test('[BP-4] [BP-7] shows name, status, price, credits and the period as a range', async () => {
    await openBilling(aSubscription({}, {}, { codesApplied: ['SPRING20'] }));
    expect(currentPlan().getByText('Basic')).toBeTruthy();
    expect(currentPlan().getByText('$9 / month')).toBeTruthy();
    expect(currentPlan().getByText('Jan 05 - Feb 05, 2026')).toBeTruthy();
    expect(currentPlan().getByText('1,000 each month')).toBeTruthy();
    expect(currentPlan().getByText('Renews on Feb 05, 2026.')).toBeTruthy();
  });

  test.each([
    ['ACTIVE', 'ACTIVE', 'text-green'],
    ['CANCELLED', 'CANCELLED', 'text-red'],
    ['INACTIVE', 'INACTIVE', 'text-amber'],
    ['PAST_DUE', 'PAST DUE', 'text-amber'],
    ['IN_A_YEAR_TO_COME', 'IN A YEAR TO COME', 'text-amber'],
  ])('[BP-5] status %s reads %s in %s', async (status, word, tone) => {
    // @ts-expect-error -- a later server may return more statuses
    await openBilling(aSubscription({ status }));
    expect(badge(word)).toContain(tone);
  });

  test('[BP-6] [RL-16] an account without a subscription is on Free, INACTIVE', async () => {
    await openBilling(free);
    expect(currentPlan().getByText('Free')).toBeTruthy();
    expect(badge('INACTIVE')).toContain('text-amber');
    expect(currentPlan().getByText('Free plan: no subscription needed')).toBeTruthy();
    expect(planButton('Free').textContent).toBe('Current plan');
  });

  test.each([
    { subscriptionPlan: null, dataToDisplay: null, codesApplied: 0 },
    { subscriptionPlan: null },
    {},
  ])('[BP-6] a response as incomplete as %j reads as Free, INACTIVE', async (data) => {
    fakeServer.use(mockPath('GET', '/subscriptions/status', { data }).handler);
    renderApp('/dashboard/billing', { user: ada });
    await screen.findByRole('heading', { name: 'Current plan' });
    expect(currentPlan().getByText('Free')).toBeTruthy();
    expect(badge('INACTIVE')).toContain('text-amber');
    expect(planButton('Basic').textContent).toBe('Choose Basic');
  });

  test('[BP-6] with CANCELLED no plan is marked current, and the end date is shown', async () => {
    await openBilling(cancelled);
    expect(screen.queryByRole('button', { name: 'Current plan' })).toBeNull();
    expect(document.querySelector('[aria-current="true"]')).toBeNull();
    expect(
      currentPlan().getByText(
        'Basic is cancelled. You keep it until Feb 05, 2026, then move to Free.',
      ),
    ).toBeTruthy();
  });

  test('[BP-3] [BP-15] a lifetime deal states that unused credits expire, shows its codes and offers no purchase', async () => {
    await openBilling(lifetime);
    expect(currentPlan().getByText('Unused credits expire at the end of each cycle.')).toBeTruthy();
    for (const code of ['LTD-AAAA', 'LTD-BBBB']) expect(currentPlan().getByText(code)).toBeTruthy();
    expect(planButton('Basic').disabled).toBe(true);
    expect(screen.getByText(/You have a lifetime plan/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  });

  test('a failed payment is shown with the remedy', async () => {
    await openBilling(aSubscription({ status: 'PAST_DUE' }));
    expect(currentPlan().getByText(/^The last payment failed\. Update the payment/)).toBeTruthy();
    expect(currentPlan().getByRole('button', { name: 'Payment method' })).toBeTruthy();
  });

  test('[BP-10] [HX-8] [NT-5] a load error is shown once and can be retried', async () => {
    fakeServer.use(mockEndpoint('getSubscription', () => failure(500, 'Down.')).handler);
    const { user } = renderApp('/dashboard/billing', { user: ada });
    expect(await screen.findByText('Failed to load subscription data')).toBeTruthy();
    expect(screen.getByText('Please try refreshing the page.')).toBeTruthy();
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Down.']));
    fakeServer.use(mockEndpoint('getSubscription', free).handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Current plan' });
  });

  test('[BP-4] [QC-2] the status is fetched each time the page is opened', async () => {
    const { user, status } = await openBilling(free);
    await user.click(screen.getByRole('link', { name: 'API Keys' }));
    await heading('API Keys');
    await user.click(screen.getByRole('link', { name: 'Billing' }));
    await heading('Billing & Plans');
    await waitFor(() => expect(status.received).toHaveLength(2));
  });
});

describe('the plans', () => {
  test.each([
    [
      'Free',
      ['$0', '100 credits monthly', '512 MB storage'],
      'Unused credits expire at the end of each cycle',
    ],
    [
      'Basic',
      ['$9', '1,000 credits monthly', '2 GB storage'],
      'Unused credits roll over, up to 2,000 in total',
    ],
    [
      'Advanced',
      ['$29', '5,000 credits monthly', '5 GB storage'],
      'Unused credits roll over, up to 10,000 in total',
    ],
  ])('[BP-1] [BP-2] [BP-3] %s: %j, and: %s', async (name, facts, unused) => {
    await openBilling(free);
    for (const word of [...facts, unused, 'Unlimited projects and API access']) {
      expect(planCard(name).getByText(word)).toBeTruthy();
    }
  });

  test('[BP-3] lifetime deals are one-time, and their unused credits expire', async () => {
    await openBilling(free);
    const card = screen.getByRole('heading', { name: 'Lifetime deal One-time' }).parentElement;
    expect(textOf(card)).toContain('Unused credits expire at the end of each cycle.');
    expect(textOf(card)).toContain('Each code adds 1,000 credits per cycle and 2 GB of storage');
  });

  test('[BP-1] [BP-2] [BP-11] annual billing shows the real saving and the price per month, and is stored in the URL', async () => {
    const { user, path } = await openBilling(free);
    await user.click(screen.getByRole('radio', { name: 'Annual Get up to 2 months free' }));
    expect(path()).toBe('/dashboard/billing?cycle=annual');
    expect(planCard('Basic').getByText('$99')).toBeTruthy();
    expect(planCard('Basic').getByText('1 month free')).toBeTruthy();
    expect(planCard('Basic').getByText('$8.25 a month, billed annually')).toBeTruthy();
    expect(planCard('Advanced').getByText('$290')).toBeTruthy();
    expect(planCard('Advanced').getByText('2 months free')).toBeTruthy();
    expect(planCard('Advanced').getByText('$24.17 a month, billed annually')).toBeTruthy();
    expect(planCard('Free').queryByText(/free$/)).toBeNull();
  });

  test('[BP-9] Enterprise links to the support email, and nothing is bought', async () => {
    fakeServer.use(configured({ supportEmail: 'help@shots.example' }));
    await openBilling(free);
    const link = planCard('Enterprise').getByRole('link', { name: 'Contact us' });
    expect(link.getAttribute('href')).toMatch(/^mailto:help@shots\.example\?/);
    expect(planCard('Enterprise').queryByRole('button')).toBeNull();
  });

  test('[BP-11] the current plan is marked and its button disabled, in its billing cycle only', async () => {
    const { user } = await openBilling(aSubscription());
    expect(planButton('Basic').textContent).toBe('Current plan');
    expect(planButton('Basic').disabled).toBe(true);
    expect(screen.getByRole('listitem', { name: 'Basic' }).ariaCurrent).toBe('true');
    await user.click(screen.getByRole('radio', { name: /^Annual/ }));
    expect(planButton('Basic').textContent).toBe('Switch to annual');
  });

  test('an annual plan opens the annual prices', async () => {
    await openBilling(aSubscription({ plan: { id: 6, name: 'Advanced', billingCycle: 'YEARLY' } }));
    expect(planButton('Advanced').textContent).toBe('Current plan');
    expect(planButton('Basic').textContent).toBe('Downgrade to Basic');
  });

  test('without a payment provider the page explains it and links to support', async () => {
    await openBilling({ ...free, isCheckoutAvailable: false });
    const note = screen.getByText(/^Plans are not for sale on this installation yet\./);
    expect(within(note).getByRole('link', { name: 'support@example.com' })).toBeTruthy();
    expect(planButton('Basic').disabled).toBe(true);
    expect(planButton('Advanced').disabled).toBe(true);
  });

  test('[BP-15] a table compares the plans by feature, and the questions can be opened', async () => {
    const { user } = await openBilling(free);
    const table = within(screen.getByRole('table', { name: 'Compare plans' }));
    const row = table.getByText('Unused credits').closest('tr');
    expect([...row!.cells].map((cell) => textOf(cell))).toEqual([
      'Unused credits',
      'FreeExpire with the cycle',
      'BasicRoll over, up to 2,000',
      'AdvancedRoll over, up to 10,000',
      'EnterpriseBy agreement',
    ]);
    for (const [question, mocked] of [
      ['What is a credit?', /Captures are paid for in credits/],
      ['What is free?', /Captures that fail for any reason/],
      ['What happens when I run out of credits?', /New captures are rejected/],
    ] as const) {
      const summary = screen.getByText(question);
      await user.click(summary);
      expect(summary.closest('details')!.open).toBe(true);
      expect(screen.getByText(mocked)).toBeTruthy();
    }
  });
});
