import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dueIn,
  insertCaptures,
  moneyOf,
  openDeletion,
  tablesWith,
} from '../../../../test/account-deletion.ts';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { insertOrganization } from '../../../../test/factories.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { image, openTicket } from '../../../../test/tickets.ts';
import { createCreditsService } from '../../credits/credits.service.ts';
import { newId } from '../../../lib/ids.ts';
import { insertRequests } from '../../request-log/request-log.store.ts';
import { createCyclesService } from '../cycles.service.ts';
import { createOrganizationsService } from '../organizations.service.ts';
import { databaseNow } from '../organizations.store.ts';
import { purgeOrganizations } from './purge-organizations.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Records of money, and figures that belong to them. */
const kept = [
  'billing_accounts',
  'credit_accounts',
  'credit_ledger',
  'plan_changes',
  'spent_counts',
];

const postAs =
  ({ call }: Pick<TestSession, 'call'>) =>
  async (path: string, body: unknown) => {
    const response = await call('POST', path, body);
    const json = await readJson(response);
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json;
  };

/** Creates a user whose organisation has something of everything. */
async function openAccount(count: number): Promise<TestSession> {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  const post = postAs(person);
  const postByKey = postAs(key);
  const projectId: number = (await post('/projects', { name: 'Website' })).data.project.id;
  await postByKey('/screenshots', { url: 'https://example.com/', project_id: projectId });
  await insertCaptures(app, person, { projectId, count });
  await post('/webhooks', { name: 'CI', webhookUrl: 'https://example.com/hook' });
  const options = { mode: 'url', url: 'https://example.com/' };
  const { setting } = await post('/screenshot-settings', { name: 'Home', options });
  await post('/schedules', {
    name: 'Every morning',
    setting_id: setting.id,
    cron: '0 9 1 1 *',
    timezone: 'Europe/Berlin',
  });
  await post('/reports', { title: 'Spring', items: [] });
  await post('/team/invites', { email: `invitee-${person.userId}@example.com`, role: 'viewer' });
  await postByKey('/batches', { items: [{ url: 'https://example.com/a' }], project_id: projectId });
  await openTicket(app, person, { images: [await image()] });
  const { organizationId } = person;
  await app.db
    .insertInto('billing_accounts')
    .values({ organization_id: organizationId, cancel_reason: 'I am Ada and move to Bath' })
    .execute();
  await app.db
    .insertInto('plan_changes')
    .values({
      organization_id: organizationId,
      unique_key: 'x',
      tier: 'free',
      credits_per_cycle: 100,
    })
    .execute();
  return person;
}

async function deleteAccount(person: TestSession): Promise<void> {
  await dueIn(app.db, person, 0);
  expect(await openDeletion(app.db).run()).toBe(1);
}

