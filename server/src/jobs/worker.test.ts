import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import { newId } from '../lib/ids.ts';
import type { JobHandler, JobKind, JobRun } from './job.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const send = (kind: JobKind<object>, organizationId?: string, tier: 'free' | 'basic' = 'free') =>
  jobs.queue.enqueue(jobs.database.db, kind, {
    data: { organizationId },
    options: organizationId === undefined ? {} : { group: { organizationId, tier } },
  });
const allDone = (kind: JobKind<object>, state = 'completed') =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ state: string }>`
      select distinct state::text from pgboss.job where name = ${kind.name}`.execute(
      jobs.database.db,
    );
    expect(rows).toEqual([{ state }]);
  }, 15_000);

test('an announced job starts without a poll', async () => {
  const kind = await jobs.kind();
  // The delay between polls never ends, so that only notifications start jobs.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let started = Promise.withResolvers<string>();
  await jobs.work([{ kind, concurrency: 4, handle: async ({ id }) => started.resolve(id) }]);
  const ids = new Set<string>();
  for (let n = 1; n <= 20; n += 1) {
    started = Promise.withResolvers<string>();
    await send(kind);
    ids.add(await started.promise);
  }
  expect(ids.size).toBe(20);
});

test('jobs are notified again after the notification connection was cut', async () => {
  const kind = await jobs.kind();
  const seen: string[] = [];
  await jobs.work([{ kind, concurrency: 1, handle: async ({ id }) => void seen.push(id) }]);
  const listeners = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'shotwright-listen' and datname = current_database()`;
  const cut = await listeners.execute(jobs.database.db);
  expect(cut.rows.length).toBeGreaterThan(0);
  await vi.waitFor(async () => {
    const again = await sql`select 1 from pg_stat_activity
      where application_name = 'shotwright-listen' and datname = current_database()`.execute(
      jobs.database.db,
    );
    expect(again.rows.length).toBe(cut.rows.length);
  }, 10_000);
  await send(kind);
  await vi.waitFor(() => expect(seen).toHaveLength(1), 15_000);
});

test('a backlog of one organisation does not delay another', async () => {
  const kind = await jobs.kind();
  const starts: string[] = [];
  for (let n = 0; n < 300; n += 1) await send(kind, 'busy');
  const workers = await jobs.work([
    {
      kind,
      concurrency: 2,
      groupConcurrency: { free: 2, basic: 2, advanced: 2, lifetime: 2, enterprise: 2 },
      handle: async ({ data }) => {
        starts.push(String(Object(data).organizationId));
        await sleep(15);
      },
    },
  ]);
  await vi.waitFor(() => expect(starts.length).toBeGreaterThan(4), 15_000);
  const before = starts.length;
  await send(kind, 'other');
  await vi.waitFor(() => expect(starts).toContain('other'), 15_000);
  expect(starts.indexOf('other') - before).toBeLessThan(80);
  await workers.stop({ graceMs: 0 });
});

test('a failing job is retried according to its settings, then failed', async () => {
  const kind = await jobs.kind({ retryLimit: 2 });
  const tries: number[] = [];
  await send(kind);
  await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async ({ retryCount }) => {
        tries.push(retryCount);
        throw new Error('broken');
      },
    },
  ]);
  await allDone(kind, 'failed');
  expect(tries).toEqual([0, 1, 2]);
});

test('a job kind with backoff waits before a retry', async () => {
  const kind = await jobs.kind({ retryLimit: 2, retryDelaySeconds: 40, retryBackoff: true });
  await send(kind);
  await jobs.work([{ kind, concurrency: 1, handle: () => Promise.reject(new Error('broken')) }]);
  await allDone(kind, 'retry');
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from start_after - now())::float as wait from pgboss.job
    where name = ${kind.name}`.execute(jobs.database.db);
  expect(rows[0]?.wait).toBeGreaterThan(15);
});

test('a job does not run before its requested time', async () => {
  const kind = await jobs.kind();
  const { db } = jobs.database;
  await jobs.queue.enqueue(db, kind, { data: {}, options: { startAfterSeconds: 1 } });
  const isDue = Promise.withResolvers<boolean>();
  const handle = async ({ id }: JobRun<object>) => {
    const { rows } = await sql<{ isDue: boolean }>`
      select started_on >= start_after and start_after > created_on as "isDue"
      from pgboss.job where id = ${id}`.execute(db);
    isDue.resolve(rows[0]?.isDue === true);
  };
  await jobs.work([{ kind, concurrency: 1, handle }]);
  expect(await isDue.promise).toBe(true);
});

