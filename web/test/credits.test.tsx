import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useBanner } from '../src/lib/banners.ts';
import { TopBanner } from '../src/shell/top-banner.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, anOverview, failure, fakeServer } from './fake-api.ts';

async function openWith(credits: number) {
  fakeServer.use(mockEndpoint('getOverview', { ...anOverview(), credits }).handler);
  const app = renderApp('/dashboard/checkout-cancel', { user: ada });
  await heading('Payment Cancelled');
  return app;
}

function meter() {
  return screen.findByRole('link', { name: /Credits used this cycle/ });
}

describe('the credits meter', () => {
  test.each([
    [26, '74 / 100', 'stroke-green'],
    [25, '75 / 100', 'stroke-amber'],
    [6, '94 / 100', 'stroke-amber'],
    [5, '95 / 100', 'stroke-red'],
    [0, '100 / 100', 'stroke-red'],
    [-3, '100 / 100', 'stroke-red'],
  ])('[GP-5] with %i of 100 left it reads %s in %s', async (credits, text, tone) => {
    await openWith(credits);
    const link = await meter();
    expect(within(link).getByText(text)).toBeTruthy();
    expect(link.querySelector(`.${tone}`)).toBeTruthy();
  });

  test('[GP-5] shows the date of the next credits', async () => {
    const { user } = await openWith(50);
    await user.hover(await meter());
    expect(await screen.findByText('New credits on Dec 01, 2026')).toBeTruthy();
  });

  test('[GP-5] with none left one banner leads to the plans and to coupons', async () => {
    await openWith(0);
    const text = await screen.findByText(/You have used all credits of this cycle.*Dec 01, 2026/);
    const banner = within(text.closest('output')!);
    expect(
      banner.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')]),
    ).toEqual([
      ['Upgrade', '/dashboard/billing'],
      ['Redeem coupon', '/dashboard/settings?tab=coupon'],
    ]);
  });

  test('[GP-5] with one left there is no banner', async () => {
    await openWith(1);
    await meter();
    expect(screen.queryByText(/used all credits/)).toBeNull();
  });
});

function Offer({ id, priority }: { id: string; priority: number }) {
  useBanner({ id, priority, text: `Banner ${id}`, actions: [] });
  return null;
}

test('[GP-5] of several banners the most important one is shown, then the next', () => {
  const { rerender } = render(
    <>
      <TopBanner />
      <Offer key="a" id="a" priority={1} />
      <Offer key="b" id="b" priority={5} />
      <Offer key="c" id="c" priority={3} />
    </>,
  );
  expect(screen.getByRole('status').textContent).toBe('Banner b');
  rerender(
    <>
      <TopBanner />
      <Offer key="a" id="a" priority={1} />
      <Offer key="c" id="c" priority={3} />
    </>,
  );
  expect(screen.getByRole('status').textContent).toBe('Banner c');
});

describe('failures', () => {
  test.each([
    ['7', 'Error / Slow down. Try again in 7 seconds.'],
    ['600', 'Error / Slow down. Try again in 10 minutes.'],
    [new Date(Date.now() + 3_600_000).toUTCString(), 'Error / Slow down. Try again in 60 minutes.'],
  ])('[HX-9] a 503 with Retry-After %s shows the waiting time', async (header, text) => {
    fakeServer.use(
      mockEndpoint('getOverview', () =>
        failure(503, 'Slow down.', { headers: { 'retry-after': header } }),
      ).handler,
    );
    renderApp('/dashboard', { user: ada });
    await waitFor(() => expect(toastTexts()).toEqual([text]));
  });

  test('[HX-9] a 402 leads to Billing', async () => {
    fakeServer.use(mockEndpoint('getOverview', () => failure(402, 'No credits left.')).handler);
    renderApp('/dashboard', { user: ada });
    const link = await screen.findByRole('link', { name: 'See plans' });
    expect(link.getAttribute('href')).toBe('/dashboard/billing');
  });

  test('[TM-4] a 402 for the limit of a project leads to the projects', async () => {
    const code = 'project_monthly_limit_reached';
    fakeServer.use(
      mockEndpoint('listSavedSettings', () => failure(402, 'Limit reached.', { code })).handler,
    );
    renderApp('/dashboard/saved-settings', { user: ada });
    const link = await screen.findByRole('link', { name: 'View projects' });
    expect(link.getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  test('[HX-9] a 403 names the missing permission, even where failures have fixed texts', async () => {
    fakeServer.use(
      mockEndpoint('listSavedSettings', () => failure(403, 'Your role may not read settings.'))
        .handler,
    );
    renderApp('/dashboard/saved-settings', { user: ada });
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Your role may not read settings.']));
  });
});

test('[HX-7] offline shows one strip and no failure, and pending queries run on reconnect', async () => {
  const keys = mockEndpoint('listApiKeys', { apiKeys: [] });
  fakeServer.use(keys.handler);
  const { user } = await openWith(50);
  await meter();
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  fireEvent(window, new Event('offline'));
  await user.click(screen.getByRole('link', { name: 'API Keys' }));
  await heading('API Keys');
  expect(screen.getAllByText(/You are offline/)).toHaveLength(1);
  expect([keys.received.length, toastTexts()]).toEqual([0, []]);
  Reflect.deleteProperty(navigator, 'onLine');
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(keys.received).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});
