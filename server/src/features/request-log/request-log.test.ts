import { requestLogLimits } from '@shotwright/contract';
import { CompiledQuery, createQueryId, sql, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization } from '../../../test/factories.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import { removeOldRequests } from './request-log.jobs.ts';
import { createRequestLogService } from './request-log.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const endMs = Date.parse('2026-03-01T00:00:00Z');

/** Inserts calls one second apart, the newest at `untilMs`; one in 1 000 failed, the first by key 2. */
async function insertCalls(
  organizationId: string,
  { count, untilMs = endMs }: { count: number; untilMs?: number },
): Promise<void> {
  await sql`
    insert into request_log (id, organization_id, request_id, created_at, method, route, path, status, duration_ms,
      credits, api_key_id, request_headers, request_body, is_request_complete, response_headers, is_response_complete)
    select (lpad(to_hex(${untilMs}::bigint - (${count} - n) * 1000), 12, '0') || '7000' || '8' ||
        right(md5(n::text || ${organizationId}), 15))::uuid,
      ${organizationId}, 'request-' || n, to_timestamp(${untilMs}::float8 / 1000 - (${count} - n)), 'GET', '/devices',
      '/api/v1/devices', case when n % 1000 = 1 then 404 else 200 end, 1, 0, case when n = 1 then 2 else 1 end, '{}',
      repeat('x', 300), true, '{}', true
    from generate_series(1, ${count}) n`.execute(database.db);
}

const idsOf = async (organizationId: string) => {
  const { rows } = await sql<{ requestId: string }>`
    select request_id as "requestId" from request_log where organization_id = ${organizationId} order by id`.execute(
    database.db,
  );
  return rows.map(({ requestId }) => requestId);
};

async function account(): Promise<string> {
  return (await insertOrganization(database.db)).id;
}

test('[DX-11] a filter of a long log searches a bounded number of calls a page, to its end', async () => {
  const organizationId = await account();
  const { searchedCalls } = requestLogLimits;
  await insertCalls(organizationId, { count: 2 * searchedCalls + 10 });
  const service = createRequestLogService({ db: database.db });
  const search = { organizationId, onlyKey: null, key: 2, limit: 50 };
  const first = await service.list(search);
  expect(first.requests).toEqual([]);
  expect(first.searchedUntil?.getTime()).toBe(endMs - (searchedCalls - 1) * 1_000);
  const second = await service.list({ ...search, cursor: first.next ?? '' });
  expect(second.requests).toEqual([]);
  expect(second.searchedUntil?.getTime()).toBe(endMs - (2 * searchedCalls - 1) * 1_000);
  const third = await service.list({ ...search, cursor: second.next ?? '' });
  expect(third.requests.map(({ requestId }) => requestId)).toEqual(['request-1']);
  expect([third.next, third.searchedUntil]).toEqual([null, null]);
});

test('[DX-11] errors and request ids are found anywhere in a long log', async () => {
  const organizationId = await account();
  await insertCalls(organizationId, { count: 2 * requestLogLimits.searchedCalls });
  const service = createRequestLogService({ db: database.db });
  const all = { organizationId, onlyKey: null, limit: 50 };
  const errors = await service.list({ ...all, status: 'error' });
  expect(errors.requests).toHaveLength(20);
  expect([errors.next, errors.searchedUntil]).toEqual([null, null]);
  const one = await service.list({ ...all, text: 'request-7' });
  expect(one.requests.map(({ requestId }) => requestId)).toEqual(['request-7']);
});

test('[DX-11] the newest page of a long log is read from its index', async () => {
  const organizationId = await account();
  await insertCalls(organizationId, { count: 5_000 });
  await sql`analyze request_log`.execute(database.db);
  const queries: RootOperationNode[] = [];
  const recording = database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const service = createRequestLogService({ db: recording });
  for (const [search, index, count] of [
    [{}, 'request_log_newest', 1],
    [{ status: 'error' }, 'request_log_errors', 2],
  ] as const) {
    queries.length = 0;
    await service.list({ organizationId, onlyKey: null, ...search, limit: 50 });
    expect(queries).toHaveLength(count);
    for (const node of queries) {
      const plan = await planOf(node);
      expect(plan).toMatch(`Scan using ${index}`);
      expect(plan).not.toContain('Sort');
    }
  }
});

/** Returns the plan of a query that the service has sent. */
async function planOf(node: RootOperationNode): Promise<string> {
  const query = database.db.getExecutor().compileQuery(node, createQueryId());
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': string }>(explain);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('[DX-11] calls are deleted after 30 days, and the oldest of an organisation beyond the limit', async () => {
  const [busy, quiet] = [await account(), await account()];
  const nowMs = clock.now().getTime();
  const oldMs = nowMs - requestLogLimits.keptDays * 86_400_000;
  await insertCalls(quiet, { count: 2, untilMs: oldMs + 500 });
  await insertCalls(busy, { count: 6, untilMs: nowMs });
  await sql`delete from request_log where organization_id <> all (${[busy, quiet]}::uuid[])`.execute(
    database.db,
  );
  const limits = { keptDays: requestLogLimits.keptDays, keptCalls: 4 };
  expect(
    await removeOldRequests({ db: database.db, clock: { now: () => new Date(nowMs) }, limits }),
  ).toBe(3);
  expect(await idsOf(quiet)).toEqual(['request-2']);
  expect(await idsOf(busy)).toEqual(['request-3', 'request-4', 'request-5', 'request-6']);
});
