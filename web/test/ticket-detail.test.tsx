import type { Ticket, TicketMessage } from '@shotwright/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { heading, toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';
import { useFakeEvents } from './fake-event-source.ts';
import { aSummary, aTicket, openHelp } from './tickets.page.tsx';

afterEach(() => vi.unstubAllGlobals());

const when = '2025-01-05T15:04:00.000Z';

function aMessage(id: number, from: 'author' | 'team', html: string): TicketMessage {
  return { id, from, html, createdAt: when, member: null };
}

/** Opens the dialog of ticket 7; `read` provides the server's current ticket. */
async function openTicket(read: Partial<Ticket> | (() => Ticket | Response)) {
  const detail = mockEndpoint('getTicket', () => {
    const ticket = typeof read === 'function' ? read() : aTicket(7, read);
    return ticket instanceof Response ? ticket : { ticket };
  });
  fakeServer.use(detail.handler);
  const app = await openHelp([aSummary(7)]);
  await app.user.click(await screen.findByRole('button', { name: 'View details of Ticket 7' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ticket #7' }));
  return { app, dialog, detail };
}

const headings = (dialog: Awaited<ReturnType<typeof openTicket>>['dialog']) =>
  dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the details', () => {
  test('[HP-11] show ticket, date and status, then each section in order', async () => {
    const { app, dialog } = await openTicket({
      status: 'IN_PROGRESS',
      title: 'The whole title, however long it is, stands here',
      description: 'One line\n  and another',
      attachments: [1, 2].map((id) => ({
        id: String(id),
        s3Url: `/api/v1/help/attachments/${String(id)}/image.png`,
        widthPx: 40,
        heightPx: 30,
        sizeBytes: 2_048,
      })),
      reply: '<p>Try <strong>again</strong>.</p>',
      messages: [aMessage(1, 'team', '<p>Try <strong>again</strong>.</p>')],
    });
    await dialog.findByText(/^Created Jan 0\d, 2025, \d\d:04 [AP]M$/);
    dialog.getByText('IN PROGRESS');
    dialog.getByText('The whole title, however long it is, stands here');
    expect(headings(dialog)).toEqual(['Title', 'Description', 'Attachments (2)', "Team's Reply"]);
    const description = dialog.getByText(/One line/);
    expect(description.textContent).toBe('One line\n  and another');
    expect(description.className).toContain('whitespace-pre-wrap');
    const links = dialog.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ target, rel, pathname }) => [target, rel, pathname])).toEqual([
      ['_blank', 'noopener noreferrer', '/api/v1/help/attachments/1/image.png'],
      ['_blank', 'noopener noreferrer', '/api/v1/help/attachments/2/image.png'],
    ]);
    expect(dialog.getByText('again').tagName).toBe('STRONG');
    expect(app.path()).toBe('/dashboard/help?ticket=7');
  });

  test('[HP-11] omit an empty description and state that there is no reply', async () => {
    const { dialog } = await openTicket({});
    await dialog.findByText('No reply yet.');
    expect(headings(dialog)).toEqual(['Title', 'Attachments (0)', "Team's Reply"]);
  });

  test('a ticket that cannot be loaded is reported once and can be retried', async () => {
    const responses = [failure(404, 'The ticket does not exist.')];
    const { app, dialog } = await openTicket(() => responses.shift() ?? aTicket(7));
    await dialog.findByText('Failed to load the ticket');
    expect(toastTexts()).toEqual(['Error / The ticket does not exist.']);
    await app.user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('No reply yet.')).toBeTruthy();
  });

  test('[GP-1] the palette finds a ticket by its title and opens it', async () => {
    fakeServer.use(mockEndpoint('getTicket', { ticket: aTicket(7) }).handler);
    const app = await openHelp([aSummary(7, { title: 'Zephyr is blank' })]);
    await app.router.navigate('/dashboard/webhooks');
    await heading('Webhooks');
    await app.user.keyboard('{Control>}k{/Control}');
    await app.user.type(await screen.findByRole('combobox'), 'zephyr');
    await screen.findByRole('option', { name: /^Zephyr is blank/ });
    await app.user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Ticket #7' })).toBeTruthy();
  });

  test('Back closes it', async () => {
    const { app, dialog } = await openTicket({});
    await dialog.findByText('No reply yet.');
    await app.router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/dashboard/help');
  });
});

describe('rich text', () => {
  test('[HP-14] preserves headings, lists, links, code and bold, and removes all active content', async () => {
    const reply = [
      '<h1>Steps</h1><ul><li>one</li></ul><pre><code>npm start</code></pre><b>bold</b>',
      '<a href="https://example.com/" onclick="alert(1)" style="position:fixed">link</a>',
      '<a href="javascript:alert(1)">no link</a><img src=x onerror="alert(1)"><script>alert(1)</script>',
      '<style>*{display:none}</style><form action="/x"><input name="q"><button>Go</button></form>',
      '<svg><a xlink:href="javascript:alert(1)">x</a></svg><iframe src="//evil.example"></iframe>',
      '<p id="main" class="fixed" data-x="1" aria-hidden="true">words</p>',
    ].join('');
    const { dialog } = await openTicket({ reply, messages: [aMessage(1, 'team', reply)] });
    const text = (await dialog.findByText('words')).parentElement!;
    expect(dialog.getByRole('heading', { name: 'Steps' }).tagName).toBe('H4');
    const link = dialog.getByRole<HTMLAnchorElement>('link', { name: 'link' });
    expect([link.href, link.rel, link.target]).toEqual([
      'https://example.com/',
      'noopener nofollow',
      '_blank',
    ]);
    const names = [...text.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase());
    expect(new Set(names)).toEqual(new Set(['h4', 'ul', 'li', 'pre', 'code', 'b', 'a', 'p']));
    const attributes = [...text.querySelectorAll('*')].flatMap((node) => node.getAttributeNames());
    expect(new Set(attributes)).toEqual(
      new Set(['data-level', 'tabindex', 'href', 'rel', 'target']),
    );
    expect(text.querySelectorAll('a[href]')).toHaveLength(1);
  });
});

