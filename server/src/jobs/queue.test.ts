import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import { newId } from '../lib/ids.ts';
import { silentLogger } from '../lib/logger.ts';
import { defineJob, type JobKind } from './job.ts';
import { prepareJobQueues } from './queue.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const states = async (kind: JobKind<object>): Promise<readonly string[]> => {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = ${kind.name}`.execute(jobs.database.db);
  return rows.map((row) => row.state);
};

test('a job sent in a transaction that rolls back does not exist', async () => {
  const kind = await jobs.kind();
  const { db } = jobs.database;
  const sending = db.transaction().execute(async (tx) => {
    await jobs.queue.enqueue(tx, kind, { data: {} });
    throw new Error('no');
  });
  await expect(sending).rejects.toThrow('no');
  expect(await states(kind)).toEqual([]);
  await db.transaction().execute((tx) => jobs.queue.enqueue(tx, kind, { data: {} }));
  expect(await states(kind)).toEqual(['created']);
});

test('a job sent twice with the same id runs once', async () => {
  const kind = await jobs.kind<{ n: number }>();
  const id = newId();
  const seen: number[] = [];
  await jobs.queue.enqueue(jobs.database.db, kind, { data: { n: 1 }, options: { id } });
  await jobs.queue.enqueue(jobs.database.db, kind, { data: { n: 2 }, options: { id } });
  await jobs.work([
    { kind, concurrency: 2, handle: async ({ data }) => void seen.push(Object(data).n) },
  ]);
  await vi.waitFor(async () => expect(await states(kind)).toEqual(['completed']), 15_000);
  expect(seen).toEqual([1]);
});

test('cancelling ends a waiting job and does not affect a running one', async () => {
  const kind = await jobs.kind();
  const { db } = jobs.database;
  const [runs, waits] = [newId(), newId()];
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  await jobs.queue.enqueue(db, kind, { data: {}, options: { id: runs } });
  await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async () => {
        started.resolve();
        await release.promise;
      },
    },
  ]);
  await started.promise;
  await jobs.queue.enqueue(db, kind, { data: {}, options: { id: waits } });
  await jobs.queue.cancel(db, kind, runs);
  await jobs.queue.cancel(db, kind, waits);
  release.resolve();
  await vi.waitFor(
    async () => expect([...(await states(kind))].sort()).toEqual(['cancelled', 'completed']),
    15_000,
  );
});

test('findEnded returns exactly the jobs that will never run again', async () => {
  const kind = await jobs.kind({ retryLimit: 0 });
  const other = await jobs.kind();
  const { db } = jobs.database;
  const [done, failed, cancelled, waiting, crossOrigin, absent] = Array.from({ length: 6 }, newId);
  if (!done || !failed || !cancelled || !waiting || !crossOrigin || !absent) throw new Error();
  for (const id of [done, failed]) {
    await jobs.queue.enqueue(db, kind, { data: {}, options: { id } });
  }
  await jobs.queue.enqueue(db, other, { data: {}, options: { id: crossOrigin } });
  for (const id of [cancelled, waiting]) {
    const options = { id, startAfterSeconds: 60 };
    await jobs.queue.enqueue(db, kind, { data: {}, options });
  }
  await jobs.queue.cancel(db, kind, cancelled);
  await jobs.work([
    {
      kind,
      concurrency: 2,
      handle: async ({ id }) => {
        if (id === failed) throw new Error('broken');
      },
    },
  ]);
  const ids = [done, failed, cancelled, waiting, crossOrigin, absent];
  await vi.waitFor(
    async () =>
      expect(await jobs.queue.findEnded(db, [kind, other], ids)).toEqual([
        done,
        failed,
        cancelled,
        absent,
      ]),
    15_000,
  );
});

test('several processes can create queues concurrently, and update their settings', async () => {
  const fresh = await createTestDatabase();
  try {
    await sql`drop schema pgboss cascade`.execute(fresh.db);
    const kinds = [1, 2, 3].map((n) =>
      defineJob({
        name: `queue.${n}`,
        retryLimit: n,
        retryDelaySeconds: 1,
        retryBackoff: true,
        expireInSeconds: 60,
        heartbeatSeconds: 10,
      }),
    );
    const prepare = (list: readonly JobKind<object>[]): Promise<void> =>
      prepareJobQueues({ connection: fresh.connection, kinds: list, logger: silentLogger });
    await Promise.all([prepare(kinds), prepare(kinds), prepare(kinds), prepare(kinds)]);
    await prepare(kinds.map((kind) => ({ ...kind, retryLimit: 7 })));
    const { rows } = await sql<{
      retry_limit: number;
      heartbeat_seconds: number | null;
      notify: boolean;
    }>`
      select retry_limit, heartbeat_seconds, notify from pgboss.queue where name like 'queue.%'`.execute(
      fresh.db,
    );
    expect(rows).toEqual(
      kinds.map(() => ({ retry_limit: 7, heartbeat_seconds: null, notify: true })),
    );
  } finally {
    await fresh.close();
  }
});
