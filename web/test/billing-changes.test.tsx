import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { toastWords } from './app.tsx';
import {
  aPlanChange,
  aSubscription,
  cancelled,
  currentPlan,
  free,
  openBilling,
  planButton,
} from './billing.page.tsx';
import { answer, failure, fakeServer } from './fake-api.ts';

// Within this page, so that jsdom follows it and the address can be looked at.
const payUrl = `${location.origin}${location.pathname}#pay`;

beforeEach(() => {
  location.hash = '';
});

const dialog = (name: string) => screen.findByRole('dialog', { name }).then(within);

describe('buying a plan', () => {
  test('[BP-8] [RL-18] sends the plan with own addresses and leaves for the address that is answered', async () => {
    const checkout = answer('createCheckoutSession', { sessionId: 'cs_1', url: payUrl });
    fakeServer.use(checkout.handler);
    const { person } = await openBilling(free);
    await person.click(screen.getByRole('radio', { name: /^Annual/ }));
    await person.click(planButton('Basic'));
    await waitFor(() => expect(location.hash).toBe('#pay'));
    expect(checkout.received.map(({ body }) => body)).toEqual([
      {
        newPlanId: 4,
        successUrl: 'http://localhost/dashboard/checkout-success',
        cancelUrl: 'http://localhost/dashboard/checkout-cancel?plan=4',
      },
    ]);
    expect(toastWords()).toEqual([]);
  });

  test('[BP-11] only the clicked button is busy', async () => {
    const gate = Promise.withResolvers<{ sessionId: string; url: string }>();
    fakeServer.use(answer('createCheckoutSession', () => gate.promise).handler);
    const { person } = await openBilling(free);
    await person.click(planButton('Advanced'));
    await waitFor(() => expect(planButton('Advanced').textContent).toBe('Opening checkout…'));
    expect(planButton('Advanced').disabled).toBe(true);
    expect(planButton('Basic').textContent).toBe('Choose Basic');
    expect(planButton('Basic').disabled).toBe(false);
    gate.resolve({ sessionId: 'cs_1', url: payUrl });
    await waitFor(() => expect(location.hash).toBe('#pay'));
  });

  test('back from the payment page the button is ready again', async () => {
    fakeServer.use(answer('createCheckoutSession', { sessionId: 'cs_1', url: payUrl }).handler);
    const { person } = await openBilling(free);
    await person.click(planButton('Basic'));
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
  ])('[BP-8] [NT-4] a failure %s is told once and goes nowhere', async (_case, data, sentence) => {
    fakeServer.use(answer('createCheckoutSession', () => data).handler);
    const { person } = await openBilling(free);
    await person.click(planButton('Basic'));
    await waitFor(() => expect(toastWords()).toEqual([`Error / ${sentence}`]));
    expect(location.hash).toBe('');
    expect(planButton('Basic').disabled).toBe(false);
  });

  test('[CC-4] a plan that was not bought is chosen again, in its rhythm', async () => {
    await openBilling(free, { path: '/dashboard/billing?plan=6' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Annual/ }).checked).toBe(true);
    expect(screen.getByRole('listitem', { name: 'Advanced' }).className).toContain('border-cobalt');
  });
});

