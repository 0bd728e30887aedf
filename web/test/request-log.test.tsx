import type { LoggedRequest } from '@shotwright/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/api-keys/requests.tsx';
import '../src/shell/dashboard-layout.tsx';
import { renderApp } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';

function aCall(id: number): LoggedRequest {
  return {
    id: `0190f5a4-0000-7000-8000-00000000000${String(id)}`,
    requestId: `request-${String(id)}`,
    createdAt: '2026-01-05T10:00:00.000Z',
    method: 'GET',
    route: '/devices',
    path: `/api/v1/devices?page=${String(id)}`,
    target: null,
    status: 200,
    durationMs: 12,
    credits: 0,
    errorCode: null,
    apiKeyId: 99,
    projectId: null,
    screenshotId: null,
  };
}

const rows = () => screen.queryAllByRole('button', { name: /^GET / });

interface ListPage {
  readonly requests: LoggedRequest[];
  readonly next: string | null;
  readonly searchedUntil: string | null;
}

/** Opens the log. */
async function openLog(path = '/dashboard/requests') {
  const app = renderApp(path, { user: ada });
  await screen.findByRole('heading', { level: 1, name: 'Request log' });
  return app;
}

const page = (
  ids: number[],
  next: string | null = null,
  searchedUntil: string | null = null,
): ListPage => ({
  requests: ids.map(aCall),
  next,
  searchedUntil,
});

test('[DX-11] new calls appear while the list is live, older ones pause it', async () => {
  let newest = page([2], 'c');
  const list = mockEndpoint('listRequests', ({ url }) =>
    url.searchParams.has('cursor') ? page([1]) : newest,
  );
  fakeServer.use(list.handler);
  const app = await openLog();
  await waitFor(() => expect(rows()).toHaveLength(1));
  newest = page([3, 2], 'c');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await app.user.click(screen.getByRole('button', { name: 'Show older calls' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(list.received.at(-1)?.url.searchParams.get('cursor')).toBe('c');
  expect(screen.getByText('Paused')).toBeTruthy();
  newest = page([4], 'c');
  await app.user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(screen.getByText('Live')).toBeTruthy();
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('[DX-11] the filters come from the URL, and a search without results goes further back', async () => {
  const found = page([], 'c', '2026-01-04T10:00:00.000Z');
  const list = mockEndpoint('listRequests', ({ url }) =>
    url.searchParams.has('cursor') ? page([1]) : found,
  );
  fakeServer.use(list.handler);
  const app = await openLog('/dashboard/requests?status=4xx&key=99&in=7&q=shop');
  expect(await screen.findByText('No calls match')).toBeTruthy();
  expect(Object.fromEntries(list.received[0]?.url.searchParams ?? [])).toEqual({
    status: '4xx',
    key: '99',
    project: '7',
    text: 'shop',
  });
  expect(screen.getByText(/^Searched back to /)).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Search further back' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.getByText('Deleted key', { selector: 'td *' })).toBeTruthy();
});
