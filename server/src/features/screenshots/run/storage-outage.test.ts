import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storeUnavailable } from '../../../adapters/storage/object-store.ts';
import { insertOrganization } from '../../../../test/factories.ts';
import { openTestScreenshots, requestOf, imageResult } from '../../../../test/screenshots.ts';

/** Time in which a worker that may fetch a job does so. Unit: ms. */
const settleMs = 500;

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
let organizationId: string;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.fault.error = undefined;
  fixture.engine.capture = async () => imageResult('image');
  await vi.waitUntil(() => fixture.health.isAvailable(), 5_000);
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 20 }));
});

const requestCapture = async (): Promise<string> =>
  (await fixture.requestScreenshot(requestOf(organizationId))).id;
const statusOf = async (id: string): Promise<string> =>
  (await fixture.screenshots.getScreenshot({ organizationId, projectId: null, id })).status;
const balance = () => fixture.credits.balanceOf(fixture.db, organizationId);
const failWith = (code: string): void => {
  fixture.fault.error = storeUnavailable(Object.assign(new Error(code), { code }));
};

test.each(['ENOSPC', 'EROFS', 'EIO', 'EDQUOT', 'EMFILE', 'ECONNREFUSED'])(
  'a capture that cannot be stored because of %s retains its hold and its last attempt',
  async (code) => {
    failWith(code);
    const id = await requestCapture();
    const run = { id, data: { organizationId }, retryCount: 2 };
    expect(await fixture.run(run)).toBe('requeue');
    expect(await statusOf(id)).toBe('PROCESSING');
    expect(await balance()).toEqual({ available: 19, held: 1 });
    fixture.fault.error = undefined;
    await vi.waitUntil(() => fixture.health.isAvailable(), 5_000);
    await fixture.run(run);
    expect(await statusOf(id)).toBe('COMPLETE');
    expect(await balance()).toEqual({ available: 19, held: 0 });
  },
);

test('captures requested before and during a store outage wait and complete after it', async () => {
  let captures = 0;
  fixture.engine.capture = async () => {
    captures += 1;
    return imageResult('image');
  };
  failWith('ENOSPC');
  const ids = [await requestCapture(), await requestCapture(), await requestCapture()];
  const workers = await fixture.jobs.work(fixture.handlers);
  try {
    await vi.waitUntil(() => !fixture.health.isAvailable(), 5_000);
    const during = await vi.waitFor(async () => {
      const before = captures;
      // A worker may have fetched a job just before the outage was noticed.
      await sleep(settleMs);
      const { rows } = await sql`
        select 1 from pgboss.job where state = 'active' and group_id = ${organizationId}`.execute(
        fixture.db,
      );
      expect([captures, rows]).toEqual([before, []]);
      return before;
    }, 10_000);
    ids.push(await requestCapture(), await requestCapture());
    await sleep(settleMs);
    expect(captures).toBe(during);
    fixture.fault.error = undefined;
    await vi.waitFor(async () => {
      const seen = await Promise.all(ids.map(statusOf));
      expect(seen).toEqual(ids.map(() => 'COMPLETE'));
    }, 15_000);
    expect(await balance()).toEqual({ available: 15, held: 0 });
    const { rows } = await sql<{ most: number }>`
      select max(retry_count) as most from pgboss.job where group_id = ${organizationId}`.execute(
      fixture.db,
    );
    expect(rows[0]?.most).toBe(0);
  } finally {
    await workers.stop({ graceMs: 0 });
  }
});

test('an object that alone cannot be stored uses up its attempts without blocking others', async () => {
  failWith('ENOSPC');
  const id = await requestCapture();
  expect(await fixture.run({ id, data: { organizationId }, retryCount: 0 })).toBe('requeue');
  fixture.fault.error = undefined;
  await vi.waitUntil(() => fixture.health.isAvailable(), 5_000);
  failWith('EINVAL');
  await fixture.run({ id, data: { organizationId }, retryCount: 2 });
  expect(await statusOf(id)).toBe('FAILED');
  expect(fixture.health.isAvailable()).toBe(true);
  expect(await balance()).toEqual({ available: 20, held: 0 });
});

test('a capture whose last attempt lost its worker fails at once, without a charge', async () => {
  const id = await requestCapture();
  await fixture.attempts.start({ organizationId, id });
  await sql`update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit,
    heartbeat_on = now() - interval '1 hour' where id = ${id}`.execute(fixture.db);
  const workers = await fixture.jobs.work(fixture.handlers);
  try {
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('FAILED'), 15_000);
    expect(await balance()).toEqual({ available: 20, held: 0 });
    await fixture.attempts.abandon({ organizationId, id });
    expect(await balance()).toEqual({ available: 20, held: 0 });
  } finally {
    await workers.stop({ graceMs: 0 });
  }
});
