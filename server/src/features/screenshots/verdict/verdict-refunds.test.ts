import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { sql } from 'kysely';
import type { Verdict } from '@shotwright/capture';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import { imageResult, openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';
import { AppError } from '../../../shared/app-error.ts';
import { freeRefunds, refundHostOf } from './verdict-refunds.store.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
let organizationId: string;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  organizationId = await newOrganization();
});

const newOrganization = async (credits = 100): Promise<string> =>
  (await insertOrganization(fixture.db, { credits })).id;
const imageWith = (verdict: Verdict) => {
  const result = imageResult('image');
  return { ...result, report: { ...result.report, verdict } };
};
const blank: Verdict = { kind: 'blank', reasons: ['uniform_image'], confidence: 'high' };
const requestCapture = async (
  url = 'https://shop.example/a',
  of = organizationId,
): Promise<string> => {
  const order = requestOf(of);
  return (await fixture.requestScreenshot({ ...order, fields: { ...order.fields, url } })).id;
};
const run = (id: string, of = organizationId) => fixture.run({ id, data: { organizationId: of } });

/** Seconds that a capture's job waits before it may start. */
async function delayOf(id: string, { db }: Pick<Fixture, 'db'> = fixture): Promise<number> {
  const { rows } = await sql<{ delay: number }>`
    select round(extract(epoch from start_after - created_on))::int as delay
    from pgboss.job where id = ${id}`.execute(db);
  return rows[0]?.delay ?? -1;
}

async function refund(count: number, url?: string): Promise<void> {
  fixture.engine.capture = async () => imageWith(blank);
  for (let n = 0; n < count; n += 1) await run(await requestCapture(url));
}

test('[VD-9] after more than 20 refunds of a host, its captures start a minute after their request', async () => {
  await refund(freeRefunds);
  const free = await requestCapture('https://shop.example/b');
  expect(await delayOf(free)).toBe(0);
  await run(free);
  const delayed = await requestCapture('https://Shop.example:8443/c');
  expect(await delayOf(delayed)).toBe(60);
  expect(await delayOf(await requestCapture('https://www.shop.example/'))).toBe(0);
  expect(
    await delayOf(await requestCapture('https://shop.example/', await newOrganization())),
  ).toBe(0);
  await run(delayed);
  expect(await fixture.credits.balanceOf(fixture.db, organizationId)).toEqual({
    available: 99,
    held: 1,
  });
});

test('[VD-9] refunds count for an hour, also after their captures were deleted', async () => {
  await refund(freeRefunds + 1);
  await fixture.db
    .deleteFrom('screenshots')
    .where('organization_id', '=', organizationId)
    .execute();
  expect(await delayOf(await requestCapture())).toBe(60);
  await fixture.db
    .updateTable('verdict_refunds')
    .set({ refunded_at: sql`now() - interval '61 minutes'` })
    .where('organization_id', '=', organizationId)
    .execute();
  expect(await delayOf(await requestCapture())).toBe(0);
  await fixture.sweep.sweep();
  const left = fixture.db
    .selectFrom('verdict_refunds')
    .where('organization_id', '=', organizationId);
  expect(await left.selectAll().execute()).toEqual([]);
});

test('[VD-9] captures that are charged, and those that fail otherwise, do not count', async () => {
  fixture.engine.capture = async () =>
    imageWith({ kind: 'host_error', reasons: ['error_status'], confidence: 'high' });
  for (let n = 0; n <= freeRefunds; n += 1) await run(await requestCapture());
  expect(await delayOf(await requestCapture())).toBe(0);
});

test('[VD-9] without billing, no capture is delayed', async ({ onTestFinished }) => {
  const free = await openTestScreenshots({ isBillingOn: false });
  onTestFinished(() => free.close());
  free.engine.capture = async () => imageWith(blank);
  const order = requestOf((await insertOrganization(free.db, { credits: 0 })).id);
  for (let n = 0; n <= freeRefunds; n += 1) {
    const { id } = await free.requestScreenshot(order);
    await free.run({ id, data: { organizationId: order.organizationId } });
  }
  expect(await delayOf((await free.requestScreenshot(order)).id, free)).toBe(0);
});