test('a job that runs too long is aborted and retried', async () => {
  const kind = await jobs.kind({ expireInSeconds: 1 });
  const tries: number[] = [];
  await send(kind);
  await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async ({ retryCount, signal }) => {
        tries.push(retryCount);
        if (retryCount === 0) await once(signal, 'abort');
        signal.throwIfAborted();
      },
    },
  ]);
  await allDone(kind);
  expect(tries).toEqual([0, 1]);
});

test('a worker that lost its lease is aborted, and its late result is ignored', async () => {
  const kind = await jobs.kind({ heartbeatSeconds: 10 });
  const aborted = Promise.withResolvers<string>();
  await send(kind);
  const workers = await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async ({ signal }) => {
        await once(signal, 'abort');
        aborted.resolve(String(signal.reason));
      },
    },
  ]);
  const taken = sql`update pgboss.job set retry_count = retry_count + 1
    where name = ${kind.name} and state = 'active'`;
  await vi.waitFor(async () => {
    const { numAffectedRows } = await taken.execute(jobs.database.db);
    expect(numAffectedRows).toBe(1n);
  }, 15_000);
  expect(await aborted.promise).toContain('lease');
  await workers.stop({ graceMs: 1_000 });
  await allDone(kind, 'active');
});

test('a stopping worker finishes its job and fetches no other', async () => {
  const kind = await jobs.kind();
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const seen: JobRun<object>[] = [];
  await send(kind);
  const workers = await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async (run) => {
        seen.push(run);
        started.resolve();
        await release.promise;
      },
    },
  ]);
  await started.promise;
  await send(kind);
  const stopping = workers.stop({ graceMs: 10_000 });
  release.resolve();
  await stopping;
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = ${kind.name} order by created_on`.execute(
    jobs.database.db,
  );
  expect(rows.map((row) => row.state)).toEqual(['completed', 'created']);
  expect(seen[0]?.signal.aborted).toBe(false);
});

test('a job that exceeds the grace period is aborted and requeued without counting an attempt', async () => {
  const kind = await jobs.kind({ retryLimit: 0 });
  const started = Promise.withResolvers<void>();
  await send(kind);
  const first = await jobs.work([
    {
      kind,
      concurrency: 1,
      handle: async ({ signal }) => {
        started.resolve();
        await once(signal, 'abort');
        signal.throwIfAborted();
      },
    },
  ]);
  await started.promise;
  await first.stop({ graceMs: 10 });
  const again = Promise.withResolvers<number>();
  await jobs.work([
    { kind, concurrency: 1, handle: async ({ retryCount }) => again.resolve(retryCount) },
  ]);
  expect(await again.promise).toBe(0);
  await allDone(kind);
});

test('a job whose worker process is killed runs again elsewhere', async () => {
  const kind = await jobs.kind({ heartbeatSeconds: 10 });
  const script = fileURLToPath(new URL('../../test/job-worker-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, jobs.database.url, kind.name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const id = newId();
  await jobs.queue.enqueue(jobs.database.db, kind, { data: {}, options: { id } });
  const [output] = await once(child.stdout, 'data');
  expect(String(output)).toContain(id);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const again = Promise.withResolvers<number>();
  await jobs.work([
    { kind, concurrency: 1, handle: async ({ retryCount }) => again.resolve(retryCount) },
  ]);
  // In place of ten seconds without a heartbeat.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '11 s'
    where name = ${kind.name} and state = 'active'`.execute(jobs.database.db);
  expect(await again.promise).toBe(1);
  await allDone(kind);
});

test('a scheduled job runs until it is removed from the schedule', async () => {
  const kind = await jobs.kind();
  const ran = Promise.withResolvers<void>();
  const handler: JobHandler = { kind, concurrency: 1, handle: async () => ran.resolve() };
  const workers = await jobs.work([handler], [{ kind, cron: '* * * * *' }]);
  await ran.promise;
  await workers.stop({ graceMs: 1_000 });
  await jobs.work([handler], []);
  const { rows } = await sql`select name from pgboss.schedule`.execute(jobs.database.db);
  expect(rows).toEqual([]);
});
