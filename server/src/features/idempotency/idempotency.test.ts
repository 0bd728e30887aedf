import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization } from '../../../test/factories.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newToken } from '../../lib/ids.ts';
import { createIdempotency, type Idempotency } from './idempotency.service.ts';

let database: TestDatabase;
let idempotency: Idempotency;
let organizationId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  idempotency = createIdempotency({ db: database.db });
  ({ id: organizationId } = await insertOrganization(database.db));
});
afterAll(() => database.close());

const request = (changes: object = {}) => ({
  organizationId,
  operation: 'captureUrl',
  key: newToken(),
  bodyHash: 'one body',
  ...changes,
});
const claim = (input: ReturnType<typeof request>) =>
  inTransaction(database.db, (tx) => idempotency.claim(tx, input));
const claimAndComplete = (input: ReturnType<typeof request>) =>
  inTransaction(database.db, async (tx) => {
    const known = await idempotency.claim(tx, input);
    if (known) return known;
    await idempotency.complete(tx, { ...input, statusCode: 202, answer: { made: newToken() } });
    return undefined;
  });

const age = (hours: number, key: string) =>
  database.db
    .updateTable('idempotency_records')
    .set({ created_at: sql<Date>`now() - make_interval(hours => ${hours})` })
    .where('idempotency_key', '=', key)
    .execute();

test('of 50 parallel requests with one key one is new and the others return its response', async () => {
  const input = request();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => claimAndComplete(input)));
  const replays = outcomes.filter((outcome) => outcome !== undefined);
  expect(replays).toHaveLength(49);
  expect(new Set(replays.map((replay) => JSON.stringify(replay))).size).toBe(1);
  expect(replays[0]).toMatchObject({ statusCode: 202 });
});

test('another body under the same key is rejected', async () => {
  const input = request();
  await claimAndComplete(input);
  await expect(claim({ ...input, bodyHash: 'another body' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('a repeat while the first request is running is rejected as in progress', async () => {
  const input = request();
  await claim(input);
  await expect(claim(input)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
});

test('a key is scoped to its organisation and operation', async () => {
  const input = request();
  const { id: other } = await insertOrganization(database.db);
  await claimAndComplete(input);
  expect(await claimAndComplete({ ...input, organizationId: other })).toBeUndefined();
  expect(await claimAndComplete({ ...input, operation: 'captureHtml' })).toBeUndefined();
});

test('a rejected request releases its key', async () => {
  const input = request();
  const rejected = inTransaction(database.db, async (tx) => {
    await idempotency.claim(tx, input);
    throw new Error('refused');
  });
  await expect(rejected).rejects.toThrow('refused');
  expect(await claimAndComplete(input)).toBeUndefined();
});

test('a key expires after 24 hours and not before', async () => {
  const recent = request();
  const taken = request();
  const removed = request();
  for (const input of [recent, taken, removed]) await claimAndComplete(input);
  await age(23, recent.key);
  await age(25, taken.key);
  await age(25, removed.key);
  expect(await claimAndComplete({ ...taken, bodyHash: 'another body' })).toBeUndefined();
  expect(await idempotency.removeExpired()).toBe(1);
  expect(await claimAndComplete(recent)).toMatchObject({ statusCode: 202 });
});

test.for(['', 'two words', 'ä', 'line\nbreak', 'x'.repeat(256)])(
  'the key %j is rejected',
  (header) => {
    expect(() => idempotency.read(header, {})).toThrow(/^Idempotency-Key: must be 1 to 255/);
  },
);

test('nothing is stored without a key, and equal bodies have equal hashes', () => {
  expect(idempotency.read(undefined, {})).toBeNull();
  const one = idempotency.read('k', { url: 'https://example.com' });
  expect(idempotency.read('k', { url: 'https://example.com' })).toEqual(one);
  expect(idempotency.read('k', { url: 'https://example.org' })).not.toEqual(one);
});