test.each(['<frameset onload=alert(1)>', '<head>', ''])(
  '[HP-14] empty rich text, %j, is rendered without errors',
  async (reply) => {
    const { dialog } = await openTicket({ reply, messages: [aMessage(1, 'team', reply)] });
    expect(await dialog.findByRole('heading', { name: "Team's Reply" })).toBeTruthy();
  },
);

describe('the conversation', () => {
  const messages = [
    aMessage(1, 'team', '<p>Which page?</p>'),
    aMessage(2, 'author', 'The pricing<br>page.'),
    aMessage(3, 'team', '<p>Fixed.</p>'),
    aMessage(4, 'author', 'It works.'),
  ];

  test('[HP-17] shows the newest reply, the messages since, and all before it', async () => {
    const { app, dialog } = await openTicket({ reply: '<p>Fixed.</p>', messages });
    await dialog.findByText('Fixed.');
    expect(dialog.getByText('It works.')).toBeTruthy();
    await app.user.click(dialog.getByText('Earlier messages (2)'));
    const earlier = within(dialog.getByText('Earlier messages (2)').closest('details')!);
    const items = earlier.getAllByRole('listitem', { hidden: true });
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Support team.*Which page\?$/),
      expect.stringMatching(/^You.*The pricingpage\.$/),
    ]);
    expect(dialog.getAllByText('Fixed.')).toHaveLength(1);
  });

  test('[HP-17] a message is sent, shown at once, and preserved if it fails', async () => {
    const responses = [new Response('', { status: 502 })];
    const send = mockEndpoint(
      'answerTicket',
      () =>
        responses.shift() ?? { ticket: aTicket(7, { messages: [aMessage(9, 'author', 'Yes.')] }) },
    );
    fakeServer.use(send.handler);
    const { app, dialog } = await openTicket({});
    const field = await dialog.findByLabelText<HTMLTextAreaElement>('Your reply');
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send reply' });
    expect(button.disabled).toBe(true);
    await app.user.type(field, 'Yes.');
    await app.user.click(button);
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to send the reply']));
    expect(field.value).toBe('Yes.');
    await app.user.click(button);
    expect(await dialog.findByRole('heading', { name: 'Your replies since' })).toBeTruthy();
    expect([field.value, toastTexts()[1]]).toEqual(['', 'Reply sent']);
    expect(send.received[1]?.body).toEqual({ text: 'Yes.' });
  });

  test('[CP-7] Escape requires confirmation before discarding a typed message', async () => {
    const { app, dialog } = await openTicket({});
    await app.user.type(await dialog.findByLabelText('Your reply'), 'Yes.{Escape}');
    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
  });

  test('[HP-17] a closed ticket can be reopened within the time limit', async () => {
    const reopen = mockEndpoint('reopenTicket', { ticket: aTicket(7) });
    fakeServer.use(reopen.handler);
    const { app, dialog } = await openTicket({
      status: 'CLOSED',
      reopenUntil: '2025-01-19T15:04:00.000Z',
    });
    await dialog.findByText(/You can reopen it until Jan (19|20), 2025/);
    expect(dialog.queryByLabelText('Your reply')).toBeNull();
    await app.user.click(dialog.getByRole('button', { name: 'Reopen ticket' }));
    expect(await dialog.findByLabelText('Your reply')).toBeTruthy();
    expect(dialog.getByText('OPEN')).toBeTruthy();
  });

  test('[HP-17] a ticket closed too long ago cannot be reopened', async () => {
    const { dialog } = await openTicket({ status: 'CLOSED', reopenUntil: null });
    await dialog.findByText('If the problem returns, create a new ticket.');
    expect(dialog.queryByRole('button', { name: 'Reopen ticket' })).toBeNull();
  });

  test('[QC-7] a reply appears within a second in the open dialog', async () => {
    const stream = useFakeEvents();
    let ticket = aTicket(7);
    const { dialog } = await openTicket(() => ticket);
    await dialog.findByText('No reply yet.');
    act(() => stream().accept());
    ticket = aTicket(7, {
      reply: '<p>Fixed.</p>',
      messages: [aMessage(1, 'team', '<p>Fixed.</p>')],
    });
    act(() => stream().send('ticket', { id: 7, status: 'OPEN', isUnread: true }));
    expect(await dialog.findByText('Fixed.')).toBeTruthy();
  });
});

test('[RL-30] an admin sees who created a ticket and who wrote each message', async () => {
  const { dialog } = await openTicket({
    member: 'Grace',
    messages: [
      { ...aMessage(1, 'author', '<p>mine</p>'), member: null },
      { ...aMessage(2, 'author', '<p>hers</p>'), member: 'Grace' },
    ],
  });
  await dialog.findByText('Created by Grace');
  expect(headings(dialog)).toContain('Replies since');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^You.*mine$/),
    expect.stringMatching(/^Grace.*hers$/),
  ]);
  dialog.getByText('Grace will get an email when our team replies.');
});
