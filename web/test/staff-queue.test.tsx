import type { User } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';
import { aQueued, openStaff, staffAda } from './staff.page.tsx';

/** The queue and the requests that the server received. */
async function openQueue(path = '/staff/tickets', tickets = [aQueued(2), aQueued(1)]) {
  const list = mockEndpoint('listStaffTickets', ({ url }) => ({
    tickets: url.searchParams.get('search') === 'nothing' ? [] : tickets,
  }));
  fakeServer.use(list.handler);
  const app = await openStaff(path, 'Tickets');
  await waitFor(() => expect(list.received).not.toHaveLength(0));
  const searchParams = () => Object.fromEntries(list.received.at(-1)?.url.searchParams ?? []);
  return { ...app, searchParams };
}

describe('access', () => {
  test.each<[string, string, User | null]>([
    ['a visitor', '/staff', null],
    ['a customer', '/staff', ada],
    ['a customer', '/staff/tickets', ada],
    ['a customer', '/staff/tickets/7', ada],
    ['a customer whose browser says otherwise', '/staff/tickets', staffAda],
  ])('[SF-1] for %s %s is not found', async (_, path, user) => {
    const list = mockEndpoint('listStaffTickets', { tickets: [] });
    fakeServer.use(list.handler);
    const app = renderApp(path, { user });
    await heading('Oops! Page not found');
    expect(app.path()).toBe(path);
    expect(list.received).toEqual([]);
  });

  test('[SF-1] staff reach the tickets, even before the browser knows their role', async () => {
    fakeServer.use(
      mockEndpoint('getProfile', { user: staffAda }).handler,
      mockEndpoint('listStaffTickets', { tickets: [] }).handler,
    );
    const app = renderApp('/staff', { user: ada });
    await heading('Tickets');
    expect(app.path()).toBe('/staff/tickets');
    const links = within(screen.getByRole('navigation', { name: 'Support team' })).getAllByRole(
      'link',
    );
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/staff/tickets',
      '/staff/coupons',
      '/staff/news',
    ]);
  });

  test('[SF-1] only staff see the entry in the account menu', async () => {
    fakeServer.use(
      mockEndpoint('getProfile', { user: staffAda }).handler,
      mockEndpoint('listStaffTickets', { tickets: [] }).handler,
    );
    const app = renderApp('/dashboard/webhooks', { user: staffAda });
    await heading('Webhooks');
    await app.user.click(screen.getByRole('button', { name: /Account menu/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Support team' }));
    await heading('Tickets');
    app.authStore.authenticate(ada);
    await app.router.navigate('/dashboard/webhooks');
    await heading('Webhooks');
    await app.user.click(screen.getByRole('button', { name: /Account menu/ }));
    await screen.findByRole('menuitem', { name: /^Docs/ });
    expect(screen.queryByRole('menuitem', { name: 'Support team' })).toBeNull();
  });

  test('[RT-8] an ended session leads to the sign-in page', async () => {
    fakeServer.use(mockEndpoint('getProfile', () => failure(401, 'Sign in again.')).handler);
    const app = renderApp('/staff/tickets', { user: staffAda });
    await heading('Sign in');
    expect(app.path()).toBe('/');
  });
});

describe('the queue', () => {
  test('[SF-1] shows the customer, the subject and the assignee of each ticket', async () => {
    const taken = { userId: ada.id, name: 'Ada Lovelace' };
    await openQueue('/staff/tickets', [
      aQueued(2),
      aQueued(1, { status: 'IN_PROGRESS', isUnanswered: false, assignee: taken }),
    ]);
    await screen.findByText('2 tickets');
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.lastElementChild?.textContent),
      );
    expect(cells).toEqual([
      [
        '#2 Ticket 2',
        'grace@hopper.devBasic',
        'OPEN',
        '3 hours agoAwaiting reply',
        'Unassigned',
        expect.stringContaining('2025'),
      ],
      [
        '#1 Ticket 1',
        'grace@hopper.devBasic',
        'IN PROGRESS',
        '3 hours ago',
        'Ada Lovelace',
        expect.stringContaining('2025'),
      ],
    ]);
    expect(screen.getByRole('link', { name: 'Ticket 2' }).getAttribute('href')).toBe(
      '/staff/tickets/2',
    );
  });

  test.each([
    ['Status', 'In progress', { status: 'IN_PROGRESS' }],
    ['Plan', 'Lifetime', { plan: 'lifetime' }],
    ['Age', 'Older than 3 days', { olderThanDays: '3' }],
  ])('[SF-1] [RT-13] the filter %s is sent and stored in the URL', async (label, option, query) => {
    const app = await openQueue();
    await app.user.click(screen.getByRole('combobox', { name: label }));
    await app.user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(app.searchParams()).toEqual(query));
    expect(app.path()).toBe(`/staff/tickets?${new URLSearchParams(query).toString()}`);
  });

  test('[SF-1] the unanswered filter and a search are combined, and clearing restores all tickets', async () => {
    const app = await openQueue();
    await app.user.click(screen.getByRole('switch', { name: 'Unanswered only' }));
    await app.user.type(screen.getByRole('searchbox', { name: 'Search tickets' }), 'nothing');
    await screen.findByText('No matching tickets');
    expect(app.searchParams()).toEqual({ unanswered: 'true', search: 'nothing' });
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('link', { name: 'Ticket 2' });
    expect(app.path()).toBe('/staff/tickets');
  });

  test('[RT-13] valid filters in the URL are sent, invalid ones are omitted', async () => {
    const app = await openQueue(
      '/staff/tickets?status=OPEN&plan=gold&unanswered=perhaps&olderThanDays=-1&search=%20blank%20',
    );
    expect(app.searchParams()).toEqual({ status: 'OPEN', search: 'blank' });
  });

  test('[CP-11] an empty queue is explained', async () => {
    await openQueue('/staff/tickets', []);
    expect(await screen.findByText('No tickets yet')).toBeTruthy();
  });

  test('[CP-11] the loading state has the shape of the rows', async () => {
    fakeServer.use(mockEndpoint('listStaffTickets', neverResponds).handler);
    await openStaff('/staff/tickets', 'Tickets');
    expect(screen.getAllByRole('row')).toHaveLength(6);
  });

  test('[CP-11] a failure is shown once and can be retried', async () => {
    const responses = [failure(500, 'No queue today.')];
    fakeServer.use(
      mockEndpoint('listStaffTickets', () => responses.shift() ?? { tickets: [aQueued(1)] })
        .handler,
    );
    const { user } = await openStaff('/staff/tickets', 'Tickets');
    await screen.findByText('Failed to load the tickets');
    expect(toastTexts()).toEqual(['Error / No queue today.']);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Ticket 1' })).toBeTruthy();
  });
});
