import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { createCreditsService } from '../credits/credits.service.ts';
import { createCyclesService } from './cycles.service.ts';
import { createOrganizationsService, type OrganizationsService } from './organizations.service.ts';
import { databaseNow } from './organizations.store.ts';

let database: TestDatabase;
let service: OrganizationsService;
const credits = createCreditsService({ prices: { capture: 1, fullPage: 1, retina: 1 } });
beforeAll(async () => {
  database = await createTestDatabase();
  const cycles = createCyclesService(credits);
  service = createOrganizationsService({ db: database.db, cycles, now: databaseNow });
});
afterAll(() => database.close());

const create = () =>
  inTransaction(database.db, (tx) => service.createOrganization(tx, { name: 'Ada' }));

async function stateOf(id: string) {
  const { rows } = await sql<{
    available: number;
    monthsAhead: number;
    isRunning: boolean;
    sum: number;
  }>`
    select a.available, o.cycle_ends_at > now() and o.cycle_started_at <= now() as "isRunning",
      (select sum(available_delta) from credit_ledger where organization_id = o.id) as "sum"
    from organizations o join credit_accounts a on a.organization_id = o.id where o.id = ${id}`.execute(
    database.db,
  );
  return rows[0];
}

async function endCycles(ids: readonly string[]): Promise<void> {
  await sql`
    update organizations set cycle_anchor = cycle_anchor - interval '32 days',
      cycle_started_at = cycle_started_at - interval '32 days', cycle_ends_at = cycle_ends_at - interval '32 days'
    where id in (${sql.join(ids)})`.execute(database.db);
}

test('a new organisation has the hundred credits of the Free plan and a running cycle', async () => {
  expect(await stateOf(await create())).toEqual({ available: 100, isRunning: true, sum: 100 });
});

test('an ended cycle loses its remaining credits and is granted one cycle’s credits, however many have passed', async () => {
  const id = await create();
  await sql`
    update organizations set cycle_anchor = cycle_anchor - interval '4 months 3 days',
      cycle_started_at = cycle_anchor - interval '4 months 3 days', cycle_ends_at = cycle_anchor - interval '3 months 3 days'
    where id = ${id}`.execute(database.db);
  await sql`update credit_accounts set available = 40 where organization_id = ${id}`.execute(
    database.db,
  );
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, unique_key)
    values (${id}, 'adjust', -60, 0, 'adjust:test')`.execute(database.db);
  await service.renewEndedCycles();
  expect(await stateOf(id)).toEqual({ available: 100, isRunning: true, sum: 100 });
});

test('two processes that renew concurrently grant a cycle once', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, create));
  await endCycles(ids);
  const renewed = await Promise.all([service.renewEndedCycles(), service.renewEndedCycles()]);
  expect(renewed[0] + renewed[1]).toBe(5);
  for (const id of ids)
    expect(await stateOf(id)).toEqual({ available: 100, isRunning: true, sum: 100 });
});

test('captures continue while the cycle of their account is renewed, without deadlock', async () => {
  const id = await create();
  await inTransaction(database.db, (tx) =>
    credits.grant(tx, { organizationId: id, amount: 10_000, uniqueKey: 'gift' }),
  );
  for (let round = 0; round < 10; round += 1) {
    await endCycles([id]);
    const capture = () =>
      inTransaction(database.db, (tx) =>
        credits.hold(tx, {
          organizationId: id,
          projectId: null,
          screenshotId: newId(),
          apiKeyId: null,
          amount: 1,
        }),
      );
    const captures = Array.from({ length: 20 }, capture);
    await Promise.all([service.renewEndedCycles(), ...captures]);
  }
  expect(await stateOf(id)).toMatchObject({ isRunning: true });
});

test('the usage of an API key restarts at zero with each cycle of its organisation', async () => {
  const id = await create();
  const key = await database.db
    .insertInto('api_keys')
    .values({
      seal_id: newId(),
      organization_id: id,
      name: 'key',
      key_hash: newToken(),
      key_sealed: Buffer.from('sealed'),
      monthly_limit: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const capture = () =>
    inTransaction(database.db, (tx) =>
      credits.hold(tx, {
        organizationId: id,
        projectId: null,
        screenshotId: newId(),
        apiKeyId: key.id,
        amount: 2,
      }),
    );
  await capture();
  await expect(capture()).rejects.toMatchObject({ code: 'key_monthly_limit_reached' });
  await endCycles([id]);
  await service.renewEndedCycles();
  await expect(capture()).resolves.toBe(98);
});
