import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import type { JobHandler, JobKind } from './job.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const send = (kind: JobKind<object>, organizationId: string, tier: 'free' | 'basic' = 'free') =>
  jobs.queue.enqueue(jobs.database.db, kind, {
    data: { organizationId },
    options: { group: { organizationId, tier } },
  });

test('an organisation never runs more concurrent jobs in a process than its plan allows', async () => {
  const kind = await jobs.kind();
  const active = new Map<string, number>();
  const most = new Map<string, number>();
  for (let n = 0; n < 20; n += 1) {
    await send(kind, 'small', 'free');
    await send(kind, 'large', 'basic');
  }
  const handler: JobHandler = {
    kind,
    concurrency: 6,
    groupConcurrency: { free: 1, basic: 3, advanced: 6, lifetime: 6, enterprise: 6 },
    handle: async ({ data }) => {
      const who = String(Object(data).organizationId);
      active.set(who, (active.get(who) ?? 0) + 1);
      most.set(who, Math.max(most.get(who) ?? 0, active.get(who) ?? 0));
      await sleep(5);
      active.set(who, (active.get(who) ?? 0) - 1);
    },
  };
  await jobs.work([handler]);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ state: string }>`
      select distinct state::text from pgboss.job where name = ${kind.name}`.execute(
      jobs.database.db,
    );
    expect(rows).toEqual([{ state: 'completed' }]);
  }, 15_000);
  expect(Object.fromEntries(most)).toEqual({ small: 1, large: 3 });
});

test('a raised limit starts jobs that wait', async () => {
  const kind = await jobs.kind();
  const limit = { current: 1, raise: () => undefined as void };
  const started = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let running = 0;
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  // The delay between polls never ends, so that only the raised limit starts jobs.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let n = 0; n < 3; n += 1) await send(kind, 'busy');
  await jobs.work([
    {
      kind,
      concurrency: {
        get current() {
          return limit.current;
        },
        onRaised(listener) {
          limit.raise = listener;
          return () => undefined;
        },
      },
      handle: async () => {
        started[running]?.resolve();
        running += 1;
        await end;
      },
    },
  ]);
  await started[0]?.promise;
  expect(running).toBe(1);
  limit.current = 3;
  limit.raise();
  await Promise.all(started.map(({ promise }) => promise));
  endAll();
});
