import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import {
  aPlanChange,
  aSubscription,
  cancelled,
  currentPlan,
  free,
  openBilling,
  planButton,
} from './billing.page.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';

// On this page, so that jsdom follows it and the test can read the URL.
const payUrl = `${location.origin}${location.pathname}#pay`;

beforeEach(() => {
  location.hash = '';
});

const dialog = (name: string) => screen.findByRole('dialog', { name }).then(within);

describe('buying a plan', () => {
  test('[BP-8] [RL-18] sends the plan with return URLs of this site and opens the returned URL', async () => {
    const checkout = mockEndpoint('createCheckoutSession', { sessionId: 'cs_1', url: payUrl });
    fakeServer.use(checkout.handler);
    const { user } = await openBilling(free);
    await user.click(screen.getByRole('radio', { name: /^Annual/ }));
    await user.click(planButton('Basic'));
    await waitFor(() => expect(location.hash).toBe('#pay'));
    expect(checkout.received.map(({ body }) => body)).toEqual([
      {
        newPlanId: 4,
        successUrl: 'http://localhost/dashboard/checkout-success',
        cancelUrl: 'http://localhost/dashboard/checkout-cancel?plan=4',
      },
    ]);
    expect(toastTexts()).toEqual([]);
  });

  test('[BP-11] only the clicked button is busy', async () => {
    const barrier = Promise.withResolvers<{ sessionId: string; url: string }>();
    fakeServer.use(mockEndpoint('createCheckoutSession', () => barrier.promise).handler);
    const { user } = await openBilling(free);
    await user.click(planButton('Advanced'));
    await waitFor(() => expect(planButton('Advanced').textContent).toBe('Opening checkout…'));
    expect(planButton('Advanced').disabled).toBe(true);
    expect(planButton('Basic').textContent).toBe('Choose Basic');
    expect(planButton('Basic').disabled).toBe(false);
    barrier.resolve({ sessionId: 'cs_1', url: payUrl });
    await waitFor(() => expect(location.hash).toBe('#pay'));
  });

  test('returning from the payment page enables the button again', async () => {
    fakeServer.use(
      mockEndpoint('createCheckoutSession', { sessionId: 'cs_1', url: payUrl }).handler,
    );
    const { user } = await openBilling(free);
    await user.click(planButton('Basic'));
    await waitFor(() => expect(location.hash).toBe('#pay'));
    expect(planButton('Basic').disabled).toBe(true);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(planButton('Basic').disabled).toBe(false));
  });

  test.each([
    ['with words', failure(502, 'The payment provider is away.'), 'The payment provider is away.'],
    ['without words', new Response('', { status: 502 }), 'Failed to create checkout session'],
    [
      'with an address that is none of the web',
      { sessionId: 'cs_1', url: 'javascript:alert(1)' },
      'Failed to create checkout session',
    ],
  ])(
    '[BP-8] [NT-4] a failure %s is shown once and does not navigate',
    async (_case, data, sentence) => {
      fakeServer.use(mockEndpoint('createCheckoutSession', () => data).handler);
      const { user } = await openBilling(free);
      await user.click(planButton('Basic'));
      await waitFor(() => expect(toastTexts()).toEqual([`Error / ${sentence}`]));
      expect(location.hash).toBe('');
      expect(planButton('Basic').disabled).toBe(false);
    },
  );

  test('[CC-4] the plan of an abandoned checkout is selected again, with its billing cycle', async () => {
    await openBilling(free, { path: '/dashboard/billing?plan=6' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Annual/ }).checked).toBe(true);
    expect(screen.getByRole('listitem', { name: 'Advanced' }).className).toContain('border-cobalt');
  });
});

