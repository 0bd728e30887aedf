import type { StaffTicket } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';
import { aStaffTicket, openStaff, openStaffTicket, staffAda } from './staff.page.tsx';

const at = (minute: number) => `2025-01-05T15:${String(minute).padStart(2, '0')}:00.000Z`;

/** A ticket with messages of both sides, a note and the customer panel. */
const busy: Partial<StaffTicket> = {
  messages: [
    { id: 1, from: 'team', html: '<p>Which page?</p>', createdAt: at(10), authorName: 'Ada' },
    { id: 2, from: 'author', html: 'Pricing.', createdAt: at(30), authorName: 'Grace Hopper' },
  ],
  notes: [{ id: 1, text: 'Consent banner.', authorName: 'Edsger', createdAt: at(20) }],
  context: { page: '/dashboard/playground', plan: 'Basic' },
};

describe('a ticket', () => {
  test('[SF-1] shows the whole conversation in order, with notes clearly marked', async () => {
    await openStaffTicket(() => aStaffTicket(7, busy));
    const list = screen.getByRole('region', { name: 'Conversation' }).querySelector('ol')!;
    const entries = [...list.children].map((entry) => entry.textContent);
    expect(entries).toEqual([
      expect.stringMatching(/^Grace HopperCustomer.*It is blank\..*\/dashboard\/playground/),
      expect.stringMatching(/^AdaTeam.*Which page\?$/),
      expect.stringMatching(
        /^EdsgerInternal note\. Never visible to the customer\..*Consent banner\.$/,
      ),
      expect.stringMatching(/^Grace HopperCustomer.*Pricing\.$/),
    ]);
  });

  test('[SF-2] shows plan, credits, last captures with errors and other tickets beside it', async () => {
    const base = aStaffTicket(7);
    const capture = {
      url: 'https://a.example/',
      status: 'COMPLETE' as const,
      code: null,
      error: null,
    };
    await openStaffTicket(() => ({
      ...base,
      customer: {
        ...base.customer,
        captures: [
          { ...capture, id: 'req-1', createdAt: at(1) },
          {
            id: 'req-2',
            url: null,
            status: 'FAILED',
            code: 'selector_not_found',
            error: 'It was not found.',
            createdAt: at(0),
          },
        ],
        otherTickets: [{ id: 3, title: 'Older', status: 'CLOSED' }],
      },
    }));
    const aside = within(screen.getByRole('complementary', { name: 'Grace Hopper' }));
    const facts = aside.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['Basic', '640 left of 1,000', 'Dec 01, 2024']);
    aside.getByText('1 of 2 failed');
    const [first, second] = within(aside.getByRole('list', { name: 'Last captures' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toContain('https://a.example/');
    expect(second?.textContent).toMatch(/Failed.*HTML.*selector_not_found It was not found\.$/);
    expect(aside.getByRole('link', { name: '#3 Older' }).getAttribute('href')).toBe(
      '/staff/tickets/3',
    );
  });

  test('[SF-1] its status is set, and it is assigned and unassigned', async () => {
    let ticket = aStaffTicket(7);
    const status = mockEndpoint('setTicketStatus', () => ({
      ticket: (ticket = { ...ticket, status: 'CLOSED' }),
    }));
    const assign = mockEndpoint('assignTicket', ({ body }) => ({
      ticket: (ticket = {
        ...ticket,
        assignee:
          JSON.stringify(body) === '{"isMine":true}'
            ? { userId: staffAda.id, name: 'Ada Lovelace' }
            : null,
      }),
    }));
    fakeServer.use(status.handler, assign.handler);
    const { user } = await openStaffTicket(() => ticket);
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Closed' }));
    await screen.findByText('CLOSED');
    expect(status.received[0]?.body).toEqual({ status: 'CLOSED' });
    await user.click(screen.getByRole('button', { name: 'Assign to me' }));
    await user.click(await screen.findByRole('button', { name: 'Unassign' }));
    await screen.findByRole('button', { name: 'Assign to me' });
    expect(assign.received.map(({ body }) => body)).toEqual([{ isMine: true }, { isMine: false }]);
  });

  test('an invalid ticket number is not found, and a missing ticket shows an error', async () => {
    fakeServer.use(
      mockEndpoint('getStaffTicket', () => failure(404, 'The ticket does not exist.')).handler,
    );
    const app = await openStaff('/staff/tickets/999', 'Ticket #999');
    await screen.findByText('Failed to load the ticket');
    await app.router.navigate('/staff/tickets/nine');
    expect(await heading('Oops! Page not found')).toBeTruthy();
  });
});

describe('writing', () => {
  test('[SF-1] a reply is previewed as rendered by the server, then sent with a status', async () => {
    const preview = mockEndpoint('previewReply', {
      html: '<h2>Hello</h2><script>alert(1)</script>',
    });
    const reply = mockEndpoint('replyToTicket', { ticket: aStaffTicket(7, { status: 'CLOSED' }) });
    fakeServer.use(preview.handler, reply.handler);
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    await user.type(screen.getByRole('textbox', { name: 'Reply' }), '## Hello');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const shown = within(screen.getByRole('region', { name: 'Preview' }));
    await shown.findByRole('heading', { name: 'Hello' });
    expect(document.querySelector('main script')).toBeNull();
    expect(preview.received[0]?.body).toEqual({ markdown: '## Hello' });
    await user.click(screen.getByRole('combobox', { name: 'and set status to' }));
    await user.click(await screen.findByRole('option', { name: 'Closed' }));
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Reply sent']));
    expect(reply.received[0]?.body).toEqual({ markdown: '## Hello', status: 'CLOSED' });
    await user.click(screen.getByRole('button', { name: 'Write' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }).value).toBe('');
  });

  test('[SF-1] a failed reply is reported once and preserved', async () => {
    fakeServer.use(mockEndpoint('replyToTicket', () => new Response('', { status: 502 })).handler);
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
    await user.type(field, 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to send the reply']));
    expect(field.value).toBe('Hello');
  });

  test('[SF-1] an internal note is never sent as a reply', async () => {
    const note = mockEndpoint('addTicketNote', { ticket: aStaffTicket(7, busy) });
    const reply = mockEndpoint('replyToTicket', { ticket: aStaffTicket(7) });
    fakeServer.use(note.handler, reply.handler);
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    await user.click(screen.getByRole('tab', { name: 'Internal note' }));
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Consent banner.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByText('Internal note. Never visible to the customer.', {
      exact: false,
      selector: 'article span',
    });
    expect(note.received.map(({ body }) => body)).toEqual([{ text: 'Consent banner.' }]);
    expect(reply.received).toEqual([]);
  });

  test('[SF-1] a saved reply can be inserted, and the current reply can be saved', async () => {
    const save = mockEndpoint('createSavedReply', {
      savedReply: { id: 2, name: 'Hello', markdown: 'Hello' },
    });
    const remove = mockEndpoint('deleteSavedReply', {});
    fakeServer.use(
      mockEndpoint('listSavedReplies', {
        savedReplies: [{ id: 1, name: 'Consent', markdown: 'Set `delay`.' }],
      }).handler,
      save.handler,
      remove.handler,
    );
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
    await user.type(field, 'Hello');
    await user.click(screen.getByRole('button', { name: 'Saved replies' }));
    await user.click(await screen.findByRole('button', { name: 'Insert Consent' }));
    await waitFor(() => expect(field.value).toBe('Hello\n\nSet `delay`.'));
    await user.click(screen.getByRole('button', { name: 'Saved replies' }));
    await user.type(await screen.findByLabelText('Save this reply as'), ' Hello {Enter}');
    await waitFor(() => expect(save.received).toHaveLength(1));
    expect(save.received[0]?.body).toEqual({ name: 'Hello', markdown: 'Hello\n\nSet `delay`.' });
    await user.click(screen.getByRole('button', { name: 'Delete Consent' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(remove.received).toHaveLength(1));
  });

  test('the toolbar and its shortcuts format the selection', async () => {
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
    await user.type(field, 'Try again');
    field.setSelectionRange(4, 9);
    await user.click(screen.getByRole('button', { name: 'Bold' }));
    expect(field.value).toBe('Try **again**');
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([6, 11]);
    await user.keyboard('{Control>}b{/Control}');
    expect(field.value).toBe('Try again');
  });

  test('leaving with unsent text requires confirmation', async () => {
    const { user } = await openStaffTicket(() => aStaffTicket(7));
    await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'Hello');
    await user.click(screen.getByRole('link', { name: 'All tickets' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });
});
