import type { TicketSummary } from '@shotwright/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readTicketList, statusTone } from '../src/features/tickets/tickets.rules.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, configured, failure, fakeServer, neverResponds } from './fake-api.ts';
import { useFakeEvents } from './fake-event-source.ts';
import { aSummary, aTicket, createDialog, openHelp } from './tickets.page.tsx';

afterEach(() => vi.unstubAllGlobals());

const rows = () => screen.getAllByRole('row').slice(1);

/** The question before the first of these tickets is deleted. */
async function openDeletion(tickets: TicketSummary[]) {
  const app = await openHelp(tickets);
  await app.user.click(await screen.findByRole('button', { name: 'Delete Ticket 1' }));
  return { ...app, dialog: within(await screen.findByRole('alertdialog')) };
}

describe('the list', () => {
  test('[HP-1] the page apologises and offers a ticket', async () => {
    await openHelp();
    expect(screen.getByText('Please create a ticket for your problem.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Ticket' })).toBeTruthy();
  });

  test('[HP-2] [FT-8] [FT-11] shows title, status, attachments and date, in this order', async () => {
    vi.stubEnv('TZ', 'UTC');
    await openHelp([
      aSummary(2, {
        title: 'A title that is cut after thirty characters',
        status: 'IN_PROGRESS',
        attachmentCount: 2,
      }),
      aSummary(1, { title: 'Exactly thirty characters long', createdAt: 'never' }),
    ]);
    await screen.findByText('IN PROGRESS');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Title',
      'Status',
      'Attachments',
      'Date Created',
      'Actions',
    ]);
    const cells = rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.lastElementChild?.textContent),
    );
    expect(cells).toEqual([
      [
        'A title that is cut after thir...',
        'IN PROGRESS',
        '2 file(s)',
        expect.stringMatching(/^Jan 05, 2025, \d\d:04 [AP]M$/),
      ],
      ['Exactly thirty characters long', 'OPEN', 'None', 'Invalid date'],
    ]);
    vi.unstubAllEnvs();
  });

  test('[HP-3] skeleton rows have the columns of the table while it loads', async () => {
    fakeServer.use(mockEndpoint('listTickets', neverResponds).handler);
    renderApp('/dashboard/help', { user: ada });
    await heading('We are sorry that you got trouble');
    expect(rows()).toHaveLength(3);
    expect(rows()[0]?.querySelectorAll('[aria-hidden] ~ .breathe, .breathe').length).toBe(5);
    expect(screen.queryByText('No Support Tickets')).toBeNull();
  });

  test('[HP-3] an empty list is explained and offers to create the first ticket', async () => {
    await openHelp();
    await screen.findByText('No Support Tickets');
    expect(screen.getByText(/Create your first ticket/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('[HP-4] each status has its colour and cannot be changed here', async () => {
    expect(['OPEN', 'IN_PROGRESS', 'CLOSED', 'PARKED'].map(statusTone)).toEqual([
      'amber',
      'blue',
      'green',
      'grey',
    ]);
    await openHelp([aSummary(1, { status: 'CLOSED' })]);
    const badge = await screen.findByText('CLOSED');
    expect(badge.className).toContain('text-green');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('[CP-11] [HX-8] a list that cannot be loaded is reported once and can be retried', async () => {
    const responses = [failure(503, 'The tickets are resting.')];
    fakeServer.use(
      http.get(
        '*/api/v1/help/tickets',
        () =>
          responses.shift() ??
          HttpResponse.json({ status: 'success', data: { tickets: [aSummary(1)] } }),
      ),
    );
    const app = renderApp('/dashboard/help', { user: ada });
    await screen.findByText('Failed to load tickets');
    expect(toastTexts()).toEqual(['Error / The tickets are resting.']);
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Ticket 1' });
  });

  test.each([
    ['success and tickets', { status: 'success', data: { tickets: [aSummary(1)] } }, 1],
    ['a success flag', { success: true, data: { tickets: [aSummary(1)] } }, 1],
    ['success without a list', { status: 'success', data: { tickets: 'none' } }, 0],
    ['success without data', { status: 'success' }, 0],
  ])('[HP-12] %s is accepted', (_, body, count) => {
    expect(readTicketList(body).tickets).toHaveLength(count);
  });

  test.each([
    ['another status', { status: 'error', data: { tickets: [aSummary(1)] } }],
    ['a flag that is not true', { success: 'yes', data: { tickets: [] } }],
    ['no object', null],
    ['a bare list', [aSummary(1)]],
  ])('[HP-12] %s is rejected', (_, body) => {
    expect(() => readTicketList(body)).toThrow('An unexpected error occurred');
  });
});

describe('deleting', () => {
  test('[HP-13] shows a dedicated confirmation, deletes and reloads the list', async () => {
    const tickets = [aSummary(1), aSummary(2)];
    const remove = mockEndpoint('deleteTicket', () => {
      tickets.shift();
      return {};
    });
    fakeServer.use(remove.handler);
    const { user, dialog } = await openDeletion(tickets);
    expect(dialog.getByText('Are you sure you want to delete this ticket?')).toBeTruthy();
    expect(dialog.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Cancel',
      'Delete',
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Ticket deleted successfully!']));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ticket 1' })).toBeNull());
    expect(remove.received.map(({ url }) => url.pathname)).toEqual(['/api/v1/help/tickets/1']);
    expect(screen.getByRole('link', { name: 'Ticket 2' })).toBeTruthy();
  });

  test('[RL-1] a failure is shown once, and the ticket remains', async () => {
    fakeServer.use(mockEndpoint('deleteTicket', () => new Response('', { status: 502 })).handler);
    const { user, dialog } = await openDeletion([aSummary(1)]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to delete ticket']));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('link', { name: 'Ticket 1' })).toBeTruthy();
  });
});

describe('the dot beside Help', () => {
  test('[HP-17] [QC-7] appears within a second of a staff reply, until it is read', async () => {
    const stream = useFakeEvents();
    const tickets = [aSummary(1)];
    fakeServer.use(
      mockEndpoint('listTickets', () => ({ tickets, unreadCount: 0 })).handler,
      mockEndpoint('getTicket', () => {
        tickets[0] = aSummary(1);
        return { ticket: aTicket(1, { reply: '<p>Try again.</p>' }) };
      }).handler,
    );
    const app = renderApp('/dashboard/webhooks', { user: ada });
    await heading('Webhooks');
    act(() => stream().accept());
    const sidebar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(sidebar.getByRole('link', { name: 'Help' })).toBeTruthy();
    tickets[0] = aSummary(1, { isUnread: true });
    act(() => stream().send('ticket', { id: 1 }));
    const link = await sidebar.findByRole('link', { name: /^Help ?1 ticket with a new reply$/ });
    await app.user.click(link);
    await app.user.click(await screen.findByRole('link', { name: 'Ticket 1' }));
    await screen.findByText('Try again.');
    await waitFor(() => expect(link.textContent).toBe('Help'));
  });

  test('a failed load on another page shows no error', async () => {
    fakeServer.use(mockEndpoint('listTickets', () => failure(500, 'No tickets today.')).handler);
    renderApp('/dashboard/webhooks', { user: ada });
    await heading('Webhooks');
    await screen.findByText('No webhooks yet');
    expect(toastTexts()).toEqual([]);
  });
});

describe('a ticket requested by another page', () => {
  test('[SH-10] Feature Request without a board opens a ticket of that kind', async () => {
    fakeServer.use(configured({ feedbackUrl: null }));
    const app = await openHelp();
    await app.user.click(
      within(screen.getByRole('banner')).getByRole('link', { name: 'Feature Request' }),
    );
    const dialog = await createDialog();
    expect(dialog.getByLabelText<HTMLInputElement>('Title *').value).toBe('Feature request: ');
    expect(app.path()).toBe('/dashboard/help');
  });

  test('a failed capture fills title and description, and nothing is sent automatically', async () => {
    const sent: unknown[] = [];
    fakeServer.use(http.post('*/api/v1/help/tickets', () => void sent.push(1)));
    const search = new URLSearchParams({
      new: 'capture',
      title: 'The selector was not found.'.repeat(20),
      code: 'selector_not_found',
      request: 'req-7',
    });
    await openHelp([], `/dashboard/help?${search.toString()}`);
    const dialog = await createDialog();
    expect(dialog.getByLabelText<HTMLInputElement>('Title *').value).toHaveLength(200);
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe(
      'Code: selector_not_found\nRequest ID: req-7',
    );
    expect(sent).toEqual([]);
  });
});
