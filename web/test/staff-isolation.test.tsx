import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint } from './fake-api.ts';
import { openStaff } from './staff.page.tsx';

/** Opens the ticket queue on an installation with these workers. */
async function openQueue(workers: { isolated: number; off: number; unavailable: number }) {
  fakeServer.use(
    mockEndpoint('listStaffTickets', { tickets: [] }).handler,
    mockEndpoint('getWorkerIsolation', { workers }).handler,
  );
  await openStaff('/staff/tickets', 'Tickets');
}

test.each([
  [
    { isolated: 0, off: 1, unavailable: 0 },
    /^The worker does not isolate its browsers\. A page .*ISOLATION=off is set\. It is only for hosts that already confine the browsers\.$/,
  ],
  [
    { isolated: 2, off: 0, unavailable: 1 },
    /^1 of 3 workers do not isolate their browsers\. A page .*The system does not allow isolation\. Run “npm run admin -- doctor” on its host: it names the setting to change\.$/,
  ],
  [{ isolated: 0, off: 1, unavailable: 1 }, /^2 of 2 workers.*ISOLATION=off.*does not allow/],
])('[IS-7] staff are warned of workers that do not isolate: %j', async (workers, text) => {
  await openQueue(workers);
  expect((await screen.findByRole('note')).textContent).toMatch(text);
});

test.each([
  ['all workers isolate', { workers: { isolated: 3, off: 0, unavailable: 0 } }],
  ['the server does not respond', () => failure(500, 'It failed.')],
] as const)('[IS-7] staff see no warning if %s', async (_, data) => {
  const { handler, received } = mockEndpoint('getWorkerIsolation', data);
  fakeServer.use(mockEndpoint('listStaffTickets', { tickets: [] }).handler, handler);
  await openStaff('/staff/tickets', 'Tickets');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  expect(screen.queryByRole('note')).toBeNull();
  expect(toastTexts()).toEqual([]);
});

test('[IS-7] the pages of customers never request the isolation', async () => {
  const isolation = mockEndpoint('getWorkerIsolation', {
    workers: { isolated: 0, off: 1, unavailable: 0 },
  });
  fakeServer.use(isolation.handler);
  renderApp('/dashboard', { user: ada });
  await heading('Overview');
  expect(isolation.received).toEqual([]);
});
