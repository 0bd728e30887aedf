import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization } from '../../../test/factories.ts';
import { openTestScreenshots, requestOf, imageResult } from '../../../test/screenshots.ts';

let fixture: Awaited<ReturnType<typeof openTestScreenshots>>;
let organizationId: string;
const announced: string[] = [];
beforeAll(async () => {
  fixture = await openTestScreenshots({
    deadlineMs: 60_000,
    onCaptureEnd: async (_tx, { id }) => {
      announced.push(id);
    },
  });
  await fixture.events.listen();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 1_000 }));
});

const requestCapture = async (): Promise<string> =>
  (await fixture.requestScreenshot(requestOf(organizationId))).id;
const run = (id: string) => fixture.run({ id, data: { organizationId } });
const cancel = (id: string) => fixture.cancelScreenshot({ organizationId, projectId: null, id });
const read = (id: string) =>
  fixture.screenshots.getScreenshot({ organizationId, projectId: null, id });
const balance = () => fixture.credits.balanceOf(fixture.db, organizationId);
const endsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from credit_ledger where screenshot_id = ${id} and unique_key like 'end:%'`.execute(
    fixture.db,
  );
  return rows.map(({ kind }) => kind);
};

test('cancelling a waiting capture ends it at once, and it never runs', async () => {
  let isCaptured = false;
  fixture.engine.capture = async () => {
    isCaptured = true;
    return imageResult('image');
  };
  const id = await requestCapture();
  expect(await cancel(id)).toMatchObject({ status: 'FAILED', failureCode: 'cancelled' });
  await run(id);
  expect(isCaptured).toBe(false);
  expect(await balance()).toEqual({ available: 1_000, held: 0 });
  expect(announced.filter((one) => one === id)).toHaveLength(1);
});

test('cancelling a running capture aborts its worker', async () => {
  const started = Promise.withResolvers<void>();
  fixture.engine.capture = async (_spec, { signal }) => {
    started.resolve();
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    return imageResult('too late');
  };
  const id = await requestCapture();
  const running = run(id);
  await started.promise;
  await cancel(id);
  await running;
  expect(await read(id)).toMatchObject({ status: 'FAILED', failureCode: 'cancelled', file: null });
  expect(await balance()).toEqual({ available: 1_000, held: 0 });
});

test('cancelling during completion results in exactly one final status and matching credits', async () => {
  fixture.engine.capture = async () => imageResult('image');
  const ids = await Promise.all(Array.from({ length: 40 }, requestCapture));
  announced.length = 0;
  let cancelled = 0;
  const tryToCancel = (id: string) =>
    cancel(id).then(
      () => (cancelled += 1),
      () => undefined,
    );
  for (const [index, id] of ids.entries()) {
    const running = run(id);
    // The delays reach from before the start of the capture until after its end.
    await sleep((index % 10) * 2);
    await Promise.all([tryToCancel(id), tryToCancel(id), running]);
  }
  const rows = await Promise.all(ids.map(read));
  const complete = rows.filter(({ status }) => status === 'COMPLETE');
  const ended = rows.filter(({ failureCode }) => failureCode === 'cancelled');
  expect([complete.length + ended.length, ended.length]).toEqual([ids.length, cancelled]);
  expect(complete.length).toBeGreaterThan(0);
  expect(ended.length).toBeGreaterThan(0);
  expect(await balance()).toEqual({ available: 1_000 - complete.length, held: 0 });
  for (const { id, status } of rows) {
    expect(await endsOf(id)).toEqual([status === 'COMPLETE' ? 'settle' : 'release']);
  }
  const endedIds = ended.map(({ id }) => id);
  expect(announced.filter((id) => endedIds.includes(id)).toSorted()).toEqual(endedIds.toSorted());
});
