import { CommanderError } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../test/admin.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = createOperator(database.url);
});
afterAll(async () => {
  await database.close();
  operator.close();
});

const admin = (...args: string[]) => operator.admin(...args);
const json = (...args: string[]) => operator.adminJson(...args);

test('the command line creates an account, its API key and its credits, with stable JSON output', async () => {
  const made = await json(
    'user',
    'create',
    '--email',
    'Ada@Example.com',
    '--password',
    'long-enough-1',
  );
  expect(Object.keys(made)).toEqual(['userId', 'organizationId']);
  const key = await json(
    'key',
    'create',
    '--email',
    'ada@example.com',
    '--name',
    'CI',
    '--monthly-limit',
    '5',
  );
  expect(key).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^sk_/) });
  const rows = await database.db.selectFrom('api_keys').selectAll().execute();
  expect(rows).toMatchObject([
    { id: key.id, name: 'CI', monthly_limit: 5, organization_id: made.organizationId },
  ]);
  const granted = await json('credits', 'grant', '--email', 'ada@example.com', '--amount', '50');
  expect(granted).toEqual({ organizationId: made.organizationId, amount: 50, available: 150 });
});

test('[TS-1] the command line creates a key of test mode', async () => {
  const account = ['--email', 'trial@example.com'];
  await admin('user', 'create', ...account, '--password', 'long-enough-1');
  const { key } = await json('key', 'create', ...account, '--name', 'Trial', '--test');
  expect(key).toMatch(/^sk_test_/);
});

test('a command makes an account staff', async () => {
  await admin('user', 'create', '--email', 'staff@example.com', '--password', 'long-enough-1');
  await admin('user', 'grant-staff', '--email', 'staff@example.com');
  const row = await database.db
    .selectFrom('users')
    .select('is_staff')
    .where('email', '=', 'staff@example.com')
    .executeTakeFirstOrThrow();
  expect(row.is_staff).toBe(true);
});

test.each([
  [['user', 'create', '--email', 'x', '--password', 'long-enough-1'], 'Enter an email address'],
  [['user', 'create', '--email', 'a@b.cd'], '--password'],
  [['key', 'create', '--email', 'a@b.cd', '--name', ' '], 'Enter 1 to 100 characters'],
  [['credits', 'grant', '--email', 'a@b.cd', '--amount', '-5'], 'Enter a whole number'],
  [['credits', 'grant', '--email', 'a@b.cd', '--amount', '0'], 'from 1'],
  [['user', 'destroy'], 'unknown command'],
  [
    ['user', 'create', '--email', 'a@b.cd', '--password', 'long-enough-1', '--admin'],
    'unknown option',
  ],
])('an invalid command is rejected with the valid values: %j', async (args, sentence) => {
  const error: unknown = await admin(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  expect(String(error)).toContain(sentence);
});

test.each([
  [['user', 'create', '--email', 'a@b.cd', '--password', 'short'], 'validation_failed'],
  [['user', 'grant-staff', '--email', 'nobody@example.com'], 'account_not_found'],
  [['key', 'create', '--email', 'nobody@example.com', '--name', 'x'], 'account_not_found'],
])('a command that fails throws the reason and changes nothing: %j', async (args, code) => {
  const before = await database.db.selectFrom('users').select('id').execute();
  await expect(admin(...args)).rejects.toMatchObject({ code });
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual(before);
});
