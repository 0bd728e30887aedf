import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import { newId } from '../lib/ids.ts';
import type { JobKind } from './job.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

/** Inserts a job in the state in which a worker that was killed that long ago leaves it. */
async function insertLost(kind: JobKind<object>, retryCount: number, secondsAgo: number) {
  const id = newId();
  await jobs.queue.enqueue(jobs.database.db, kind, { data: { about: id }, options: { id } });
  await sql`update pgboss.job set state = 'active', started_on = now(), retry_count = ${retryCount},
    heartbeat_on = now() - ${secondsAgo}::int * interval '1 s' where id = ${id}`.execute(
    jobs.database.db,
  );
  return id;
}

test('a job whose worker died restarts as the next attempt, without the retry delay', async () => {
  const settings = { heartbeatSeconds: 3, retryLimit: 2, retryDelaySeconds: 600 };
  const kind = await jobs.kind(settings);
  const id = await insertLost(kind, 0, 4);
  const again = Promise.withResolvers<{ id: string; retryCount: number }>();
  await jobs.work([{ kind, concurrency: 1, handle: async (run) => again.resolve(run) }]);
  expect(await again.promise).toMatchObject({ id, retryCount: 1 });
});

test('a job that lost its last attempt is reported once and does not run again', async () => {
  const kind = await jobs.kind({ heartbeatSeconds: 3, retryLimit: 2 });
  const id = await insertLost(kind, 2, 4);
  const reported: object[] = [];
  let runs = 0;
  await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async () => void (runs += 1),
      onLost: async (job) => void reported.push(job),
    },
  ]);
  await vi.waitFor(() => expect(reported).toEqual([{ id, data: { about: id } }]), 10_000);
  const { rows } = await sql`select state from pgboss.job where id = ${id}`.execute(
    jobs.database.db,
  );
  expect(rows).toEqual([{ state: 'failed' }]);
  expect(runs).toBe(0);
});

test('a lease that has not expired is not taken over', async () => {
  const kind = await jobs.kind({ heartbeatSeconds: 3, retryLimit: 2 });
  const alive = await insertLost(kind, 0, -3_600);
  const dead = await insertLost(kind, 0, 4);
  const ran: string[] = [];
  await jobs.work([{ kind, concurrency: 2, handle: async (run) => void ran.push(run.id) }]);
  await vi.waitFor(() => expect(ran).toEqual([dead]), 10_000);
  const { rows } = await sql`select state from pgboss.job where id = ${alive}`.execute(
    jobs.database.db,
  );
  expect(rows).toEqual([{ state: 'active' }]);
});
