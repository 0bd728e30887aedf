import type { AuditEvent } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/audit/audit.tsx';
import '../src/shell/dashboard-layout.tsx';
import { renderApp } from './app.tsx';
import { ada, configured, fakeServer, mockEndpoint } from './fake-api.ts';

function anEvent(id: number, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: `0190f5a4-0000-7000-8000-00000000000${String(id)}`,
    createdAt: '2026-01-05T10:00:00.000Z',
    action: 'api_key.deleted',
    group: 'keys',
    actor: { kind: 'user', id: 'u1', name: 'Ada Lovelace', email: 'ada@example.com' },
    network: '192.0.2.0/24',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140',
    targetId: '7',
    targetName: `Key ${String(id)}`,
    count: null,
    ...changes,
  };
}

async function openLog(path = '/dashboard/audit') {
  const app = renderApp(path, { user: ada });
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
  return app;
}

const rows = () => screen.queryAllByRole('row').slice(1);
const answering = (events: AuditEvent[], next: string | null = null) =>
  mockEndpoint('listAuditEvents', { events, next });

test('[TM-3] each action is listed with its time, its user, its target, its network and its browser', async () => {
  const key = { kind: 'api_key', id: '3', name: 'Nightly job', email: null } as const;
  const list = answering([
    anEvent(1),
    anEvent(2, {
      action: 'files.deleted',
      actor: key,
      userAgent: 'my-script/2.1 node',
      targetId: null,
      targetName: null,
      count: 1_200,
    }),
    anEvent(3, { action: 'sign_out', targetId: null, targetName: null, userAgent: '' }),
  ]);
  fakeServer.use(list.handler);
  await openLog();
  await waitFor(() => expect(rows()).toHaveLength(3));
  const texts = rows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(texts).toEqual([
    [
      'WhoAda Lovelaceada@example.com',
      'WhatAPI key deletedKey 1',
      'From192.0.2.0/24Firefox on Windows',
    ],
    ['WhoNightly jobAPI key', 'WhatFiles deleted1,200 files', 'From192.0.2.0/24my-script/2.1'],
    ['WhoAda Lovelaceada@example.com', 'WhatSigned out', 'From192.0.2.0/24Unknown program'],
  ]);
});

test('[TM-3] the filters come from the URL and are written to it', async () => {
  const list = mockEndpoint('listAuditEvents', ({ url }) => ({
    events: url.searchParams.has('group') ? [] : [anEvent(1)],
    next: null,
  }));
  fakeServer.use(list.handler);
  const app = await openLog('/dashboard/audit?group=keys&q=ada&time=7d');
  expect(await screen.findByText('No actions match')).toBeTruthy();
  const { from, ...query } = Object.fromEntries(list.received[0]?.url.searchParams ?? []);
  expect(query).toEqual({ group: 'keys', actor: 'ada' });
  const days = (Date.now() - Date.parse(from ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await app.user.type(screen.getByRole('searchbox'), 'grace');
  await vi.waitUntil(() => list.received.at(-1)?.url.searchParams.get('actor') === 'grace', {
    timeout: 5_000,
  });
});

test('[TM-3] older actions are read page by page', async () => {
  const list = mockEndpoint('listAuditEvents', ({ url }) =>
    url.searchParams.has('cursor')
      ? { events: [anEvent(1)], next: null }
      : { events: [anEvent(2)], next: anEvent(2).id },
  );
  fakeServer.use(list.handler);
  const app = await openLog();
  await app.user.click(await screen.findByRole('button', { name: 'Show older actions' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show older actions' })).toBeNull();
});

test('[TM-3] the CSV file has the filter of the list', async () => {
  fakeServer.use(answering([anEvent(1)]).handler);
  const asked: string[] = [];
  fakeServer.use(
    http.get('*/api/v1/audit-events.csv', ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse('time', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const app = await openLog('/dashboard/audit?group=keys');
  await app.user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await vi.waitUntil(() => asked.length > 0, { timeout: 5_000 });
  expect(asked).toEqual(['?group=keys']);
});

test('[TM-3] a log that cannot be loaded says so and can be loaded again', async () => {
  fakeServer.use(
    http.get('*/api/v1/audit-events', () =>
      HttpResponse.json({ status: 'error' }, { status: 500 }),
    ),
  );
  const app = await openLog();
  expect(await screen.findByText('Failed to load the audit log')).toBeTruthy();
  fakeServer.use(answering([anEvent(1)]).handler);
  await app.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('[TM-3] without billing no action of billing is offered', async () => {
  fakeServer.use(configured({ billing: false }));
  const app = await openLog();
  await app.user.click(screen.getByRole('combobox', { name: 'Actions' }));
  await screen.findByRole('option', { name: 'Exports' });
  expect(screen.queryByRole('option', { name: 'Billing' })).toBeNull();
});
