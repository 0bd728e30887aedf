import { dashboardEventSchemas } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction, type Db } from '../../db/transaction.ts';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { openEventStream } from '../../../test/event-stream.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { openTicket } from '../../../test/tickets.ts';

let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  person = await app.session();
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await person.call(method, path, body);
  return { status: response.status, body: await readJson(response) };
};
const list = async () => (await call('GET', '/help/tickets')).body;
const setTicket = (id: number, values: { status?: string; closedDaysAgo?: number }) =>
  sql`update tickets set status = ${values.status ?? 'CLOSED'},
    closed_at = case when ${values.status ?? 'CLOSED'} = 'CLOSED' then now() - make_interval(secs => ${(values.closedDaysAgo ?? 0) * 86_400}) end
    where id = ${id}`.execute(app.db);

test('[HP-17] the author adds messages as plain text with line breaks', async () => {
  const { id } = await openTicket(app, person);
  const { status, body } = await call('POST', `/help/tickets/${id}/messages`, {
    text: ' <b>still</b>\nbroken ',
  });
  expect([status, body.message]).toEqual([201, 'Your message was sent.']);
  expect(body.data.ticket).toMatchObject({
    reply: null,
    messages: [{ from: 'author', html: '&lt;b&gt;still&lt;/b&gt;<br>broken' }],
  });
});

test('[HP-17] a closed ticket can be reopened within 14 days, and accepts no messages until then', async () => {
  const { id } = await openTicket(app, person);
  await setTicket(id, { closedDaysAgo: 13.99 });
  const { body: read } = await call('GET', `/help/tickets/${id}`);
  expect(read.data.ticket.status).toBe('CLOSED');
  expect(Date.parse(read.data.ticket.reopenUntil) - Date.now()).toBeLessThan(0.011 * 86_400_000);
  const rejected = await call('POST', `/help/tickets/${id}/messages`, { text: 'x' });
  expect([rejected.status, rejected.body.code]).toEqual([409, 'ticket_closed']);
  for (let nth = 0; nth < 2; nth += 1) {
    const opened = await call('POST', `/help/tickets/${id}/reopen`);
    expect(opened.status).toBe(200);
    expect(opened.body.data.ticket).toMatchObject({ status: 'OPEN', reopenUntil: null });
  }
  expect((await call('POST', `/help/tickets/${id}/messages`, { text: 'x' })).status).toBe(201);
});

test('[HP-17] a ticket closed more than 14 days ago cannot be reopened', async () => {
  const { id } = await openTicket(app, person);
  await setTicket(id, { closedDaysAgo: 14.01 });
  const { body } = await call('GET', `/help/tickets/${id}`);
  expect(body.data.ticket).toMatchObject({ status: 'CLOSED', reopenUntil: null });
  const rejected = await call('POST', `/help/tickets/${id}/reopen`);
  expect([rejected.status, rejected.body.code]).toEqual([409, 'ticket_closed']);
});

test('[HP-17] a staff reply is unread until the author opens it', async () => {
  const { id } = await openTicket(app, person);
  await sql`update tickets set is_unread = true where id = ${id}`.execute(app.db);
  expect((await list()).data.unreadCount).toBe(1);
  expect((await call('GET', `/help/tickets/${id}`)).body.data.ticket.isUnread).toBe(false);
  expect((await list()).data.unreadCount).toBe(0);
});

test('[HP-17] a reply that is sent while the author opens the ticket is not marked as read unseen', async () => {
  const { id } = await openTicket(app, person);
  const reply = async (db: Db) => {
    await sql`insert into ticket_messages (ticket_id, sender, text, html) values (${id}, 'team', 'x', 'x')`.execute(
      db,
    );
    await sql`update tickets set is_unread = true where id = ${id}`.execute(db);
  };
  await reply(app.db);
  const [sent, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sending = inTransaction(app.db, async (tx) => {
    await reply(tx);
    sent.resolve();
    await release.promise;
  });
  await sent.promise;
  const reading = call('GET', `/help/tickets/${id}`);
  await vi.waitUntil(async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(app.db);
    return rows.length > 0;
  });
  release.resolve();
  await sending;
  const { isUnread, messages } = (await reading).body.data.ticket;
  expect([isUnread, messages.length]).toEqual([false, 2]);
});

