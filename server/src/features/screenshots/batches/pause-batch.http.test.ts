import type { CaptureResult } from '@shotwright/capture';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../../test/app.ts';
import { engineWithoutBrowser } from '../../../../test/engine-without-browser.ts';
import { failureOf, imageResult } from '../../../../test/screenshots.ts';
import { readJson } from '../../../../test/screenshots-app.ts';

const url = 'https://example.com/';
const urls = [0, 1, 2].map((n) => `${url}${n}`);
let app: TestApp;
let key: TestKey;
/** URLs in the order of their captures. */
let captured: string[];
let release: () => void;
let gate: Promise<void>;

/** Fails for the first URL, and awaits the gate. */
const capture = async ({ source }: { readonly source: object }): Promise<CaptureResult> => {
  const of = 'url' in source ? String(source.url) : '';
  captured.push(of);
  await gate;
  return of === urls[0] ? failureOf('selector_not_found') : imageResult(`image of ${of}`);
};

beforeAll(async () => {
  app = await startTestApp({ engine: engineWithoutBrowser(capture, 1) });
});
afterAll(() => app.close());
beforeEach(async () => {
  captured = [];
  ({ promise: gate, resolve: release } = Promise.withResolvers<void>());
  key = await app.apiKey();
});

/** Requests a batch of which one capture is running. */
async function startBatch(): Promise<string> {
  const response = await key.call('POST', '/batches', { urls });
  expect(response.status).toBe(202);
  await vi.waitFor(() => expect(captured).toHaveLength(1));
  return (await readJson(response)).batchId;
}
const read = async (id: string) => (await readJson(await key.call('GET', `/batches/${id}`))).data;
const post = async (path: string) => {
  const response = await key.call('POST', path);
  return { httpStatus: response.status, ...(await readJson(response)) };
};
const credits = () =>
  app.db
    .selectFrom('credit_accounts')
    .select(['available', 'held'])
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirstOrThrow();

test('[RP-3] a batch starts no capture while it is paused, and ends the running one', async () => {
  const id = await startBatch();
  expect(await post(`/batches/${id}/pause`)).toMatchObject({
    httpStatus: 200,
    data: { status: 'RUNNING', paused: true, counts: { pending: 2, processing: 1 } },
    message: 'Batch paused successfully',
  });
  expect(await post(`/batches/${id}/pause`)).toMatchObject({ httpStatus: 200 });
  release();
  await vi.waitFor(async () => expect((await read(id)).counts.failed).toBe(1));
  expect(await post(`/batches/${id}/retry`)).toMatchObject({ httpStatus: 409, code: 'conflict' });
  // By its end, those of the batch would have started.
  const single = await key.call('POST', '/screenshots', { url, wait: 20 });
  expect(single.status).toBe(200);
  expect(captured).toEqual([urls[0], url]);
  expect(await read(id)).toMatchObject({ paused: true, counts: { pending: 2 } });
  expect(await credits()).toMatchObject({ held: 2 });

  expect(await post(`/batches/${id}/resume`)).toMatchObject({
    httpStatus: 200,
    data: { status: 'RUNNING', paused: false },
    message: 'Batch resumed successfully',
  });
  await vi.waitFor(async () => expect((await read(id)).status).toBe('COMPLETE'), {
    timeout: 20_000,
  });
  expect(captured).toHaveLength(4);
  expect(await post(`/batches/${id}/pause`)).toMatchObject({ httpStatus: 409, code: 'conflict' });
});

test('[RP-3] a batch can be cancelled while it is paused', async () => {
  const id = await startBatch();
  await post(`/batches/${id}/pause`);
  expect(await post(`/batches/${id}/cancel`)).toMatchObject({
    httpStatus: 200,
    data: { status: 'CANCELLED', paused: false, counts: { failed: 3 } },
  });
  release();
  expect(await credits()).toEqual({ available: 100, held: 0 });
});
