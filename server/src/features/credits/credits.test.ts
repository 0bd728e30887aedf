import { defaultCreditPrices } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { createCreditsService } from './credits.service.ts';
import type { CreditEvent, HoldOwner } from './credits.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const credits = createCreditsService({ prices: defaultCreditPrices });
const hold = (event: CreditEvent & HoldOwner) =>
  inTransaction(database.db, (tx) => credits.hold(tx, event));
const settle = (event: CreditEvent) =>
  inTransaction(database.db, (tx) => credits.settle(tx, event));
const release = (event: CreditEvent) =>
  inTransaction(database.db, (tx) => credits.release(tx, event));
const balance = (organizationId: string) => credits.balanceOf(database.db, organizationId);

async function ledgerSums(organizationId: string) {
  const { rows } = await sql<{ available: number; held: number }>`
    select coalesce(sum(available_delta), 0)::bigint as available, coalesce(sum(held_delta), 0)::bigint as held
    from credit_ledger where organization_id = ${organizationId}`.execute(database.db);
  return rows[0];
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (err: unknown) => err,
  );
  if (error === undefined) return 'done';
  if (error instanceof AppError) return error.code;
  throw error;
}

const capture = (organizationId: string, amount = 1, apiKeyId: number | null = null) => ({
  organizationId,
  projectId: null,
  screenshotId: newId(),
  apiKeyId,
  amount,
});

async function insertKey(organizationId: string, monthlyLimit: number | null): Promise<number> {
  const row = await database.db
    .insertInto('api_keys')
    .values({
      seal_id: newId(),
      organization_id: organizationId,
      name: 'key',
      key_hash: newToken(),
      key_sealed: Buffer.from('sealed'),
      monthly_limit: monthlyLimit,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function usageOf(apiKeyId: number): Promise<number[]> {
  const rows = await database.db
    .selectFrom('api_key_usage')
    .select('used')
    .where('api_key_id', '=', apiKeyId)
    .orderBy('cycle_started_at')
    .execute();
  return rows.map((row) => row.used);
}

test('exactly 10 of 200 parallel holds on a balance of 10 succeed, and the ledger sums to the balance', async () => {
  const { id } = await insertOrganization(database.db, { credits: 10 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => codeOf(hold(capture(id)))));
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(10);
  expect(outcomes.filter((code) => code === 'insufficient_credits')).toHaveLength(190);
  expect(await balance(id)).toEqual({ available: 0, held: 10 });
  expect(await ledgerSums(id)).toEqual({ available: 0, held: 10 });
});

test('insufficient credits are reported with the specified text and the time of the next credits', async () => {
  const { id } = await insertOrganization(database.db, { credits: 1 });
  await expect(hold(capture(id, 2))).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'You have used all your credits for this cycle. Upgrade your plan or redeem a coupon.',
    details: { resetsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string },
  });
  expect(await balance(id)).toEqual({ available: 1, held: 0 });
});

test('a hold ends once: settled or released, never both, never twice', async () => {
  const { id } = await insertOrganization(database.db, { credits: 10 });
  const settled = capture(id, 3);
  const released = capture(id, 2);
  await hold(settled);
  await hold(released);
  await Promise.all([settle(settled), settle(settled), release(released), release(released)]);
  await release(settled);
  await settle(released);
  expect(await balance(id)).toEqual({ available: 7, held: 0 });
  expect(await ledgerSums(id)).toEqual({ available: 7, held: 0 });
});

test('releasing a hold that does not exist changes nothing', async () => {
  const { id } = await insertOrganization(database.db, { credits: 5 });
  await release(capture(id, 3));
  expect(await balance(id)).toEqual({ available: 5, held: 0 });
});

test('a parallel burst stops exactly at the monthly limit of the API key', async () => {
  const { id } = await insertOrganization(database.db, { credits: 100 });
  const apiKeyId = await insertKey(id, 7);
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () => codeOf(hold(capture(id, 2, apiKeyId)))),
  );
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(3);
  expect(outcomes.filter((code) => code === 'key_monthly_limit_reached')).toHaveLength(37);
  expect(await usageOf(apiKeyId)).toEqual([6]);
  expect(await balance(id)).toEqual({ available: 94, held: 6 });
});

test('the monthly limit also applies to the first capture of a cycle', async () => {
  const { id } = await insertOrganization(database.db);
  const apiKeyId = await insertKey(id, 1);
  expect(await codeOf(hold(capture(id, 2, apiKeyId)))).toBe('key_monthly_limit_reached');
  expect(await usageOf(apiKeyId)).toEqual([]);
});

