import { dashboardEventSchemas, staffEndpoints, type Endpoint } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { openEventStream } from '../../../test/event-stream.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { makeStaff, openTicket } from '../../../test/tickets.ts';

let app: TestApp;
let staff: TestSession;
let other: TestSession;
let customer: TestSession;
beforeAll(async () => {
  // No server listens on this port: the mail server is unreachable all the time.
  app = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  [staff, other, customer] = await Promise.all([app.session(), app.session(), app.session()]);
  await makeStaff(app, staff);
  await makeStaff(app, other);
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await staff.call(method, path, body);
  return { status: response.status, body: await readJson(response) };
};
const asCustomer = async (method: string, path: string, body?: unknown) =>
  readJson(await customer.call(method, path, body));
const actionsOn = async (id: number) =>
  (
    await app.db
      .selectFrom('staff_actions')
      .select(['actor_user_id', 'action', 'detail'])
      .where('subject_kind', '=', 'ticket')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ actor_user_id: actor, action, detail }) => ({ actor, action, detail }));
const mailsQueued = async () =>
  (
    await sql<{ n: number }>`select count(*) as n from pgboss.job where name = 'mail.send'`.execute(
      app.db,
    )
  ).rows[0]?.n;

const all: readonly Endpoint[] = Object.values(staffEndpoints);

test.each(all.map((one) => [one.operationId, one] as const))(
  '[SF-1] %s returns 404 to visitors, customers and API keys, and works for staff',
  async (_, { method, path }) => {
    const endpoint = path.replace('{id}', '1');
    const key = await app.apiKey({ of: customer });
    const unknown = await readJson(await customer.call(method, '/staff/nothing'));
    const responses = [
      await app.request(`/api/v1${endpoint}`, { method }),
      await customer.call(method, endpoint),
      await key.call(method, endpoint),
    ];
    for (const response of responses) {
      const { requestId: _id, message, error: _error, ...rest } = await readJson(response);
      const { requestId: _other, message: expected, error: _same, ...unknownRest } = unknown;
      expect(response.status).toBe(404);
      expect(rest).toEqual(unknownRest);
      expect(message).toBe(String(expected).replace('/staff/nothing', endpoint));
    }
    const { body } = await call(method, endpoint, method === 'GET' ? undefined : {});
    expect(body.code).not.toBe('not_found');
  },
);

test.each<readonly [string, string, unknown, string]>([
  ['GET', '/staff/tickets?status=DONE', undefined, 'status'],
  ['GET', '/staff/tickets?plan=gold', undefined, 'plan'],
  ['GET', '/staff/tickets?olderThanDays=0', undefined, 'olderThanDays'],
  ['GET', '/staff/tickets?search=a%00b', undefined, 'search'],
  ['GET', '/staff/tickets?sort=id', undefined, 'sort'],
  ['PATCH', '/staff/tickets/1/status', { status: 'DONE' }, 'status'],
  ['PATCH', '/staff/tickets/1/assignee', { isMine: 'yes' }, 'isMine'],
  ['POST', '/staff/tickets/1/replies', { markdown: ' ' }, 'markdown'],
  ['POST', '/staff/tickets/1/replies', { markdown: 'x'.repeat(20_001) }, 'markdown'],
  ['POST', '/staff/tickets/1/replies', { markdown: 'x', status: 'GONE' }, 'status'],
  ['POST', '/staff/replies/preview', {}, 'markdown'],
  ['POST', '/staff/tickets/1/notes', { text: '' }, 'text'],
  ['POST', '/staff/saved-replies', { name: ' ', markdown: 'x' }, 'name'],
])('%s %s with %j names the invalid field', async (...[method, path, body, field]) => {
  const sendReply = await call(method, path, body);
  expect([sendReply.status, sendReply.body.code]).toEqual([400, 'validation_failed']);
  expect(sendReply.body.details.fields).toContainEqual(expect.objectContaining({ path: field }));
});

