import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import type { JobHandler, JobKind } from './job.ts';
import type { JobWorkers } from './worker.ts';

let jobs: TestJobs;
let started: { readonly organizationId: string; readonly end: () => void }[] = [];
let workers: JobWorkers[] = [];
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());
afterEach(async () => {
  await Promise.all(workers.map((each) => each.stop({ graceMs: 0 })));
  workers = [];
  started = [];
});

const send = (kind: JobKind<object>, organizationId: string) =>
  jobs.queue.enqueue(jobs.database.db, kind, {
    data: { organizationId },
    options: { group: { organizationId, tier: 'enterprise' } },
  });
const plenty = { free: 99, basic: 99, advanced: 99, lifetime: 99, enterprise: 99 };

/** Returns a handler whose jobs run until the test ends them. */
const handlerOf = (kind: JobKind<object>, concurrency: number): JobHandler => ({
  kind,
  concurrency,
  groupConcurrency: plenty,
  handle: ({ data, signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      const organizationId = String(Object(data).organizationId);
      started.push({ organizationId, end: () => resolve(undefined) });
    }),
});
const work = async (kind: JobKind<object>, concurrency: number): Promise<void> => {
  workers.push(await jobs.work([handlerOf(kind, concurrency)]));
};
const untilStarted = (count: number) =>
  vi.waitFor(() => expect(started.length).toBe(count), { timeout: 10_000, interval: 5 });
/** Ends the oldest running job; returns the organisation of the job that takes its slot. */
const endOldest = async (slots: number): Promise<string | undefined> => {
  const count = started.length;
  started[count - slots]?.end();
  await untilStarted(count + 1);
  return started.at(-1)?.organizationId;
};
const backlogs = async (kind: JobKind<object>, customers: number, each: number): Promise<void> => {
  for (let n = 0; n < each; n += 1) {
    for (let c = 0; c < customers; c += 1) await send(kind, `busy-${c}`);
  }
};

test('a new organisation receives the next free slot while more organisations than slots have long backlogs', async () => {
  const kind = await jobs.kind();
  await backlogs(kind, 8, 6);
  await work(kind, 2);
  await untilStarted(2);
  for (let n = 0; n < 10; n += 1) await endOldest(2);
  await send(kind, 'newcomer');
  expect(await endOldest(2)).toBe('newcomer');
});

test('organisations with backlogs run one job each before any runs a second', async () => {
  const kind = await jobs.kind();
  for (let c = 0; c < 5; c += 1) for (let n = 0; n < 4; n += 1) await send(kind, `busy-${c}`);
  await work(kind, 2);
  await untilStarted(2);
  for (let n = 0; n < 13; n += 1) await endOldest(2);
  const turns = started.map(({ organizationId }) => organizationId);
  for (const from of [0, 5, 10]) expect(new Set(turns.slice(from, from + 5)).size).toBe(5);
});

test('a new organisation receives the next free slot of any process that shares the queue', async () => {
  const kind = await jobs.kind();
  await backlogs(kind, 8, 6);
  await work(kind, 2);
  await work(kind, 2);
  await untilStarted(4);
  for (let n = 0; n < 10; n += 1) await endOldest(4);
  await send(kind, 'newcomer');
  expect(await endOldest(4)).toBe('newcomer');
});

test('a restarted process preserves the order of turns', async () => {
  const kind = await jobs.kind();
  await backlogs(kind, 6, 4);
  await work(kind, 1);
  await untilStarted(1);
  for (let n = 0; n < 7; n += 1) await endOldest(1);
  await send(kind, 'newcomer');
  await workers[0]?.stop({ graceMs: 0 });
  const count = started.length;
  await work(kind, 1);
  await untilStarted(count + 1);
  expect(started.at(-1)?.organizationId).toBe('newcomer');
});

const isQuick = ({ organizationId }: { organizationId: string }) => organizationId === 'quick';

test('an organisation with slow jobs does not accumulate the slots', async () => {
  const kind = await jobs.kind();
  for (let n = 0; n < 12; n += 1) await send(kind, 'slow');
  await work(kind, 4);
  await untilStarted(4);
  for (let n = 0; n < 12; n += 1) await send(kind, 'quick');
  started[0]?.end();
  await untilStarted(5);
  for (let n = 0; n < 6; n += 1) {
    const count = started.length;
    started.findLast(isQuick)?.end();
    await untilStarted(count + 1);
  }
  expect(started.slice(4).map(({ organizationId }) => organizationId)).toEqual(
    Array.from({ length: 7 }, () => 'quick'),
  );
});

test('a group is found behind more groups than one fetch examines', async () => {
  const kind = await jobs.kind();
  await sql`
    insert into pgboss.job_common (id, name, data, group_id, group_tier, start_after)
    select gen_random_uuid(), ${kind.name}, jsonb_build_object('organizationId', 'group-' || lpad(n::text, 4, '0')),
      'group-' || lpad(n::text, 4, '0'), 'free', now()
    from generate_series(1, 350) n`.execute(jobs.database.db);
  const seen = new Set<string>();
  workers.push(
    await jobs.work([
      {
        kind,
        concurrency: 16,
        groupConcurrency: plenty,
        handle: async ({ data }) => void seen.add(String(Object(data).organizationId)),
      },
    ]),
  );
  await vi.waitFor(() => expect(seen.size).toBe(350), 20_000);
});

test('an organisation with a reduced limit runs fewer jobs, and the others run as before', async () => {
  const kind = await jobs.kind();
  await backlogs(kind, 2, 4);
  const handler = handlerOf(kind, 4);
  const limits = new Map([['busy-0', 1]]);
  workers.push(await jobs.work([{ ...handler, reducedConcurrency: (group) => limits.get(group) }]));
  await untilStarted(4);
  expect(started.filter(({ organizationId }) => organizationId === 'busy-0')).toHaveLength(1);
});
