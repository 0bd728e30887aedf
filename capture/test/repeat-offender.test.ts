import { expect, onTestFinished, test } from 'vitest';
import type { BrowserPool } from '../src/browser/browser.ts';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';

const offender = { hasLowCpuPriority: () => true };

/** Opens a pool for so many captures that has one idle browser. */
async function openWarmPool(concurrency: number): Promise<BrowserPool> {
  const pool = createBrowserPool({ concurrency });
  onTestFinished(() => pool.close());
  await pool.warm();
  return pool;
}

test('a capture of a repeat offender leaves the only idle browser to another customer', async () => {
  const pool = await openWarmPool(4);
  const [ready] = pool.pids;
  const waiting = pool.lease(offender);
  const other = await pool.lease();
  expect(other.browser.pid).toBe(ready);
  const late = await waiting;
  expect(late.browser.pid).not.toBe(ready);
});

test('a capture of a repeat offender waits until one more browser is ready than it needs', async () => {
  const pool = await openWarmPool(4);
  await pool.lease();
  await pool.lease(offender);
  expect(pool.pids.length).toBe(3);
});

test('a capture of a repeat offender takes the last browser where no more may be started', async () => {
  const pool = await openWarmPool(1);
  const [ready] = pool.pids;
  const lease = await pool.lease(offender);
  expect([lease.browser.pid, pool.pids.length]).toEqual([ready, 1]);
  const waiting = pool.lease(offender);
  lease.release('ok');
  const next = await waiting;
  expect(next.browser.pid).toBe(ready);
});