describe('changing the plan', () => {
  test('[BP-12] shows what it costs first, then changes, and everything follows', async () => {
    const preview = answer('previewPlanChange', aPlanChange());
    const advanced = aSubscription(
      { plan: { id: 5, name: 'Advanced', billingCycle: 'MONTHLY' } },
      { planName: 'Advanced', subscriptionFees: '$29 / month', credits: 5_000 },
    );
    const change = answer('changePlan', advanced);
    fakeServer.use(preview.handler, change.handler);
    const { person, status, usage } = await openBilling(aSubscription());
    await person.click(planButton('Advanced'));
    const asked = await dialog('Change to Advanced, monthly');
    expect(await asked.findByText('$10.76')).toBeTruthy();
    expect(asked.getByText('at once')).toBeTruthy();
    expect(asked.getByText('$29 each month')).toBeTruthy();
    expect(asked.getByText('5,000 each month')).toBeTruthy();
    expect(change.received).toEqual([]);
    fakeServer.use(answer('getSubscription', () => advanced).handler);
    await person.click(asked.getByRole('button', { name: 'Pay $10.76 and change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toastWords()).toEqual(['Plan changed / Advanced, monthly is active.']);
    expect(preview.received.map(({ body }) => body)).toEqual([{ newPlanId: 5 }]);
    expect(change.received.map(({ body }) => body)).toEqual([{ newPlanId: 5 }]);
    expect(currentPlan().getByText('Advanced')).toBeTruthy();
    expect(planButton('Advanced').textContent).toBe('Current plan');
    expect(usage.received.length).toBeGreaterThan(1);
    expect(status.received).toHaveLength(1);
  });

  test('[BP-12] a smaller plan begins with the next period and costs nothing now', async () => {
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
      answer('previewPlanChange', change).handler,
      answer('changePlan', aSubscription({ plan, nextPlanId: 2 }, { planName: 'Advanced' }))
        .handler,
    );
    const { person } = await openBilling(aSubscription({ plan }, { planName: 'Advanced' }));
    await person.click(planButton('Basic'));
    const asked = await dialog('Change to Basic, monthly');
    expect(await asked.findByText('nothing')).toBeTruthy();
    expect(asked.getByText('You keep Advanced until Feb 05, 2026.')).toBeTruthy();
    await person.click(asked.getByRole('button', { name: 'Change plan' }));
    await waitFor(() =>
      expect(toastWords()).toEqual(['Plan changed / Basic, monthly follows on Feb 05, 2026.']),
    );
  });

  test('[BP-12] where the price cannot be worked out nothing can be changed; a second try may do', async () => {
    fakeServer.use(answer('previewPlanChange', () => failure(502, 'Not now.')).handler);
    const { person } = await openBilling(aSubscription());
    await person.click(planButton('Advanced'));
    const asked = await dialog('Change to Advanced, monthly');
    expect(await asked.findByText('Failed to work out what the change costs')).toBeTruthy();
    expect(toastWords()).toEqual(['Error / Not now.']);
    const confirm = asked.getByRole<HTMLButtonElement>('button', { name: 'Change plan' });
    expect(confirm.disabled).toBe(true);
    fakeServer.use(answer('previewPlanChange', aPlanChange()).handler);
    await person.click(asked.getByRole('button', { name: 'Retry' }));
    await asked.findByRole('button', { name: 'Pay $10.76 and change' });
  });

  test('[BP-12] a refused change stays in its dialog and is told once', async () => {
    fakeServer.use(
      answer('previewPlanChange', aPlanChange()).handler,
      answer('changePlan', () => failure(402, 'The card was declined.')).handler,
    );
    const { person } = await openBilling(aSubscription());
    await person.click(planButton('Advanced'));
    const asked = await dialog('Change to Advanced, monthly');
    await person.click(await asked.findByRole('button', { name: 'Pay $10.76 and change' }));
    await waitFor(() => expect(toastWords()).toEqual(['Error / The card was declined.']));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('cancelling and resuming', () => {
  test('[BP-12] says what stays until when, sends the reason, and marks the plan cancelled', async () => {
    const cancel = answer('cancelSubscription', cancelled);
    fakeServer.use(cancel.handler);
    const { person } = await openBilling(aSubscription());
    await person.click(screen.getByRole('button', { name: 'Cancel plan' }));
    const asked = await dialog('Cancel Basic');
    expect(asked.getByText('You keep Basic and its credits until Feb 05, 2026.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep plan'));
    await person.click(asked.getByRole('radio', { name: 'Something is missing' }));
    await person.type(asked.getByLabelText('Anything else we should know? (optional)'), ' PDF ');
    fakeServer.use(answer('getSubscription', cancelled).handler);
    await person.click(asked.getByRole('button', { name: 'Cancel Basic' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cancel.received.map(({ body }) => body)).toEqual([
      { reason: 'Something is missing: PDF' },
    ]);
    expect(toastWords()).toEqual(['Plan cancelled / You keep Basic until Feb 05, 2026.']);
    expect(currentPlan().getByText('CANCELLED')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Billing & Plans'));
  });

  test('[BP-12] no reason need be given', async () => {
    const cancel = answer('cancelSubscription', cancelled);
    fakeServer.use(cancel.handler);
    const { person } = await openBilling(aSubscription());
    await person.click(planButton('Free'));
    const asked = await dialog('Cancel Basic');
    await person.click(asked.getByRole('button', { name: 'Cancel Basic' }));
    await waitFor(() => expect(cancel.received.map(({ body }) => body)).toEqual([{}]));
  });

  test('[CP-7] [BP-12] words typed into the dialog are not lost by a slip', async () => {
    const { person } = await openBilling(aSubscription());
    await person.click(screen.getByRole('button', { name: 'Cancel plan' }));
    const asked = await dialog('Cancel Basic');
    await person.type(asked.getByLabelText(/^Anything else/), 'PDF');
    await person.keyboard('{Escape}');
    expect(
      await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }),
    ).toBeTruthy();
  });

  test('[BP-12] a cancelled plan is resumed with one click', async () => {
    const resume = answer('resumeSubscription', aSubscription());
    fakeServer.use(resume.handler);
    const { person } = await openBilling(cancelled);
    fakeServer.use(answer('getSubscription', aSubscription()).handler);
    await person.click(currentPlan().getByRole('button', { name: 'Resume plan' }));
    await waitFor(() =>
      expect(toastWords()).toEqual(['Basic goes on / Nothing changes with the next period.']),
    );
    expect(currentPlan().getByText('ACTIVE')).toBeTruthy();
    expect(resume.received).toHaveLength(1);
  });

  test('[BP-12] a change that is to follow is said, and taken back with one click', async () => {
    const resume = answer('resumeSubscription', aSubscription());
    fakeServer.use(resume.handler);
    const { person } = await openBilling(aSubscription({ nextPlanId: 4 }));
    expect(currentPlan().getByText('Basic, annual follows on Feb 05, 2026.')).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: /^Annual/ }));
    expect(planButton('Basic').textContent).toBe('Starts on Feb 05, 2026');
    fakeServer.use(answer('getSubscription', aSubscription()).handler);
    await person.click(currentPlan().getByRole('button', { name: 'Keep Basic' }));
    await waitFor(() => expect(resume.received).toHaveLength(1));
    expect(await currentPlan().findByText('Renews on Feb 05, 2026.')).toBeTruthy();
  });

  test('[BP-12] the payment method is kept with the provider', async () => {
    fakeServer.use(answer('openBillingPortal', { url: payUrl }).handler);
    const { person } = await openBilling(aSubscription());
    await person.click(screen.getByRole('button', { name: 'Payment method' }));
    await waitFor(() => expect(location.hash).toBe('#pay'));
  });

  test('[BP-12] a portal that does not open is told once', async () => {
    fakeServer.use(answer('openBillingPortal', () => new Response('', { status: 502 })).handler);
    const { person } = await openBilling(aSubscription());
    await person.click(screen.getByRole('button', { name: 'Payment method' }));
    await waitFor(() =>
      expect(toastWords()).toEqual(['Error / Failed to open the billing portal']),
    );
  });
});
