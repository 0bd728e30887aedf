import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createOperator, type Operator } from '../../test/admin.ts';
import { startTestApp, type TestApp, type TestSession } from '../../test/app.ts';
import { openEventStream } from '../../test/event-stream.ts';
import { readJson } from '../../test/screenshots-app.ts';
import { makeStaff, openTicket } from '../../test/tickets.ts';

let app: TestApp;
let operator: Operator;
let customer: TestSession;
let staff: TestSession;
let id: number;
beforeAll(async () => {
  // The commands work beside this running server.
  app = await startTestApp();
  operator = createOperator(app.databaseUrl);
  [customer, staff] = await Promise.all([app.session(), app.session()]);
  await makeStaff(app, staff);
});
beforeEach(async () => {
  await sql`delete from tickets`.execute(app.db);
  ({ id } = await openTicket(app, customer, { fields: { title: 'No \u001b[31mpicture' } }));
});
afterAll(async () => {
  await app.close();
  operator.close();
});

const admin = (...args: string[]) => operator.admin(...args);

const lastAction = () =>
  app.db
    .selectFrom('staff_actions')
    .select(['actor_user_id', 'action', 'subject_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('[SF-4] tickets are listed, also by status, without terminal control sequences', async () => {
  expect(await admin('ticket', 'list')).toBe(
    `#${id}  OPEN  waits  ${customer.email}  No [31mpicture`,
  );
  expect(await admin('ticket', 'list', '--status', 'CLOSED')).toBe('No tickets match.');
  const { tickets } = JSON.parse(await admin('ticket', 'list', '--status', 'OPEN', '--json'));
  expect(tickets).toMatchObject([
    { id, status: 'OPEN', email: customer.email, isUnanswered: true },
  ]);
});

test('[SF-4] [SF-5] a reply from the command line is published to the author and logged for the named staff member', async () => {
  const mine = await openEventStream(`${app.url}/api/v1/dashboards/events`, customer.headers);
  await mine.until(({ name }) => name === 'credits');
  const number = String(id);
  expect(await admin('ticket', 'reply', '--id', number, '--message', 'Look **here**')).toBe(
    `The reply to ticket #${id} was sent.`,
  );
  expect(await lastAction()).toEqual({
    actor_user_id: null,
    action: 'ticket.reply',
    subject_id: number,
  });
  const event = await mine.until(({ name }) => name === 'ticket');
  expect(event.data).toEqual({ id, status: 'OPEN', isUnread: true });
  mine.close();
  const folder = mkdtempSync(join(tmpdir(), 'shotwright-answer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'answer.md');
  writeFileSync(file, '# Done\n');
  const options = ['--file', file, '--status', 'CLOSED', '--as', staff.email, '--json'];
  const reply = JSON.parse(await admin('ticket', 'reply', '--id', number, ...options));
  expect(reply).toMatchObject({ id, status: 'CLOSED', isUnanswered: false });
  expect(await lastAction()).toEqual({
    actor_user_id: staff.userId,
    action: 'ticket.status',
    subject_id: number,
  });
  const read = await readJson(await customer.call('GET', `/help/tickets/${id}`));
  expect(read.data.ticket).toMatchObject({ status: 'CLOSED', reply: '<h1>Done</h1>' });
});

test('[SF-4] the command line sets the status of a ticket', async () => {
  const done = await admin('ticket', 'status', '--id', String(id), '--status', 'IN_PROGRESS');
  expect(done).toBe(`Ticket #${id} is IN_PROGRESS now.`);
});

test('[SF-4] the command line shows an account with plan, credits, captures and tickets', async () => {
  const shown = JSON.parse(await admin('user', 'show', '--email', customer.email, '--json'));
  expect(shown).toMatchObject({
    userId: customer.userId,
    email: customer.email,
    isStaff: false,
    planName: 'Free',
    creditsAvailable: 100,
    captures: [],
    tickets: [{ id, status: 'OPEN' }],
  });
  const text = await admin('user', 'show', '--email', staff.email);
  expect(text).toContain(`Ada Test <${staff.email}>, support team\n`);
  expect(text).toContain('\nPlan Free: 100 credits left of 100 in this cycle\n');
});

test.each([
  [['ticket', 'reply', '--message', 'x'], '--id'],
  [['ticket', 'reply', '--id', '1'], 'use --message or --file for the reply'],
  [['ticket', 'reply', '--id', '1', '--message', ' '], 'It must not be blank.'],
  [['ticket', 'reply', '--id', '1', '--file', '/no/such/file'], 'The file cannot be read.'],
  [['ticket', 'reply', '--id', 'x', '--message', 'x'], 'whole number'],
  [['ticket', 'status', '--id', '1', '--status', 'DONE'], 'OPEN, IN_PROGRESS, CLOSED'],
  [['ticket', 'status', '--id', '1'], '--status'],
  [['ticket', 'list', '--status', 'open'], 'OPEN, IN_PROGRESS, CLOSED'],
  [['user', 'show'], '--email'],
])('[SF-4] an invalid command is rejected with the valid values: %j', async (args, sentence) => {
  const error: unknown = await admin(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  expect(String(error)).toContain(sentence);
});

test('[SF-4] [SF-5] unknown tickets, unknown accounts and names outside staff are rejected', async () => {
  const number = String(id);
  await expect(
    admin('ticket', 'status', '--id', '999999', '--status', 'OPEN'),
  ).rejects.toMatchObject({
    code: 'ticket_not_found',
  });
  const asCustomer = admin(
    'ticket',
    'reply',
    '--id',
    number,
    '--message',
    'x',
    '--as',
    customer.email,
  );
  await expect(asCustomer).rejects.toThrow('is not a member of the support team');
  await expect(admin('user', 'show', '--email', 'nobody@example.com')).rejects.toMatchObject({
    code: 'account_not_found',
  });
});