test('a failed capture releases the usage of its API key in the cycle that held it', async () => {
  const { id } = await insertOrganization(database.db);
  const apiKeyId = await insertKey(id, null);
  const early = capture(id, 3, apiKeyId);
  await hold(early);
  await database.db
    .updateTable('organizations')
    .set({ cycle_started_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await hold(capture(id, 1, apiKeyId));
  expect(await usageOf(apiKeyId)).toEqual([3, 1]);
  await release(early);
  expect(await usageOf(apiKeyId)).toEqual([0, 1]);
});

test('a deleted or inactive API key cannot hold credits', async () => {
  const { id } = await insertOrganization(database.db);
  const { id: foreign } = await insertOrganization(database.db);
  const apiKeyId = await insertKey(id, null);
  expect(await codeOf(hold(capture(foreign, 1, apiKeyId)))).toBe('api_key_invalid');
  await database.db
    .updateTable('api_keys')
    .set({ is_active: false })
    .where('id', '=', apiKeyId)
    .execute();
  expect(await codeOf(hold(capture(id, 1, apiKeyId)))).toBe('api_key_inactive');
  await database.db.deleteFrom('api_keys').where('id', '=', apiKeyId).execute();
  expect(await codeOf(hold(capture(id, 1, apiKeyId)))).toBe('api_key_invalid');
  expect(await balance(id)).toEqual({ available: 100, held: 0 });
});

test('a repeated grant counts once, and granted credits do not expire', async () => {
  const { id } = await insertOrganization(database.db);
  const grant = { organizationId: id, amount: 40, uniqueKey: 'grant:cli:1' };
  const counted = await Promise.all(
    [1, 2, 3].map(() => inTransaction(database.db, (tx) => credits.grant(tx, grant))),
  );
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(await balance(id)).toEqual({ available: 140, held: 0 });
  const entry = await database.db
    .selectFrom('credit_ledger')
    .select('kind')
    .where('organization_id', '=', id)
    .where('unique_key', '=', grant.uniqueKey)
    .executeTakeFirst();
  expect(entry).toEqual({ kind: 'adjust' });
  await inTransaction(database.db, (tx) => credits.startCreditCycle(tx, cycle(id)));
  expect(await balance(id)).toEqual({ available: 140, held: 0 });
});

const cycle = (organizationId: string) => ({
  organizationId,
  credits: 100,
  cycleStartedAt: new Date('2026-12-01'),
  rollOverLimit: 0,
  note: 'Free plan',
});

test('a new cycle replaces the remaining credits once and leaves the holds of running captures unchanged', async () => {
  const { id } = await insertOrganization(database.db, { credits: 30 });
  const running = capture(id, 5);
  await hold(running);
  await inTransaction(database.db, (tx) => credits.startCreditCycle(tx, cycle(id)));
  await inTransaction(database.db, (tx) => credits.startCreditCycle(tx, cycle(id)));
  expect(await balance(id)).toEqual({ available: 100, held: 5 });
  await settle(running);
  expect(await ledgerSums(id)).toEqual({ available: 100, held: 0 });
});

test('deleting a project releases the holds of its unfinished captures, and only those', async () => {
  const { id } = await insertOrganization(database.db, { credits: 10 });
  const project = await insertProject(database.db, { organization_id: id });
  const waiting = capture(id, 2);
  const done = capture(id, 3);
  for (const event of [waiting, done]) {
    await database.db
      .insertInto('screenshots')
      .values({
        id: event.screenshotId,
        organization_id: id,
        project_id: project.id,
        source: 'HTML',
        html: '<p>',
        options: '{}',
        credits: event.amount,
        ...(event === done ? { status: 'COMPLETE' as const, finished_at: new Date() } : {}),
      })
      .execute();
    await hold(event);
  }
  await settle(done);
  await database.db.deleteFrom('projects').where('id', '=', project.id).execute();
  expect(await balance(id)).toEqual({ available: 7, held: 0 });
  await settle(waiting);
  expect(await ledgerSums(id)).toEqual({ available: 7, held: 0 });
});

test('an organisation can be deleted despite open holds', async () => {
  const { id } = await insertOrganization(database.db);
  const project = await insertProject(database.db, { organization_id: id });
  const event = capture(id);
  await database.db
    .insertInto('screenshots')
    .values({
      id: event.screenshotId,
      organization_id: id,
      project_id: project.id,
      source: 'HTML',
      html: '<p>',
      options: '{}',
      credits: 1,
    })
    .execute();
  await hold(event);
  await database.db.deleteFrom('organizations').where('id', '=', id).execute();
  expect(await ledgerSums(id)).toEqual({ available: 0, held: 0 });
});
