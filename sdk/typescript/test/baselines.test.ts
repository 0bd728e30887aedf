import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { serve } from '../../test/http.ts';
import { createClient } from '../src/index.ts';

const { url, keys } = inject('product');

test('[DX-9] [RP-2] a baseline is approved, checked, listed, replaced and removed', async () => {
  const client = createClient({ url, apiKey: keys.typescript });
  let height = 20;
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(`<body style="margin:0"><div style="width:50px;height:${height}px;background:#00a">`);
  });
  const target = `${site}/${randomUUID()}`;
  const capture = async () => (await client.capture({ url: target, width: 100, height: 100 })).id;
  const first = await capture();
  expect(await client.checkBaseline(first)).toMatchObject({ status: 'new', passed: false });
  const ignore_regions = [{ x: 90, y: 90, width: 10, height: 10 }];
  const rules = { max_diff_ratio: 0.05, threshold: 0.2, ignore_regions };
  const baseline = await client.approveBaseline({ screenshot_id: first, ...rules });
  expect(baseline).toMatchObject({
    url: target,
    screenshotId: first,
    maxDiffRatio: 0.05,
    threshold: 0.2,
    ignoreRegions: ignore_regions,
  });
  // The other clients' tests approve baselines of the same organisation.
  const { baselines, meta } = await client.listBaselines({ page: 1, limit: 100 });
  expect(baselines).toContainEqual(baseline);
  expect(meta).toMatchObject({ page: 1, limit: 100 });
  height = 40;
  const changed = await capture();
  expect(await client.checkBaseline(changed)).toMatchObject({
    status: 'changed',
    passed: false,
    baselineScreenshotId: first,
    diffRatio: 0.1,
  });
  const { baselineId } = await client.approveBaseline({ screenshot_id: changed });
  expect(baselineId).toBe(baseline.baselineId);
  expect(await client.checkBaseline(await capture())).toMatchObject({
    status: 'matched',
    passed: true,
  });
  await client.removeBaseline(baselineId);
  await expect(client.removeBaseline(baselineId)).rejects.toMatchObject({
    code: 'baseline_not_found',
  });
});