describe('changing the plan', () => {
  test('[BP-12] shows the cost first, then changes the plan and updates the page', async () => {
    const preview = mockEndpoint('previewPlanChange', aPlanChange());
    const advanced = aSubscription(
      { plan: { id: 5, name: 'Advanced', billingCycle: 'MONTHLY' } },
      { planName: 'Advanced', subscriptionFees: '$29 / month', credits: 5_000 },
    );
    const change = mockEndpoint('changePlan', advanced);
    fakeServer.use(preview.handler, change.handler);
    const { user, status, usage } = await openBilling(aSubscription());
    await user.click(planButton('Advanced'));
    const confirmation = await dialog('Change to Advanced, monthly');
    expect(await confirmation.findByText('$10.76')).toBeTruthy();
    expect(confirmation.getByText('immediately')).toBeTruthy();
    expect(confirmation.getByText('$29 each month')).toBeTruthy();
    expect(confirmation.getByText('5,000 each month')).toBeTruthy();
    expect(change.received).toEqual([]);
    fakeServer.use(mockEndpoint('getSubscription', () => advanced).handler);
    await user.click(confirmation.getByRole('button', { name: 'Pay $10.76 and change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toastTexts()).toEqual(['Plan changed / Advanced, monthly is active.']);
    expect(preview.received.map(({ body }) => body)).toEqual([{ newPlanId: 5 }]);
    expect(change.received.map(({ body }) => body)).toEqual([{ newPlanId: 5 }]);
    expect(currentPlan().getByText('Advanced')).toBeTruthy();
    expect(planButton('Advanced').textContent).toBe('Current plan');
    expect(usage.received.length).toBeGreaterThan(1);
    expect(status.received).toHaveLength(1);
  });

  test('[BP-12] a downgrade takes effect with the next period and costs nothing now', async () => {
    const effectiveAt = '2026-02-05T12:00:00.000Z';
    const change = aPlanChange({
      planId: 2,
      takesEffect: 'period_end',
      effectiveAt,
      dueNowCents: 0,
      nextPaymentCents: 900,
    });
    const plan = { id: 5, name: 'Advanced', billingCycle: 'MONTHLY' } as const;
    fakeServer.use(
      mockEndpoint('previewPlanChange', change).handler,
      mockEndpoint('changePlan', aSubscription({ plan, nextPlanId: 2 }, { planName: 'Advanced' }))
        .handler,
    );
    const { user } = await openBilling(aSubscription({ plan }, { planName: 'Advanced' }));
    await user.click(planButton('Basic'));
    const confirmation = await dialog('Change to Basic, monthly');
    expect(await confirmation.findByText('nothing')).toBeTruthy();
    expect(confirmation.getByText('You keep Advanced until Feb 05, 2026.')).toBeTruthy();
    await user.click(confirmation.getByRole('button', { name: 'Change plan' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        'Plan changed / Your plan changes to Basic, monthly on Feb 05, 2026.',
      ]),
    );
  });

  test('[BP-12] a change without a price cannot be confirmed, and the price can be retried', async () => {
    fakeServer.use(mockEndpoint('previewPlanChange', () => failure(502, 'Not now.')).handler);
    const { user } = await openBilling(aSubscription());
    await user.click(planButton('Advanced'));
    const confirmation = await dialog('Change to Advanced, monthly');
    expect(
      await confirmation.findByText('Failed to calculate the cost of the change'),
    ).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / Not now.']);
    const confirm = confirmation.getByRole<HTMLButtonElement>('button', { name: 'Change plan' });
    expect(confirm.disabled).toBe(true);
    fakeServer.use(mockEndpoint('previewPlanChange', aPlanChange()).handler);
    await user.click(confirmation.getByRole('button', { name: 'Retry' }));
    await confirmation.findByRole('button', { name: 'Pay $10.76 and change' });
  });

  test('[BP-12] a rejected change remains in its dialog and is shown once', async () => {
    fakeServer.use(
      mockEndpoint('previewPlanChange', aPlanChange()).handler,
      mockEndpoint('changePlan', () => failure(402, 'The card was declined.')).handler,
    );
    const { user } = await openBilling(aSubscription());
    await user.click(planButton('Advanced'));
    const confirmation = await dialog('Change to Advanced, monthly');
    await user.click(await confirmation.findByRole('button', { name: 'Pay $10.76 and change' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / The card was declined.']));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('cancelling and resuming', () => {
  test('[BP-12] shows the end date, sends the reason, and marks the plan cancelled', async () => {
    const cancel = mockEndpoint('cancelSubscription', cancelled);
    fakeServer.use(cancel.handler);
    const { user } = await openBilling(aSubscription());
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    const confirmation = await dialog('Cancel Basic');
    expect(
      confirmation.getByText('You keep Basic and its credits until Feb 05, 2026.'),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep plan'));
    await user.click(confirmation.getByRole('radio', { name: 'A feature is missing' }));
    await user.type(
      confirmation.getByLabelText('Anything else we should know? (optional)'),
      ' PDF ',
    );
    fakeServer.use(mockEndpoint('getSubscription', cancelled).handler);
    await user.click(confirmation.getByRole('button', { name: 'Cancel Basic' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cancel.received.map(({ body }) => body)).toEqual([
      { reason: 'A feature is missing: PDF' },
    ]);
    expect(toastTexts()).toEqual(['Plan cancelled / You keep Basic until Feb 05, 2026.']);
    expect(currentPlan().getByText('CANCELLED')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Billing & Plans'));
  });

  test('[BP-12] a reason is optional', async () => {
    const cancel = mockEndpoint('cancelSubscription', cancelled);
    fakeServer.use(cancel.handler);
    const { user } = await openBilling(aSubscription());
    await user.click(planButton('Free'));
    const confirmation = await dialog('Cancel Basic');
    await user.click(confirmation.getByRole('button', { name: 'Cancel Basic' }));
    await waitFor(() => expect(cancel.received.map(({ body }) => body)).toEqual([{}]));
  });

  test('[CP-7] [BP-12] Escape does not discard typed text without confirmation', async () => {
    const { user } = await openBilling(aSubscription());
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    const confirmation = await dialog('Cancel Basic');
    await user.type(confirmation.getByLabelText(/^Anything else/), 'PDF');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
  });

  test('[BP-12] a cancelled plan is resumed with one click', async () => {
    const resume = mockEndpoint('resumeSubscription', aSubscription());
    fakeServer.use(resume.handler);
    const { user } = await openBilling(cancelled);
    fakeServer.use(mockEndpoint('getSubscription', aSubscription()).handler);
    await user.click(currentPlan().getByRole('button', { name: 'Resume plan' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Basic resumed / Your plan renews as usual.']),
    );
    expect(currentPlan().getByText('ACTIVE')).toBeTruthy();
    expect(resume.received).toHaveLength(1);
  });

  test('[BP-12] a scheduled change is shown and undone with one click', async () => {
    const resume = mockEndpoint('resumeSubscription', aSubscription());
    fakeServer.use(resume.handler);
    const { user } = await openBilling(aSubscription({ nextPlanId: 4 }));
    expect(currentPlan().getByText('Changes to Basic, annual on Feb 05, 2026.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^Annual/ }));
    expect(planButton('Basic').textContent).toBe('Starts on Feb 05, 2026');
    fakeServer.use(mockEndpoint('getSubscription', aSubscription()).handler);
    await user.click(currentPlan().getByRole('button', { name: 'Keep Basic' }));
    await waitFor(() => expect(resume.received).toHaveLength(1));
    expect(await currentPlan().findByText('Renews on Feb 05, 2026.')).toBeTruthy();
  });

  test('[BP-12] the payment method is managed at the provider', async () => {
    fakeServer.use(mockEndpoint('openBillingPortal', { url: payUrl }).handler);
    const { user } = await openBilling(aSubscription());
    await user.click(screen.getByRole('button', { name: 'Payment method' }));
    await waitFor(() => expect(location.hash).toBe('#pay'));
  });

  test('[BP-12] a portal that does not open is reported once', async () => {
    fakeServer.use(
      mockEndpoint('openBillingPortal', () => new Response('', { status: 502 })).handler,
    );
    const { user } = await openBilling(aSubscription());
    await user.click(screen.getByRole('button', { name: 'Payment method' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Error / Failed to open the billing portal']),
    );
  });
});
