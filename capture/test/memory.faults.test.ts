import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import type { CaptureEngine } from '../src/capture-result.ts';
import { createEgressProxy } from '../src/egress/process/egress-proxy.ts';
import { createEngine } from '../src/engine.ts';
import { defaultLimits } from '../src/limits.ts';
import { specOf } from './engine-fixture.ts';
import { startFixtureSite, type FixtureSite } from './fixture-site/site.ts';

let site: FixtureSite;
let engine: CaptureEngine;
beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({
    pool: createBrowserPool({ concurrency: 2, maxMemoryBytes: 400 * 2 ** 20, memoryCheckMs: 200 }),
    egressProxy: createEgressProxy({ allowPrivateTargets: [`127.0.0.1:${site.port}`] }),
    limits: defaultLimits,
    concurrency: 2,
  });
});
afterAll(async () => {
  await engine.close();
  await site.close();
});
const capture = (path: string, delayMs = 0) =>
  engine.capture(specOf(site.origin + path, { delayMs }), { owner: 'test' });

test('a page over the memory limit fails with a message and is not retried, and the next one is captured', async () => {
  const result = await capture('/takes-memory', 20_000);
  expect(result).toMatchObject({ ok: false, reason: 'page_too_large', isRetryable: false });
  expect(result.ok ? '' : result.detail).toBe('The page exceeded the memory limit of a capture.');
  expect(result.ok ? null : result.killedFor).toBe('memory');
  // Ended by the memory limit, not by its delay of 20 s.
  expect(result.report.timings.totalMs).toBeLessThan(20_000);
  expect((await capture('/green')).ok).toBe(true);
  expect(engine.stats().browserRestarts).toBe(1);
});

test('a page beside one over the memory limit is captured, and only once', async () => {
  const { length } = site.seen;
  const beside = capture('/green?beside', 8_000);
  const growing = capture('/takes-memory', 20_000);
  expect(await beside).toMatchObject({ ok: true });
  expect(await growing).toMatchObject({ ok: false, reason: 'page_too_large' });
  expect(site.seen.slice(length).filter(({ path }) => path === '/green?beside')).toHaveLength(1);
});