test.each<readonly [string, string, unknown, string]>([
  ['GET', '/staff/tickets/999999', undefined, 'ticket_not_found'],
  ['PATCH', '/staff/tickets/999999/status', { status: 'OPEN' }, 'ticket_not_found'],
  ['PATCH', '/staff/tickets/999999/assignee', { isMine: true }, 'ticket_not_found'],
  ['POST', '/staff/tickets/999999/replies', { markdown: 'x' }, 'ticket_not_found'],
  ['POST', '/staff/tickets/999999/notes', { text: 'x' }, 'ticket_not_found'],
  ['DELETE', '/staff/saved-replies/999999', undefined, 'saved_reply_not_found'],
])('%s %s returns a specific 404 to staff', async (...[method, path, body, code]) => {
  const sendReply = await call(method, path, body);
  expect([sendReply.status, sendReply.body.code]).toEqual([404, code]);
});

test('[SF-1] [HP-17] a reply with a status reaches the author live and unread, and its mail is queued despite a mail server outage', async () => {
  const { id } = await openTicket(app, customer);
  const mine = await openEventStream(`${app.url}/api/v1/dashboards/events`, customer.headers);
  await mine.until(({ name }) => name === 'credits');
  const mailsBefore = (await mailsQueued()) ?? 0;
  const markdown = 'Try **this**:\n\n[docs](https://example.com) <script>alert(1)</script>';
  const uploaded = await call('POST', `/staff/tickets/${id}/replies`, {
    markdown,
    status: 'IN_PROGRESS',
  });
  expect([uploaded.status, uploaded.body.message]).toEqual([201, 'The reply was sent.']);
  const event = await mine.until(({ name }) => name === 'ticket');
  expect(dashboardEventSchemas.ticket.strict().parse(event.data)).toEqual({
    id,
    status: 'IN_PROGRESS',
    isUnread: true,
  });
  mine.close();
  expect(await mailsQueued()).toBe(mailsBefore + 1);
  const html =
    '<p>Try <strong>this</strong>:</p>\n<p><a href="https://example.com" rel="noopener nofollow" target="_blank">docs</a> &lt;script&gt;alert(1)&lt;/script&gt;</p>';
  const preview = await call('POST', '/staff/replies/preview', { markdown });
  expect(preview.body.data.html).toBe(html);
  expect((await asCustomer('GET', '/help/tickets')).data).toMatchObject({
    unreadCount: 1,
    tickets: [{ id, status: 'IN_PROGRESS', isUnread: true }],
  });
  const { data } = await asCustomer('GET', `/help/tickets/${id}`);
  expect(data.ticket).toMatchObject({ reply: html, messages: [{ from: 'team', html }] });
  expect(Object.keys(data.ticket.messages[0])).toEqual([
    'id',
    'from',
    'html',
    'createdAt',
    'member',
  ]);
});

test('[SF-1] setting the status notifies the author, and a closed ticket is not waiting for a reply', async () => {
  const { id } = await openTicket(app, customer);
  const mine = await openEventStream(`${app.url}/api/v1/dashboards/events`, customer.headers);
  await mine.until(({ name }) => name === 'credits');
  const closed = await call('PATCH', `/staff/tickets/${id}/status`, { status: 'CLOSED' });
  expect(closed.body.data.ticket).toMatchObject({ id, status: 'CLOSED', isUnanswered: false });
  const event = await mine.until(({ name, data }) => name === 'ticket' && data.id === id);
  expect(event.data).toEqual({ id, status: 'CLOSED', isUnread: false });
  mine.close();
  const { data } = await asCustomer('GET', `/help/tickets/${id}`);
  expect(Date.parse(data.ticket.reopenUntil)).toBeGreaterThan(Date.now() + 13.9 * 86_400_000);
  await asCustomer('POST', `/help/tickets/${id}/reopen`);
  const again = await call('GET', `/staff/tickets/${id}`);
  expect(again.body.data.ticket).toMatchObject({ status: 'OPEN', isUnanswered: true });
});

