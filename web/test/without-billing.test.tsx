import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, anOverview, mockEndpoint, configured, failure, fakeServer } from './fake-api.ts';

const billingTerms = /credit|billing|\bplans?\b|coupon|upgrade/i;

function withoutBilling(path: string) {
  fakeServer.use(
    configured({ billing: false }),
    mockEndpoint('getOverview', { ...anOverview(), credits: 0 }).handler,
  );
  return renderApp(path, { user: ada });
}

const pageText = () => document.body.textContent ?? '';

describe('without billing', () => {
  test('sign-up promises no credits', async () => {
    fakeServer.use(configured({ billing: false }));
    renderApp('/register');
    await screen.findByText('Screenshots of any web page, from the dashboard or the API.');
    expect(pageText()).not.toMatch(billingTerms);
  });

  test('a 402 does not link to the plans', async () => {
    fakeServer.use(
      configured({ billing: false }),
      mockEndpoint('listSavedSettings', () => failure(402, 'The monthly limit is used up.'))
        .handler,
    );
    renderApp('/dashboard/saved-settings', { user: ada });
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  test('settings contain only the profile, also at the coupon URL', async () => {
    withoutBilling('/dashboard/settings?tab=coupon&code=SPRING');
    await heading('Settings');
    await screen.findByLabelText('First name');
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(pageText()).not.toMatch(billingTerms);
  });

  test('API keys count captures', async () => {
    const key = {
      id: 1,
      name: 'nightly',
      key: 'sk_live_1',
      projectId: null,
      monthlyLimit: 10,
      monthlyUsage: 3,
      usageResetsAt: '2026-12-01T00:00:00.000Z',
      isActive: true,
      allowedIps: [],
      access: 'full' as const,
      expiresAt: null,
      lastUsedAt: null,
      lastUsedNetwork: null,
      lastUsedAgent: null,
      previousKeyValidUntil: null,
      livemode: true,
      createdAt: '2026-01-05T10:00:00.000Z',
    };
    fakeServer.use(mockEndpoint('listApiKeys', { apiKeys: [key] }).handler);
    const { user } = withoutBilling('/dashboard/api-keys');
    await screen.findByRole('columnheader', { name: 'Monthly Captures' });
    await user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    await screen.findByText('In captures. Blank or 0 means unlimited.');
    expect(pageText()).not.toMatch(billingTerms);
  });

  test('the shell has no billing page, no meter and no banner about credits', async () => {
    withoutBilling('/dashboard');
    await heading('Overview');
    await screen.findByText('1,234');
    const pages = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(pages.getAllByRole('link')).toHaveLength(8);
    expect(pageText()).not.toMatch(billingTerms);
  });

  test('the Overview shows the screenshots of the last 30 days instead of the credits', async () => {
    const day = { date: '2026-11-20', completed: 40, failed: 2, credits: 0 };
    fakeServer.use(
      mockEndpoint('listCaptureDays', { days: [day, { ...day, date: '2026-11-21', completed: 2 }] })
        .handler,
    );
    withoutBilling('/dashboard');
    const label = await screen.findByText('Last 30 Days');
    await waitFor(() => expect(label.parentElement?.textContent).toContain('42screenshots'));
    await screen.findByText('42 completed · 4 failed');
    expect(pageText()).not.toMatch(billingTerms);
  });

  test.each([
    ['/dashboard/billing', '/dashboard'],
    ['/dashboard/checkout-success?session_id=cs_1', '/dashboard'],
    ['/dashboard/checkout-cancel', '/dashboard'],
  ])('%s redirects to %s', async (from, to) => {
    const { path } = withoutBilling(from);
    await heading('Overview');
    expect(path()).toBe(to);
  });

  test('the palette offers no billing page', async () => {
    const { user } = withoutBilling('/dashboard');
    await heading('Overview');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'billing');
    await waitFor(() => expect(screen.queryByRole('option', { name: /Billing/ })).toBeNull());
  });
});
