import type { CaptureResult } from '@shotwright/capture';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import {
  failureOf,
  openTestScreenshots,
  requestOf,
  imageResult,
} from '../../../../test/screenshots.ts';

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
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 10 }));
});

const requestCapture = async (options: object = {}): Promise<string> => {
  const order = requestOf(organizationId);
  const fields = { ...order.fields, full_page: true, ...options };
  return (await fixture.requestScreenshot({ ...order, fields })).id;
};
const run = (id: string, retryCount = 0) =>
  fixture.run({ id, data: { organizationId }, retryCount });
const read = (id: string) =>
  fixture.screenshots.getScreenshot({ organizationId, projectId: null, id });
const balance = () => fixture.credits.balanceOf(fixture.db, organizationId);
const objectOf = async (id: string) => {
  const key = (await read(id)).file?.storageKey;
  return key === undefined ? undefined : (await fixture.store.read(key))?.toString();
};
const objectCount = (id: string) => [...fixture.keys].filter((key) => key.includes(id)).length;
const tries = async (results: CaptureResult[], options: object = {}) => {
  let calls = 0;
  fixture.engine.capture = async () => {
    calls += 1;
    return results.shift()!;
  };
  const id = await requestCapture(options);
  await run(id);
  return { calls, status: (await read(id)).status };
};

/** Makes the planned deletions of this capture's objects due, and runs the sweep. */
async function sweepLater(id: string): Promise<void> {
  await sql`update deleted_objects set deleted_at = now() where storage_key like ${`%${id}%`}`.execute(
    fixture.db,
  );
  await fixture.sweep.sweep();
}

test('a capture is charged when it is complete, and its image is stored before that', async () => {
  const id = await requestCapture();
  expect(await balance()).toEqual({ available: 8, held: 2 });
  await run(id);
  expect(await read(id)).toMatchObject({
    status: 'COMPLETE',
    credits: 2,
    file: { contentType: 'image/png', sizeBytes: 5, widthPx: 1_280, heightPx: 720 },
    timings: { navigateMs: 20, waitMs: 10, captureMs: 30 },
  });
  expect(await objectOf(id)).toBe('image');
  expect(await balance()).toEqual({ available: 8, held: 0 });
  await sweepLater(id);
  expect(await objectOf(id)).toBe('image');
});

test('a failed capture releases its credits and states its failure reason', async () => {
  fixture.engine.capture = async () => failureOf('selector_not_found');
  const id = await requestCapture();
  await run(id);
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    failureCode: 'selector_not_found',
    failureMessage: 'The page is to blame.',
    isRetryable: false,
    file: null,
  });
  expect(await balance()).toEqual({ available: 10, held: 0 });
});

test('a job that runs twice captures once and charges once', async () => {
  const id = await requestCapture();
  await run(id);
  fixture.engine.capture = async () => imageResult('second');
  await run(id);
  expect(await objectOf(id)).toBe('image');
  expect(objectCount(id)).toBe(1);
  expect(await balance()).toEqual({ available: 8, held: 0 });
});

test('two workers on one capture end it once, with the image of the later attempt', async () => {
  const early = Promise.withResolvers<CaptureResult>();
  const id = await requestCapture();
  fixture.engine.capture = () => early.promise;
  const lateWorker = run(id);
  await expect.poll(async () => (await read(id)).status).toBe('PROCESSING');
  fixture.engine.capture = async () => imageResult('of the second worker');
  await run(id);
  const ended = await read(id);
  early.resolve(imageResult('of the late worker'));
  await lateWorker;
  expect(await read(id)).toEqual(ended);
  expect(await objectOf(id)).toBe('of the second worker');
  expect(await balance()).toEqual({ available: 8, held: 0 });
  await fixture.sweep.sweep();
  expect(objectCount(id)).toBe(1);
});

test('a superseded worker cannot end its capture, neither as complete nor as failed', async () => {
  const id = await requestCapture();
  const late = await fixture.attempts.start({ organizationId, id });
  const current = await fixture.attempts.start({ organizationId, id });
  const failure = { code: 'dns_error', message: 'No such host.', isRetryable: false };
  const image = imageResult('image');
  if (!late || !current || !image.ok) throw new Error('the capture could not be started');
  expect(await fixture.attempts.fail(late, { failure, report: null })).toBe('superseded');
  expect(await fixture.attempts.complete(late, image)).toBe('superseded');
  expect(await read(id)).toMatchObject({ status: 'PROCESSING' });
  expect(await balance()).toEqual({ available: 8, held: 2 });
  expect(await fixture.attempts.complete(current, image)).toBe('ended');
});

test('the orphaned image of a crashed worker is removed after another worker completes the capture', async () => {
  const id = await requestCapture();
  const dead = await fixture.attempts.start({ organizationId, id });
  await fixture.store.put(dead!.storageKey, Buffer.from('orphan'), { contentType: 'image/png' });
  await run(id, 1);
  expect(objectCount(id)).toBe(2);
  await sweepLater(id);
  expect(objectCount(id)).toBe(1);
  expect(await objectOf(id)).toBe('image');
  expect(await balance()).toEqual({ available: 8, held: 0 });
});

test('a storage error is retried, and the final failure is not charged', async () => {
  const id = await requestCapture();
  fixture.fault.error = new Error('the store is away');
  await expect(run(id, 0)).rejects.toThrow('the store is away');
  expect(await read(id)).toMatchObject({ status: 'PROCESSING' });
  expect(await balance()).toEqual({ available: 8, held: 2 });
  await run(id, 2);
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    failureCode: 'internal_error',
    isRetryable: true,
  });
  expect(await balance()).toEqual({ available: 10, held: 0 });
});