test('[SF-1] [SF-5] tickets are assigned and unassigned, notes are internal to staff, and every action is logged with its actor', async () => {
  const { id } = await openTicket(app, customer);
  const path = `/staff/tickets/${id}`;
  const taken = await call('PATCH', `${path}/assignee`, { isMine: true });
  expect(taken.body.data.ticket.assignee).toEqual({ userId: staff.userId, name: 'Ada Test' });
  await call('PATCH', `${path}/assignee`, { isMine: false });
  const noted = await call('POST', `${path}/notes`, { text: 'A <b>difficult</b> one' });
  expect(noted.status).toBe(201);
  expect(noted.body.data.ticket).toMatchObject({
    assignee: null,
    notes: [{ text: 'A <b>difficult</b> one', authorName: 'Ada Test' }],
  });
  await other.call('POST', `${path}/replies`, { markdown: 'Done.', status: 'CLOSED' });
  await call('PATCH', `${path}/status`, { status: 'CLOSED' });
  await call('PATCH', `${path}/status`, { status: 'OPEN' });
  expect(await actionsOn(id)).toEqual([
    { actor: staff.userId, action: 'ticket.take', detail: {} },
    { actor: staff.userId, action: 'ticket.give_back', detail: {} },
    { actor: staff.userId, action: 'ticket.note', detail: { noteId: expect.any(Number) } },
    { actor: other.userId, action: 'ticket.reply', detail: { messageId: expect.any(Number) } },
    { actor: other.userId, action: 'ticket.status', detail: { from: 'OPEN', to: 'CLOSED' } },
    { actor: staff.userId, action: 'ticket.status', detail: { from: 'CLOSED', to: 'OPEN' } },
  ]);
  const seen = JSON.stringify(await asCustomer('GET', `/help/tickets/${id}`));
  expect(seen).not.toContain('difficult');
  expect(seen).not.toContain(staff.userId);
});

test('[SF-1] the queue is sorted by the longest wait and supports every filter', async () => {
  const author = await app.session();
  const open = (title: string) => openTicket(app, author, { fields: { title } });
  const [first, second, third] = [
    await open('100% white'),
    await open('Blue_sky'),
    await open('Grey'),
  ];
  await call('POST', `/staff/tickets/${second.id}/replies`, {
    markdown: 'x',
    status: 'IN_PROGRESS',
  });
  await call('PATCH', `/staff/tickets/${third.id}/status`, { status: 'CLOSED' });
  await sql`update tickets set created_at = now() - interval '3 days' where id = ${first.id}`.execute(
    app.db,
  );
  await sql`update organizations set plan_tier = 'basic' where id = ${author.organizationId}`.execute(
    app.db,
  );
  const ids = async (query: string) => {
    const { status, body } = await call('GET', `/staff/tickets?${query}`);
    expect(status).toBe(200);
    return body.data.tickets.map(({ id }: { id: number }) => id);
  };
  const mine = `search=${encodeURIComponent(author.email.toUpperCase())}`;
  expect(await ids(mine)).toEqual([first.id, second.id, third.id]);
  expect(await ids(`${mine}&status=CLOSED`)).toEqual([third.id]);
  expect(await ids(`${mine}&unanswered=true`)).toEqual([first.id]);
  expect(await ids(`${mine}&unanswered=false`)).toEqual([second.id, third.id]);
  expect(await ids(`${mine}&olderThanDays=3`)).toEqual([first.id]);
  expect(await ids(`${mine}&olderThanDays=4`)).toEqual([]);
  expect(await ids(`${mine}&plan=basic`)).toHaveLength(3);
  expect(await ids(`${mine}&plan=free`)).toEqual([]);
  expect(await ids(`search=${encodeURIComponent('0% w')}`)).toEqual([first.id]);
  expect(await ids('search=e_s')).toEqual([second.id]);
  expect(await ids(`search=${encodeURIComponent(`#${third.id}`)}`)).toEqual([third.id]);
  const { body } = await call('GET', `/staff/tickets?${mine}&status=OPEN`);
  expect(body.data.tickets).toEqual([
    {
      id: first.id,
      title: '100% white',
      status: 'OPEN',
      email: author.email,
      planName: 'Basic',
      attachmentCount: 0,
      assignee: null,
      isUnanswered: true,
      lastMessageAt: expect.any(String),
      createdAt: expect.any(String),
    },
  ]);
});

test('a reply that renders empty is rejected', async () => {
  const { id } = await openTicket(app, customer);
  const { status, body } = await call('POST', `/staff/tickets/${id}/replies`, {
    markdown: '[a]: https://x.example',
  });
  expect([status, body.details.fields[0].path]).toEqual([400, 'markdown']);
  expect(await actionsOn(id)).toEqual([]);
});
