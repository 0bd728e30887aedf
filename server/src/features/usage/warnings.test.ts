import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertUser } from '../../../test/factories.ts';
import type { Mail } from '../mail/mail.ts';
import { createWarningsService } from './warnings.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Opens the service; `mails` lists the queued emails, and `fail` makes the next enqueue fail. */
function open() {
  const mails: Mail[] = [];
  const state = { isFailing: false };
  const service = createWarningsService({
    db: database.db,
    enqueueMail: async (_db, mail) => {
      if (state.isFailing) throw new Error('the queue is away');
      mails.push(mail);
    },
  });
  return { mails, state, send: service.sendDueWarnings };
}

async function account(): Promise<{ id: string; email: string }> {
  const { id } = await insertOrganization(database.db);
  const { email } = await insertUser(database.db, { organization_id: id });
  return { id, email };
}

const setAvailable = (id: string, available: number) =>
  database.db
    .updateTable('credit_accounts')
    .set({ available })
    .where('organization_id', '=', id)
    .execute();

const setStored = (id: string, bytes: number) =>
  database.db
    .updateTable('credit_accounts')
    .set({ storage_used_bytes: bytes })
    .where('organization_id', '=', id)
    .execute();

const warningsTo = (mails: readonly Mail[], to: string) =>
  mails
    .filter((mail) => mail.to === to)
    .map((mail) => [mail.template, 'percent' in mail ? mail.percent : null]);

test('each account is warned once per cycle at 75, 95 and 100 % of its credits', async () => {
  const { mails, send } = open();
  const { id, email } = await account();
  for (const available of [26, 25, 24, 25, 5, 5, 0, 0]) {
    await setAvailable(id, available);
    await send();
  }
  const once = [75, 95, 100].map((percent) => ['credits_warning', percent]);
  expect(warningsTo(mails, email)).toEqual(once);
  expect(mails[0]).toMatchObject({ left: 25, total: 100, firstName: 'Ada' });
  await database.db
    .updateTable('organizations')
    .set({ cycle_started_at: new Date('2026-01-01') })
    .where('id', '=', id)
    .execute();
  await setAvailable(id, 25);
  await send();
  expect(warningsTo(mails, email)).toEqual([...once, ['credits_warning', 75]]);
});

test('only the highest of several thresholds crossed at once is reported', async () => {
  const { mails, send } = open();
  const { id, email } = await account();
  await setAvailable(id, 0);
  await send();
  await setAvailable(id, 20);
  await send();
  expect(warningsTo(mails, email)).toEqual([['credits_warning', 100]]);
});

test('each account is warned once per cycle at 80 and 95 % of its storage', async () => {
  const { mails, send } = open();
  const { id, email } = await account();
  const limit = 512 * 1024 ** 2;
  for (const share of [0.799, 0.8, 0.9, 0.95, 1]) {
    await setStored(id, Math.ceil(limit * share));
    await send();
  }
  const once = [80, 95].map((percent) => ['storage_warning', percent]);
  expect(warningsTo(mails, email)).toEqual(once);
  expect(mails.find((mail) => mail.to === email)).toMatchObject({ limitBytes: limit });
});

test('two concurrent processes warn each account once', async () => {
  const [one, other] = [open(), open()];
  const accounts = await Promise.all(Array.from({ length: 30 }, account));
  await Promise.all(accounts.map(({ id }) => setAvailable(id, 10)));
  await Promise.all([one.send(), other.send(), one.send(), other.send()]);
  const mails = [...one.mails, ...other.mails];
  for (const { email } of accounts) expect(warningsTo(mails, email)).toHaveLength(1);
});

test('a warning whose mail could not be queued is sent the next time', async () => {
  const { mails, state, send } = open();
  const { id, email } = await account();
  await setAvailable(id, 10);
  state.isFailing = true;
  await expect(send()).rejects.toThrow('the queue is away');
  state.isFailing = false;
  await send();
  expect(warningsTo(mails, email)).toEqual([['credits_warning', 75]]);
});