test('a capture completes at the next attempt once storage is back', async () => {
  const id = await requestCapture();
  fixture.fault.error = new Error('the store is away');
  await expect(run(id, 0)).rejects.toThrow('the store is away');
  fixture.fault.error = undefined;
  await run(id, 1);
  expect(await read(id)).toMatchObject({ status: 'COMPLETE' });
  expect(await balance()).toEqual({ available: 8, held: 0 });
});

test('a worker that lost its lease leaves the capture to the next one, even on the last attempt', async () => {
  const id = await requestCapture();
  const lease = new AbortController();
  fixture.engine.capture = async () => {
    lease.abort(new Error('the lease is lost'));
    return failureOf('render_timeout', true);
  };
  const data = { organizationId };
  await expect(fixture.run({ id, data, retryCount: 2, signal: lease.signal })).rejects.toThrow(
    'the lease is lost',
  );
  expect(await read(id)).toMatchObject({ status: 'PROCESSING' });
});

test('a connection error is retried once, any other error is not', async () => {
  const reset = failureOf('connection_reset', true);
  expect(await tries([reset, imageResult('x')])).toEqual({ calls: 2, status: 'COMPLETE' });
  expect(await tries([reset, reset])).toEqual({ calls: 2, status: 'FAILED' });
  expect(await tries([failureOf('page_crashed', true)])).toEqual({ calls: 1, status: 'FAILED' });
  expect(await tries([failureOf('tls_error')])).toEqual({ calls: 1, status: 'FAILED' });
});

test('[CO-D17] failures that may pass are retried as often as the request says, others are not', async () => {
  const [reset, crashed] = [failureOf('connection_reset', true), failureOf('page_crashed', true)];
  expect(await tries([reset, crashed, imageResult('x')], { retries: 2 })).toMatchObject({
    calls: 3,
  });
  expect(await tries([crashed, crashed], { retries: 1 })).toMatchObject({ calls: 2 });
  const untrusted = [failureOf('tls_error'), imageResult('x')];
  expect(await tries(untrusted, { retries: 2 })).toMatchObject({ calls: 1 });
});

test('[CO-D17] an image whose verdict fails the capture is retried if it may change', async () => {
  const verdict = { kind: 'blank', reasons: ['uniform_image'], confidence: 'high' } as const;
  const blank = imageResult('x');
  if (!blank.ok) throw new Error('there is no image');
  const failing: CaptureResult = { ...blank, report: { ...blank.report, verdict } };
  const options = { fail_on_verdict: ['blank'], retries: 1 };
  expect(await tries([failing, imageResult('x')], options)).toEqual({
    calls: 2,
    status: 'COMPLETE',
  });
});

test('an engine that never returns results in a failure at the deadline', async () => {
  fixture.engine.capture = () => new Promise(() => undefined);
  const id = await requestCapture();
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'FAILED', failureCode: 'render_timeout' });
  expect(await balance()).toEqual({ available: 10, held: 0 });
});

test('a capture deleted while it ran charges nothing and leaves no object', async () => {
  const id = await requestCapture();
  fixture.engine.capture = async () => {
    await fixture.db.deleteFrom('screenshots').where('id', '=', id).execute();
    return imageResult('image');
  };
  await run(id);
  expect(await balance()).toEqual({ available: 10, held: 0 });
  await fixture.sweep.sweep();
  expect(objectCount(id)).toBe(0);
});

test('the cleanup fails a capture whose job is lost, without a charge, and ignores a waiting one', async () => {
  const id = await requestCapture();
  const waiting = await requestCapture();
  await fixture.attempts.start({ organizationId, id: id });
  await sql`delete from pgboss.job where id = ${id}`.execute(fixture.db);
  expect(await fixture.sweep.sweep()).toMatchObject({ failedScreenshots: 1 });
  expect(await read(id)).toMatchObject({ status: 'FAILED', failureCode: 'internal_error' });
  expect(await read(waiting)).toMatchObject({ status: 'PENDING' });
  expect(await balance()).toEqual({ available: 8, held: 2 });
  expect(await fixture.sweep.sweep()).toMatchObject({ failedScreenshots: 0 });
});

test('objects remain queued for removal while the store is down', async () => {
  const id = await requestCapture();
  await run(id);
  await fixture.db.deleteFrom('screenshots').where('id', '=', id).execute();
  fixture.fault.error = new Error('the store is away');
  await expect(fixture.sweep.sweep()).rejects.toThrow('the store is away');
  fixture.fault.error = undefined;
  expect(await fixture.sweep.sweep()).toMatchObject({ removedObjects: 1 });
  expect(objectCount(id)).toBe(0);
});

test('characters that the database cannot store do not prevent a screenshot from being stored', async () => {
  const image = imageResult('image');
  const consoleErrors = ['nul \0 and lone \ud800'];
  fixture.engine.capture = async () => ({
    ...image,
    report: { ...image.report, consoleErrors },
  });
  const id = await requestCapture();
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'COMPLETE' });
});

test('the status of a screenshot never reverts', async () => {
  const id = await requestCapture();
  const seen: string[] = [(await read(id)).status];
  fixture.engine.capture = async () => {
    seen.push((await read(id)).status);
    return imageResult('image');
  };
  await run(id);
  seen.push((await read(id)).status);
  expect(await fixture.attempts.start({ organizationId, id })).toBeUndefined();
  seen.push((await read(id)).status);
  expect(seen).toEqual(['PENDING', 'PROCESSING', 'COMPLETE', 'COMPLETE']);
});
