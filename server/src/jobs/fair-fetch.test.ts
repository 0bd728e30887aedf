import { fromKysely } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import { createFairFetch, type FairFetch } from './fair-fetch.ts';
import type { JobKind } from './job.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const send = (kind: JobKind<object>, organizationId: string, startAfterSeconds = 0) =>
  jobs.queue.enqueue(jobs.database.db, kind, {
    data: {},
    options: { group: { organizationId, tier: 'free' }, startAfterSeconds },
  });
const fetchOf = ({ name }: JobKind<object>): FairFetch =>
  createFairFetch(fromKysely(jobs.database.db), name);

test('a fetch that takes the last due job reports that none is left, also when it fills the last slot', async () => {
  const kind = await jobs.kind();
  const fetchNext = fetchOf(kind);
  await send(kind, 'first');
  await send(kind, 'second');
  await send(kind, 'later', 600);
  const outcomes = [await fetchNext(1, []), await fetchNext(1, []), await fetchNext(1, [])];
  expect(outcomes.map(({ fetched }) => fetched.length)).toEqual([1, 1, 0]);
  expect(outcomes.map(({ isExhaustive }) => isExhaustive)).toEqual([false, true, true]);
});

test('a job of an organisation at its limit counts as left behind', async () => {
  const kind = await jobs.kind();
  const fetchNext = fetchOf(kind);
  const full = [{ group: 'full', running: 1, capacity: 0 }];
  expect(await fetchNext(4, full)).toMatchObject({ fetched: [], isExhaustive: true });
  await send(kind, 'full');
  expect(await fetchNext(4, full)).toMatchObject({ fetched: [], isExhaustive: false });
});
