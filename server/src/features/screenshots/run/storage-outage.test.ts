import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storeUnavailable } from '../../../adapters/storage/object-store.ts';
import { insertOrganization } from '../../../../test/factories.ts';
import { openTestScreenshots, orderOf, imageResult } from '../../../../test/screenshots.ts';

type Bench = Awaited<ReturnType<typeof openTestScreenshots>>;
let bench: Bench;
let organizationId: string;
beforeAll(async () => {
  bench = await openTestScreenshots();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.fault.error = undefined;
  bench.engine.capture = async () => imageResult('image');
  await vi.waitUntil(() => bench.health.isAvailable(), 5_000);
  ({ id: organizationId } = await insertOrganization(bench.db, { credits: 20 }));
});

const ask = async (): Promise<string> =>
  (await bench.requestScreenshot(orderOf(organizationId))).id;
const statusOf = async (id: string): Promise<string> =>
  (await bench.screenshots.getScreenshot({ organizationId, projectId: null, id })).status;
const balance = () => bench.credits.balanceOf(bench.db, organizationId);
const failWith = (code: string): void => {
  bench.fault.error = storeUnavailable(Object.assign(new Error(code), { code }));
};

test.each(['ENOSPC', 'EROFS', 'EIO', 'EDQUOT', 'EMFILE', 'ECONNREFUSED'])(
  'a capture that cannot be stored because of %s retains its hold and its last attempt',
  async (code) => {
    failWith(code);
    const id = await ask();
    const run = { id, data: { organizationId }, retryCount: 2 };
    expect(await bench.run(run)).toBe('requeue');
    expect(await statusOf(id)).toBe('PROCESSING');
    expect(await balance()).toEqual({ available: 19, held: 1 });
    bench.fault.error = undefined;
    await vi.waitUntil(() => bench.health.isAvailable(), 5_000);
    await bench.run(run);
    expect(await statusOf(id)).toBe('COMPLETE');
    expect(await balance()).toEqual({ available: 19, held: 0 });
  },
);

test('captures requested before and during a store outage wait and complete after it', async () => {
  let captures = 0;
  bench.engine.capture = async () => {
    captures += 1;
    return imageResult('image');
  };
  failWith('ENOSPC');
  const ids = [await ask(), await ask(), await ask()];
  const workers = await bench.jobs.work(bench.handlers);
  try {
    await vi.waitUntil(() => !bench.health.isAvailable(), 5_000);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pgboss.job where state = 'active' and group_id = ${organizationId}`.execute(
        bench.db,
      );
      expect(rows).toEqual([]);
    }, 5_000);
    const during = captures;
    ids.push(await ask(), await ask());
    expect(captures).toBe(during);
    bench.fault.error = undefined;
    await vi.waitFor(async () => {
      const seen = await Promise.all(ids.map(statusOf));
      expect(seen).toEqual(ids.map(() => 'COMPLETE'));
    }, 15_000);
    expect(await balance()).toEqual({ available: 15, held: 0 });
    const { rows } = await sql<{ most: number }>`
      select max(retry_count) as most from pgboss.job where group_id = ${organizationId}`.execute(
      bench.db,
    );
    expect(rows[0]?.most).toBe(0);
  } finally {
    await workers.stop({ graceMs: 0 });
  }
});

test('an object that alone cannot be stored uses up its attempts without blocking others', async () => {
  failWith('ENOSPC');
  const id = await ask();
  expect(await bench.run({ id, data: { organizationId }, retryCount: 0 })).toBe('requeue');
  bench.fault.error = undefined;
  await vi.waitUntil(() => bench.health.isAvailable(), 5_000);
  failWith('EINVAL');
  await bench.run({ id, data: { organizationId }, retryCount: 2 });
  expect(await statusOf(id)).toBe('FAILED');
  expect(bench.health.isAvailable()).toBe(true);
  expect(await balance()).toEqual({ available: 20, held: 0 });
});

test('a capture whose last attempt lost its worker fails at once, without a charge', async () => {
  const id = await ask();
  await bench.attempts.start({ organizationId, id });
  await sql`update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit,
    heartbeat_on = now() - interval '1 hour' where id = ${id}`.execute(bench.db);
  const workers = await bench.jobs.work(bench.handlers);
  try {
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('FAILED'), 15_000);
    expect(await balance()).toEqual({ available: 20, held: 0 });
    await bench.attempts.abandon({ organizationId, id });
    expect(await balance()).toEqual({ available: 20, held: 0 });
  } finally {
    await workers.stop({ graceMs: 0 });
  }
});
