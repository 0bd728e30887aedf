import { expect, inject, test } from 'vitest';
import { createClient } from '../src/index.ts';

const { url, keys } = inject('product');

test('[DX-9] [PA-8] a batch is checked, created, followed and cancelled', async () => {
  const client = createClient({ url, apiKey: keys.typescript });
  const items = [{ html: '<p>One' }, { html: '<p>Two', external_id: 'two' }];
  const dry = await client.createBatch({ items, dry_run: true });
  expect(dry).toMatchObject({ batchId: null, counts: { accepted: 2 }, screenshots: [] });
  const idempotencyKey = crypto.randomUUID();
  const options = { width: 300 };
  const receipt = await client.createBatch({ items, options }, { idempotencyKey });
  expect(await client.createBatch({ items, options }, { idempotencyKey })).toEqual(receipt);
  const id = receipt.batchId ?? '';
  for (const { requestId } of receipt.screenshots) {
    expect(await client.waitFor(requestId)).toMatchObject({ status: 'COMPLETE', imageWidth: 300 });
  }
  expect(await client.getBatch(id)).toMatchObject({ status: 'COMPLETE', counts: { complete: 2 } });
  const page = await client.listBatchItems(id, { limit: 1, page: 2 });
  expect(page).toMatchObject({ items: [{ index: 1, externalId: 'two' }], meta: { total: 2 } });
  await expect(client.cancelBatch(id)).rejects.toMatchObject({ code: 'conflict', status: 409 });
  await expect(client.retryBatch(id)).rejects.toMatchObject({ code: 'conflict' });
});
