import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { up as accounts } from '../../../migrations/0001_accounts.ts';
import { up as projects } from '../../../migrations/0002_projects.ts';
import { up as credits } from '../../../migrations/0003_credits.ts';
import { up as screenshots } from '../../../migrations/0004_screenshots.ts';
import { up as plans } from '../../../migrations/0007_plans.ts';
import { up as pageImages } from '../../../migrations/0012_page_images.ts';
import { up as keyUse } from '../../../migrations/0017_key_use.ts';
import { up as verdicts } from '../../../migrations/0019_verdicts.ts';
import { up as refunds } from '../../../migrations/0020_verdict_refunds.ts';
import { up as counts } from '../../../migrations/0021_capture_counts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createCreditsService } from '../credits/credits.service.ts';
import { createCyclesService } from './cycles.service.ts';
import { createOrganizationsService } from './organizations.service.ts';
import { databaseNow, findPlanState } from './organizations.store.ts';

let database: TestDatabase;
/** The same connections, typed without the current schema. */
let schema: Kysely<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  schema = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  for (const up of [accounts, projects, credits, screenshots]) await up(schema);
});
afterAll(() => database.close());

const service = createCreditsService({ prices: { capture: 1, fullPage: 1, retina: 1 } });

/**
 * Inserts an account as it was before plans: 100 credits granted in its current cycle, 30 spent,
 * one image of 700 bytes.
 */
async function insertOldAccount(id: string): Promise<void> {
  const { db } = database;
  await sql`
    insert into organizations (id, name, plan_tier, cycle_started_at, cycle_ends_at)
    values (${id}, 'Old', 'basic', now() - interval '40 days', now() - interval '40 days' + interval '1 month')`.execute(
    db,
  );
  await sql`insert into credit_accounts (organization_id, available) values (${id}, 70)`.execute(
    db,
  );
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, unique_key)
    values (${id}, 'grant', 100, 0, 'grant:first-cycle'), (${id}, 'hold', -30, 30, 'hold:1'), (${id}, 'settle', 0, -30, 'end:1')`.execute(
    db,
  );
  await sql`
    insert into projects (organization_id, name) values (${id}, 'Site')`.execute(db);
  await sql`
    with shot as (
      insert into screenshots (id, organization_id, project_id, source, html, options, credits, status, finished_at)
      select ${newId()}, ${id}, id, 'HTML', '<p>', '{}', 30, 'COMPLETE', now() from projects where organization_id = ${id}
      returning id
    )
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select ${newId()}, ${id}, id, 'image', 'key', 'page.png', 'image/png', 700, '', 1, 1 from shot`.execute(
    db,
  );
}

test('the plans migration preserves the plan, cycle, figures and files of an old account, which then renews on time', async () => {
  const { db } = database;
  const id = newId();
  await insertOldAccount(id);
  await plans(schema);
  const state = await findPlanState(db, id);
  expect(state).toMatchObject({
    tier: 'basic',
    creditsPerCycle: 1_000,
    storageLimitBytes: 2 * 1024 ** 3,
    lifetimeCodes: 0,
  });
  expect(state?.anchor).toEqual(state?.cycle.startedAt);
  const account = () =>
    db
      .selectFrom('credit_accounts')
      .selectAll()
      .where('organization_id', '=', id)
      .executeTakeFirst();
  expect(await account()).toMatchObject({
    available: 70,
    lasting: 0,
    cycle_credits: 100,
    storage_used_bytes: 700,
  });
  for (const up of [pageImages, keyUse, verdicts, refunds, counts]) await up(schema);
  await sql`alter table organizations add column deleted_at timestamptz`.execute(db);
  await inTransaction(db, (tx) =>
    service.grant(tx, { organizationId: id, amount: 5, uniqueKey: 'gift' }),
  );
  const cycles = createCyclesService(service);
  await createOrganizationsService({ db, cycles, now: databaseNow }).renewEndedCycles();
  expect(await account()).toMatchObject({ available: 1_075, lasting: 5, cycle_credits: 1_075 });
  await db.deleteFrom('projects').where('organization_id', '=', id).execute();
  expect(await account()).toMatchObject({ storage_used_bytes: 0 });
});
