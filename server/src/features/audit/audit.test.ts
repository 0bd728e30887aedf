import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { removeOldAuditEvents } from './audit.jobs.ts';
import { createAuditService } from './audit.service.ts';
import { findTargetName } from './audit.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-29T12:00:00Z');
const dayMs = 86_400_000;

/** Inserts events one second apart, the newest at `untilMs`; returns their organisation. */
async function insertEvents({ count, untilMs }: { count: number; untilMs: number }) {
  const { id } = await insertOrganization(database.db);
  await sql`
    insert into audit_events (id, organization_id, created_at, action, actor_kind, actor_id, actor_name, network,
      user_agent, target_name)
    select (lpad(to_hex(${untilMs}::bigint - (${count} - n) * 1000), 12, '0') || '70008' ||
        right(md5(n::text || ${id}), 15))::uuid,
      ${id}, to_timestamp(${untilMs}::float8 / 1000 - (${count} - n)), 'project.created', 'user', 'x', 'Ada',
      '192.0.2.0/24', '', 'event-' || n
    from generate_series(1, ${count}) n`.execute(database.db);
  return id;
}

const countOf = async (organizationId: string) => {
  const { events } = await createAuditService(database).list({ organizationId, limit: 100 });
  return events.length;
};

test('[TM-3] events are deleted after 400 days', async () => {
  const kept = await insertEvents({ count: 3, untilMs: now.getTime() - 399 * dayMs });
  const old = await insertEvents({ count: 3, untilMs: now.getTime() - 401 * dayMs });
  const clock = { now: () => now };
  expect(await removeOldAuditEvents({ db: database.db, clock })).toBe(3);
  expect([await countOf(kept), await countOf(old)]).toEqual([3, 0]);
});

test('[TM-3] a CSV file has the newest events, up to its limit, each once', async () => {
  const organizationId = await insertEvents({ count: 2_100, untilMs: now.getTime() });
  const service = createAuditService({ db: database.db, exportedEvents: 2_050 });
  const lines = await text(service.exportEvents({ organizationId }));
  const names = [...lines.matchAll(/event-(\d+)/g)].map(([, number]) => Number(number));
  expect(names).toEqual(Array.from({ length: 2_050 }, (_, index) => 2_100 - index));
});

const uuid = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';

test.each([
  ['apiKey', '1'],
  ['project', '1'],
  ['setting', '1'],
  ['webhook', '1'],
  ['destination', '1'],
  ['screenshot', uuid],
  ['batch', uuid],
  ['schedule', uuid],
  ['baseline', uuid],
] as const)('[TM-3] the name of a %s that does not exist is null', async (target, id) => {
  const { id: organizationId } = await insertOrganization(database.db);
  expect(await findTargetName(database.db, { organizationId, target, id })).toBeNull();
});

test('[TM-3] [TM-1] the name of a project of another organisation is not found', async () => {
  const { id: owner } = await insertOrganization(database.db);
  const { id: other } = await insertOrganization(database.db);
  const project = await insertProject(database.db, { organization_id: owner, name: 'Shop' });
  const nameFor = (organizationId: string) =>
    findTargetName(database.db, { organizationId, target: 'project', id: String(project.id) });
  expect([await nameFor(owner), await nameFor(other)]).toEqual(['Shop', null]);
});