const deletedObjects = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deleted_objects where deleted_at <= now()`.execute(app.db);
  return rows[0]!.count;
};
const isPurged = async ({ organizationId }: TestSession): Promise<boolean> => {
  const row = await app.db
    .selectFrom('organizations')
    .select(['name', 'purged_at'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  expect(row.name).toBe('Deleted organisation');
  return row.purged_at !== null;
};

test('[ST-13] the data of an organisation without members is deleted, its objects too; the money records stay exact', async () => {
  const person = await openAccount(1_200);
  const other = await openAccount(3);
  const othersBefore = await tablesWith(app.db, other);
  const before = await moneyOf(app.db, person);
  expect(before).toMatchObject({ balance: before.available });
  expect(before.held).toBeGreaterThan(0);
  const objects = await deletedObjects();
  await deleteAccount(person);
  await purgeOrganizations(app.db);
  expect(await tablesWith(app.db, person)).toEqual(kept);
  // The credits of the captures that had not ended are released, which adds a row each.
  const after = await moneyOf(app.db, person);
  expect(after).toEqual({
    rows: before.rows + 2,
    available: before.available + before.held,
    held: 0,
    balance: before.available + before.held,
  });
  expect(await deletedObjects()).toBe(objects + 1_200 + 1);
  const account = await app.db
    .selectFrom('billing_accounts')
    .select('cancel_reason')
    .where('organization_id', '=', person.organizationId)
    .executeTakeFirstOrThrow();
  expect(account.cancel_reason).toBeNull();
  // The request log is written after the response.
  expect(await tablesWith(app.db, other)).toEqual(expect.arrayContaining(othersBefore));
  expect((await other.call('GET', '/projects')).status).toBe(200);
});

test('[ST-13] no row of the database has the email of a deleted user', async () => {
  const person = await openAccount(1);
  await deleteAccount(person);
  await purgeOrganizations(app.db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db);
  for (const { name } of rows) {
    const found = await sql`
      select from ${sql.table(name)} t where strpos(t::text, ${person.email}) > 0`.execute(app.db);
    expect([name, found.rows.length]).toEqual([name, 0]);
  }
});

test('[ST-13] a deletion that was interrupted in the middle is continued by the next run', async () => {
  const person = await openAccount(700);
  const before = await moneyOf(app.db, person);
  await deleteAccount(person);
  await sql`
    create function fail_deletion() returns trigger language plpgsql as $$
    begin raise exception 'the process was killed'; end $$`.execute(app.db);
  await sql`
    create trigger fail_deletion before delete on projects for each row execute function fail_deletion()`.execute(
    app.db,
  );
  await expect(purgeOrganizations(app.db)).rejects.toThrow('the process was killed');
  expect(await isPurged(person)).toBe(false);
  expect(await tablesWith(app.db, person)).toContain('api_keys');
  await sql`drop function fail_deletion() cascade`.execute(app.db);
  await Promise.all([purgeOrganizations(app.db), purgeOrganizations(app.db)]);
  expect(await isPurged(person)).toBe(true);
  expect(await tablesWith(app.db, person)).toEqual(kept);
  expect(await moneyOf(app.db, person)).toMatchObject({ rows: before.rows + 2, held: 0 });
});

test('[ST-13] an aborted run stops before the next batch', async () => {
  const person = await openAccount(600);
  await deleteAccount(person);
  const abort = new AbortController();
  abort.abort(new Error('stopped'));
  await expect(purgeOrganizations(app.db, abort.signal)).rejects.toThrow('stopped');
  expect(await isPurged(person)).toBe(false);
  await purgeOrganizations(app.db);
  expect(await isPurged(person)).toBe(true);
});

test('[ST-13] a call that is logged after the deletion is not stored', async () => {
  const { id: organizationId } = await insertOrganization(app.db, { deleted_at: new Date() });
  const other = await insertOrganization(app.db);
  const call = {
    requestId: 'r',
    createdAt: new Date().toISOString(),
    method: 'GET',
    route: '/projects',
    path: '/projects',
    target: null,
    status: 200,
    durationMs: 1,
    credits: 0,
    errorCode: null,
    apiKeyId: 1,
    projectId: null,
    screenshotId: null,
    requestHeaders: {},
    requestBody: null,
    responseHeaders: {},
    responseBody: null,
  };
  await insertRequests(app.db, [
    { ...call, id: newId(), organizationId },
    { ...call, id: newId(), organizationId: other.id },
  ]);
  expect(await tablesWith(app.db, { organizationId })).not.toContain('request_log');
  expect(await tablesWith(app.db, { organizationId: other.id })).toContain('request_log');
});

test('[ST-13] a deleted organisation gets no credits of further cycles', async () => {
  const credits = createCreditsService({ prices: { capture: 1, fullPage: 1, retina: 1 } });
  const organizations = createOrganizationsService({
    db: app.db,
    cycles: createCyclesService(credits),
    now: databaseNow,
  });
  const ended = { cycle_ends_at: new Date(Date.now() - 1_000) };
  const { id } = await insertOrganization(app.db, { ...ended, deleted_at: new Date() });
  await insertOrganization(app.db, ended);
  expect(await organizations.renewEndedCycles()).toBe(1);
  expect(await moneyOf(app.db, { organizationId: id })).toMatchObject({ balance: 100 });
});