test.each([
  ['https://User@Shop.Example:8443/a?b#c', 'shop.example'],
  ['http://[::1]:80/', '[::1]'],
  [null, ''],
])('[VD-9] refunds of %s count for the host "%s"', (url, host) => {
  expect(refundHostOf(url)).toBe(host);
});

const verdicts: readonly Verdict[] = [
  blank,
  { kind: 'bot_challenge', reasons: ['challenge_vercel'], confidence: 'high' },
  { kind: 'login_wall', reasons: ['unauthorized'], confidence: 'high' },
  { kind: 'ok', reasons: [], confidence: 'high' },
];
const step = record({
  act: constantFrom('run', 'run', 'run twice', 'cancel', 'delete'),
  target: constantFrom(0, 1, 2),
  verdict: constantFrom(...verdicts),
});
const request = record({
  full_page: constantFrom(true, false),
  fail_on_verdict: constantFrom(undefined, ['blank'] as const, ['login_wall'] as const),
  accept_verdicts: constantFrom(undefined, ['bot_challenge'] as const),
});

test('[VD-8] a capture returns its credits at most once and never more than were held', async () => {
  const requests = array(request, { minLength: 3, maxLength: 3 });
  await assert(
    asyncProperty(requests, array(step, { maxLength: 8 }), async (wanted, steps) => {
      const of = await newOrganization(10);
      const order = requestOf(of);
      const ids: string[] = [];
      for (const options of wanted) {
        const fields = { ...order.fields, ...options };
        ids.push((await fixture.requestScreenshot({ ...order, fields })).id);
      }
      for (const { act, target, verdict } of steps) {
        fixture.engine.capture = async () => imageWith(verdict);
        const id = ids[target] ?? '';
        if (act === 'run') await run(id, of);
        if (act === 'run twice') await Promise.all([run(id, of), run(id, of)]);
        if (act === 'cancel') await cancel(of, id);
        if (act === 'delete')
          await fixture.db.deleteFrom('screenshots').where('id', '=', id).execute();
      }
      await expectExactLedger(of, ids);
    }),
    { numRuns: 25 },
  );
});

/** A capture that has ended, or was deleted, cannot be cancelled. */
async function cancel(of: string, id: string): Promise<void> {
  try {
    await fixture.cancelScreenshot({ organizationId: of, projectId: null, id });
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
  }
}

async function expectExactLedger(of: string, ids: readonly string[]): Promise<void> {
  const entries = await fixture.db
    .selectFrom('credit_ledger')
    .selectAll()
    .where('organization_id', '=', of)
    .orderBy('id')
    .execute();
  let [charged, held] = [0, 0];
  for (const id of ids) {
    const [hold, end] = entries.filter((entry) => entry.screenshot_id === id);
    const amount = hold?.held_delta ?? 0;
    if (end === undefined) held += amount;
    if (end?.kind === 'settle') charged += amount;
    const ended = end?.kind === 'settle' ? [-amount, 0] : [-amount, amount];
    expect([hold?.kind, end && [end.held_delta, end.available_delta]]).toEqual([
      'hold',
      end && ended,
    ]);
    expect(await expectedEnds(id)).toContain(end && [end.kind, end.note].join(' '));
  }
  expect(entries.filter(({ screenshot_id: id }) => id !== null)).toHaveLength(
    ids.length + entries.filter(({ unique_key: key }) => key.startsWith('end:')).length,
  );
  expect(await fixture.credits.balanceOf(fixture.db, of)).toEqual({
    available: 10 - charged - held,
    held,
  });
}

/** Possible ends of a hold, by the row of its capture. */
async function expectedEnds(id: string): Promise<(string | undefined)[]> {
  const row = await fixture.db
    .selectFrom('screenshots')
    .select(['status', 'is_refunded', 'verdict', 'failure_code'])
    .where('id', '=', id)
    .executeTakeFirst();
  const byVerdict = `release verdict:${row?.verdict?.kind ?? ''}`;
  if (row?.status === 'PENDING') return [undefined];
  if (row?.status === 'COMPLETE') return [row.is_refunded ? byVerdict : 'settle '];
  if (row?.status === 'FAILED') return [row.failure_code === 'cancelled' ? 'release ' : byVerdict];
  return ['release ', 'settle ', ...verdicts.map(({ kind }) => `release verdict:${kind}`)];
}
