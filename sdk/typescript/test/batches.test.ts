import { expect, inject, test } from 'vitest';
import { serve } from '../../test/http.ts';
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

test('[DX-9] [RP-3] the pages of a website are listed from its sitemap', async () => {
  const client = createClient({ url, apiKey: keys.typescript });
  const site = await serve((req, res) =>
    res.end(`<urlset><url><loc>http://${req.headers.host}/a</loc></url></urlset>`),
  );
  const { urls, counts } = await client.readSitemap({
    url: `${site}/sitemap.xml`,
    exclude: ['/b*'],
  });
  expect([urls, counts.found]).toEqual([[{ url: `${site}/a`, lastModified: null }], 1]);
  await expect(client.readSitemap({ url: `${site}/x`, limit: 0 })).rejects.toMatchObject({
    code: 'validation_failed',
    field: 'limit',
  });
});
