import type { PublicNotice } from '@shotwright/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { renderApp } from '../app.tsx';
import { ada, configured, fakeServer } from '../fake-api.ts';

let requests = 0;
beforeEach(() => {
  requests = 0;
});

function aNotice(id: number, change: Partial<PublicNotice> = {}): PublicNotice {
  return {
    id,
    kind: 'outage',
    title: `Notice ${String(id)}`,
    text: 'We are on it.',
    startsAt: '2026-11-30T10:00:00.000Z',
    endsAt: null,
    ...change,
  };
}

function openDashboard(notices: readonly PublicNotice[], statusUrl = '/status') {
  fakeServer.use(
    configured({ statusUrl }),
    http.get('*/status.json', () => {
      requests += 1;
      return HttpResponse.json({
        status: 'degraded',
        parts: {},
        notices,
        planned: [],
        history: [],
      });
    }),
  );
  return renderApp('/dashboard', { user: ada });
}

test('[SF-6] the most urgent notice is a banner that says its kind in words and is read politely', async () => {
  openDashboard([
    aNotice(1, { kind: 'notice' }),
    aNotice(2, { kind: 'maintenance' }),
    aNotice(3, { kind: 'outage', title: 'Captures fail' }),
    aNotice(4, { kind: 'degraded' }),
  ]);
  const text = await screen.findByText('Outage: Captures fail');
  expect(text.closest('output')).not.toBeNull();
  const link = screen.getByRole('link', { name: /^Status page/ });
  expect(link.getAttribute('href')).toBe('/status');
  // The dot in the account menu reads the same response.
  expect(requests).toBe(1);
});

test('[SF-6] a dismissed notice stays dismissed in this browser, and the next one is shown', async () => {
  const notices = [aNotice(3), aNotice(4, { kind: 'degraded' })];
  localStorage.setItem('dismissedNotices', '[1]');
  const first = openDashboard(notices);
  await screen.findByText('Outage: Notice 3');
  await first.user.click(screen.getByRole('button', { name: 'Dismiss notice' }));
  expect(await screen.findByText('Degraded: Notice 4')).toBeTruthy();
  expect(localStorage.getItem('dismissedNotices')).toBe('[3]');
  cleanup();
  const again = openDashboard(notices);
  await screen.findByText('Degraded: Notice 4');
  await again.user.click(screen.getByRole('button', { name: 'Dismiss notice' }));
  await waitFor(() => expect(screen.queryByText(/Notice [34]/)).toBeNull());
  expect(localStorage.getItem('dismissedNotices')).toBe('[3,4]');
});

test.each(['{"no":"list"}', '["3"]', 'no JSON'])(
  '[SF-6] an unreadable list of dismissals is ignored: %s',
  async (stored) => {
    localStorage.setItem('dismissedNotices', stored);
    openDashboard([aNotice(3)]);
    expect(await screen.findByText('Outage: Notice 3')).toBeTruthy();
  },
);

test('[SF-6] a plain notice has no banner, and a status page elsewhere is not asked', async () => {
  openDashboard([aNotice(1, { kind: 'notice' })]);
  await waitFor(() => expect(requests).toBe(1));
  const page = within(await screen.findByRole('main'));
  await page.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Notice 1/)).toBeNull();
  cleanup();
  openDashboard([aNotice(3)], 'https://status.example/');
  await within(await screen.findByRole('main')).findByRole('heading', { level: 1 });
  expect(requests).toBe(1);
});
