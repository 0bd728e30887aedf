import { act, screen, waitFor } from '@testing-library/react';
import { delay } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { confirmationTimes } from '../src/features/billing/checkout/checkout.api.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { aSubscription, aUsage } from './billing.page.tsx';
import { ada, mockEndpoint, anOverview, configured, failure, fakeServer } from './fake-api.ts';

const successPath = '/dashboard/checkout-success';
const withSession = `${successPath}?session_id=cs_test_a1b2c3d4e5f6g7h8`;
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

function confirming(status: 'active' | 'processing' | 'expired') {
  const confirm = mockEndpoint('confirmCheckout', { checkoutStatus: status });
  fakeServer.use(confirm.handler);
  return confirm;
}

describe('a successful payment', () => {
  test('[CS-1] [CS-2] [CS-3] [CS-4] is shown at once, with the last characters of the transaction, next steps and a contact', async () => {
    fakeServer.use(configured({ supportEmail: 'help@shots.example' }));
    confirming('processing');
    renderApp(withSession, { user: ada });
    await heading('Payment Successful!');
    expect(
      screen.getByText(
        'Thank you for your subscription. Your plan has been activated successfully.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('Transaction ID:').textContent).toBe('Transaction ID: e5f6g7h8');
    expect(linkTo('View Billing Details')).toBe('/dashboard/billing');
    expect(linkTo('Go to Dashboard')).toBe('/dashboard');
    expect(screen.getByText('A confirmation email will follow shortly.')).toBeTruthy();
    expect(linkTo('help@shots.example')).toBe('mailto:help@shots.example');
  });

  test('[CS-2] [CS-5] without a session there is no transaction, and nothing is confirmed', async () => {
    const confirm = confirming('active');
    renderApp(successPath, { user: ada });
    await heading('Payment Successful!');
    expect(screen.queryByText(/Transaction ID/)).toBeNull();
    expect(screen.queryByText('Active')).toBeNull();
    expect(confirm.received).toEqual([]);
  });

  test('[CS-5] [QC-4] [RL-19] is confirmed by the server, then plan and credits are read again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isActive = false;
    const confirm = mockEndpoint('confirmCheckout', () => ({
      checkoutStatus: isActive ? ('active' as const) : ('processing' as const),
    }));
    const overview = mockEndpoint('getOverview', anOverview());
    const profile = mockEndpoint('getProfile', { user: ada });
    const handlers = [confirm, overview, profile, mockEndpoint('getUsage', aUsage())].map(
      ({ handler }) => handler,
    );
    fakeServer.use(...handlers, mockEndpoint('getSubscription', aSubscription()).handler);
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('Activating…')).toBeTruthy();
    const before = overview.received.length;
    isActive = true;
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(await screen.findByText('Basic is active, with 444 credits to use.')).toBeTruthy();
    expect(confirm.received.map(({ body }) => body)[0]).toEqual({
      sessionId: 'cs_test_a1b2c3d4e5f6g7h8',
    });
    await waitFor(() => expect(overview.received.length).toBeGreaterThan(before));
    const receivedCount = confirm.received.length;
    await act(() => vi.advanceTimersByTimeAsync(2 * confirmationTimes.pollInterval));
    expect(confirm.received).toHaveLength(receivedCount);
  });

  test('[CS-5] [QC-4] credits whose first request began before the payment was confirmed are read again', async () => {
    const confirm = confirming('active');
    const overview = mockEndpoint('getOverview', async () => {
      if (overview.received.length > 1)
        return { ...anOverview(), credits: 1_000, creditsTotal: 1_000 };
      await waitFor(() => expect(confirm.received).toHaveLength(1));
      await delay(200);
      return { ...anOverview(), credits: 100 };
    });
    const handlers = [overview, mockEndpoint('getUsage', aUsage())].map(({ handler }) => handler);
    fakeServer.use(...handlers, mockEndpoint('getSubscription', aSubscription()).handler);
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('0 / 1,000')).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });

  test('[CS-5] [RL-19] is still shown as processing after 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    confirming('processing');
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('Activating…')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(confirmationTimes.timeout + 100));
    expect(await screen.findByText('Still processing')).toBeTruthy();
    expect(screen.getByText(/^Confirmation is taking longer than usual\./)).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });

  test('[CS-5] a failed poll does not count as a failed payment', async () => {
    let requestCount = 0;
    fakeServer.use(
      mockEndpoint('confirmCheckout', () =>
        ++requestCount === 1 ? failure(503, 'Restarting.') : { checkoutStatus: 'active' as const },
      ).handler,
      mockEndpoint('getSubscription', aSubscription()).handler,
    );
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });

  test('[CS-5] a foreign or unknown session is not confirmed, shown once, and not polled again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const confirm = mockEndpoint('confirmCheckout', () =>
      failure(404, 'There is no such checkout.'),
    );
    fakeServer.use(confirm.handler);
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('Not confirmed')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / There is no such checkout.']);
    await act(() => vi.advanceTimersByTimeAsync(2 * confirmationTimes.pollInterval));
    expect(confirm.received).toHaveLength(1);
  });

  test('[CS-5] an expired checkout leads back to the plans', async () => {
    confirming('expired');
    renderApp(withSession, { user: ada });
    expect(await screen.findByText('Checkout expired')).toBeTruthy();
    expect(linkTo('See plans')).toBe('/dashboard/billing');
  });
});

describe('a cancelled payment', () => {
  test('[CC-1] [CC-2] [CC-3] states that nothing was charged, with possible reasons, next steps and a contact', async () => {
    renderApp('/dashboard/checkout-cancel', { user: ada });
    await heading('Payment Cancelled');
    expect(
      screen.getByText(
        'Your payment was cancelled or failed to process. No charges have been made to your account.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'What happened?' })).toBeTruthy();
    expect(screen.getByRole('main').querySelectorAll('li')).toHaveLength(3);
    expect(linkTo('Try Again')).toBe('/dashboard/billing');
    expect(linkTo('Back to Dashboard')).toBe('/dashboard');
    expect(linkTo('support@example.com')).toBe('mailto:support@example.com');
  });

  test('[CC-4] Try Again returns to the plan of the checkout, and only to one that exists', async () => {
    const { router } = renderApp('/dashboard/checkout-cancel?plan=4', { user: ada });
    await heading('Payment Cancelled');
    expect(linkTo('Try Again')).toBe('/dashboard/billing?plan=4');
    await act(() => router.navigate('/dashboard/checkout-cancel?plan=99'));
    expect(linkTo('Try Again')).toBe('/dashboard/billing');
  });
});