test('[HP-17] every tab of the author, and no other user, is notified at once that a reply was read', async () => {
  const { id } = await openTicket(app, person);
  await sql`update tickets set is_unread = true where id = ${id}`.execute(app.db);
  const other = await app.session();
  const follow = (who: TestSession) =>
    openEventStream(`${app.url}/api/v1/dashboards/events`, who.headers);
  const [mine, theirs] = [await follow(person), await follow(other)];
  await mine.until(({ name }) => name === 'credits');
  await theirs.until(({ name }) => name === 'credits');
  await call('GET', `/help/tickets/${id}`);
  const event = await mine.until(({ name }) => name === 'ticket');
  expect(dashboardEventSchemas.ticket.strict().parse(event.data)).toEqual({
    id,
    status: 'OPEN',
    isUnread: false,
  });
  expect(theirs.events().filter(({ name }) => name === 'ticket')).toEqual([]);
  mine.close();
  theirs.close();
});

const colleagueOf = async (author: TestSession, role: 'admin' | 'developer') => {
  const colleague = await app.session();
  await sql`update users set organization_id = ${author.organizationId}, role = ${role}
    where id = ${colleague.userId}`.execute(app.db);
  await sql`update sessions set organization_id = ${author.organizationId}
    where user_id = ${colleague.userId}`.execute(app.db);
  return colleague;
};

test('another member of the organisation can neither read nor change the ticket, nor receives its events', async () => {
  const { id } = await openTicket(app, person);
  const colleague = await colleagueOf(person, 'developer');
  const theirs = await openEventStream(`${app.url}/api/v1/dashboards/events`, colleague.headers);
  await theirs.until(({ name }) => name === 'credits');
  const path = `/help/tickets/${id}`;
  const tries = [
    await colleague.call('GET', path),
    await colleague.call('DELETE', path),
    await colleague.call('POST', `${path}/reopen`),
    await colleague.call('POST', `${path}/messages`, { text: 'x' }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const listed = await readJson(await colleague.call('GET', '/help/tickets'));
  expect(listed.data.tickets).toEqual([]);
  await sql`update tickets set is_unread = true where id = ${id}`.execute(app.db);
  const mine = await openEventStream(`${app.url}/api/v1/dashboards/events`, person.headers);
  await mine.until(({ name }) => name === 'credits');
  await call('GET', path);
  await mine.until(({ name }) => name === 'ticket');
  expect(theirs.events().filter(({ name }) => name === 'ticket')).toEqual([]);
  mine.close();
  theirs.close();
});

test('[RL-30] an admin reads and answers the tickets of all members, which stay unread for their author', async () => {
  const { id } = await openTicket(app, person);
  await sql`update tickets set is_unread = true where id = ${id}`.execute(app.db);
  await sql`update users set first_name = 'Grace', last_name = '' where id = ${person.userId}`.execute(
    app.db,
  );
  const admin = await colleagueOf(person, 'admin');
  await sql`update users set first_name = 'Ada', last_name = 'L' where id = ${admin.userId}`.execute(
    app.db,
  );
  const own = await openTicket(app, admin);
  const byAdmin = async (method: string, path: string, body?: object) =>
    (await readJson(await admin.call(method, path, body))).data;
  const listed = await byAdmin('GET', '/help/tickets');
  expect(listed).toMatchObject({
    unreadCount: 0,
    tickets: [
      { id: own.id, member: null },
      { id, member: 'Grace', isUnread: false },
    ],
  });
  const { ticket } = await byAdmin('POST', `/help/tickets/${id}/messages`, {
    text: 'I have it, too',
  });
  expect(ticket).toMatchObject({ member: 'Grace', messages: [{ from: 'author', member: null }] });
  const mine = (await call('GET', `/help/tickets/${id}`)).body.data.ticket;
  expect(mine).toMatchObject({ member: null, messages: [{ from: 'author', member: 'Ada L' }] });
  const strangers = await openTicket(app, await app.session());
  expect((await admin.call('GET', `/help/tickets/${strangers.id}`)).status).toBe(404);
});

test('[RL-30] reading by an admin does not mark a reply as read', async () => {
  const { id } = await openTicket(app, person);
  await sql`update tickets set is_unread = true where id = ${id}`.execute(app.db);
  const admin = await colleagueOf(person, 'admin');
  await admin.call('GET', `/help/tickets/${id}`);
  const { tickets } = (await call('GET', '/help/tickets')).body.data;
  expect(tickets).toMatchObject([{ id, isUnread: true }]);
});

test('the number of messages per person and hour is limited', async () => {
  const { id } = await openTicket(app, person);
  await sql`insert into ticket_messages (ticket_id, sender, user_id, text, html)
    select ${id}, 'author', ${person.userId}, 'x', 'x' from generate_series(1, 59)`.execute(app.db);
  const path = `/help/tickets/${id}/messages`;
  expect((await call('POST', path, { text: 'x' })).status).toBe(201);
  const rejected = await call('POST', path, { text: 'x' });
  expect([rejected.status, rejected.body.code]).toEqual([429, 'rate_limited']);
});
