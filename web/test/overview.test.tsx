import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { toastTexts } from './app.tsx';
import {
  anOverview,
  mockEndpoint,
  aScreenshot,
  failure,
  fakeServer,
  neverResponds,
} from './fake-api.ts';
import { openOverview, rowNames } from './overview-page.tsx';

function figure(label: string) {
  const value = screen.getByText(label).nextElementSibling;
  if (value === null) throw new Error(`no figure for ${label}`);
  return value;
}

describe('the figures', () => {
  test('[OV-1] [FT-1] four cards show the server’s values', async () => {
    await openOverview();
    await waitFor(() => expect(figure('Total Projects').textContent).toBe('4'));
    expect(figure('Total Screenshots').textContent).toBe('1,234');
    expect(figure('Storage Used').textContent).toBe('168.7 MB');
    expect(figure('Credits Remaining').textContent).toBe('88of 100 this cycle');
  });

  test('[OV-2] [RL-5] the loading state shows sample values hidden from assistive technology', async () => {
    fakeServer.use(mockEndpoint('getOverview', neverResponds).handler);
    await openOverview();
    const samples = [...document.querySelectorAll('[data-sample]')];
    expect(samples.map((one) => one.textContent)).toEqual(['4', '140', '168.7 MB', '237']);
    expect(samples.every((one) => one.getAttribute('aria-hidden') === 'true')).toBe(true);
    expect(within(screen.getByRole('main')).getAllByText('Loading')).toHaveLength(4);
    expect(screen.queryByText('Sample')).toBeNull();
  });

  test('[OV-8] [OV-2] [HX-8] [CP-11] a failure is shown, marks the samples and can be retried', async () => {
    fakeServer.use(
      mockEndpoint('getOverview', () =>
        failure(500, 'An internal error occurred.', { requestId: 'req_77' }),
      ).handler,
    );
    const { user } = await openOverview();
    expect(await screen.findByText('Failed to load dashboard statistics')).toBeTruthy();
    expect(screen.getByText('Please try refreshing the page')).toBeTruthy();
    expect(screen.getAllByText('req_77').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Sample')).toHaveLength(4);
    expect(screen.getAllByText('Not available')).toHaveLength(4);
    expect(toastTexts()).toEqual(['Error / An internal error occurred.']);
    fakeServer.use(mockEndpoint('getOverview', anOverview()).handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(figure('Total Projects').textContent).toBe('4'));
  });

  test('[OV-3] [FT-3] credits never read below zero, and an empty store reads 0 Bytes', async () => {
    fakeServer.use(
      mockEndpoint('getOverview', { ...anOverview([]), totalSize: 0, credits: -5 }).handler,
    );
    await openOverview();
    await waitFor(() => expect(figure('Credits Remaining').textContent).toBe('0of 100 this cycle'));
    expect(figure('Storage Used').textContent).toBe('0 Bytes');
  });
});

describe('the rest of the Overview', () => {
  test('[OV-15] the latest captures are listed with status and age', async () => {
    const list = mockEndpoint('listScreenshots', {
      screenshots: [aScreenshot(1), aScreenshot(2, { status: 'FAILED', thumbnailUrl: null })],
      meta: { page: 1, limit: 6, total: 2, isTotalExact: true },
    });
    fakeServer.use(list.handler);
    await openOverview();
    expect(await screen.findByRole('link', { name: 'site-1.example, Complete' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'site-2.example, Failed' })).toBeTruthy();
    expect(screen.getAllByText('3 minutes ago')).toHaveLength(2);
    expect(list.received[0]?.url.search).toBe('?limit=6');
  });

  test('[GP-4] the first steps are checked off automatically and can be hidden permanently', async () => {
    const dismiss = mockEndpoint('dismissOnboarding', {});
    fakeServer.use(dismiss.handler);
    const { user } = await openOverview();
    expect(await screen.findByText('1 of 5 done')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create an API key' }).getAttribute('href')).toBe(
      '/dashboard/api-keys',
    );
    await user.click(screen.getByRole('button', { name: 'Hide first steps' }));
    await waitFor(() => expect(screen.queryByText('First steps')).toBeNull());
    expect(dismiss.received).toHaveLength(1);
  });

  test('[GP-5] the credits meter shows the used credits', async () => {
    await openOverview();
    expect(
      await screen.findByRole('link', { name: /^Credits used this cycle:\s*12 \/ 100$/ }),
    ).toBeTruthy();
  });

  test('[QC-6] a background refresh leaves the current data visible', async () => {
    const { queryClient } = await openOverview();
    await rowNames();
    fakeServer.use(mockEndpoint('getOverview', neverResponds).handler);
    queryClient.invalidateQueries().catch(() => undefined);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBeGreaterThan(0), {
      timeout: 15_000,
    });
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
  });
});
