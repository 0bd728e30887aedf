import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { BrowserPoolOptions } from '../src/browser/pool/browser-pool.ts';
import { formatProfileOwner, ownProfileOwner } from '../src/browser/profile-owner.ts';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import type { BrowserPool } from '../src/browser/browser.ts';
import { sessionPids } from '../src/browser/pool/process-memory.ts';
import { openTestPage } from './browser-page.ts';

const pools: BrowserPool[] = [];

function openPool(options: BrowserPoolOptions = {}): BrowserPool {
  const pool = createBrowserPool(options);
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** Waits for a condition of the system; its deadline is the promise being tested. */
async function raceWithTimeout(ms: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come about within ${ms} ms.`);
    await sleep(20);
  }
}

async function ownProfiles(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter(
    (name) => /^shotwright-browser-[0-9a-f]{8}-(\d+)-/.exec(name)?.[1] === String(process.pid),
  );
}

async function expectNothingLeft(pid: number): Promise<void> {
  await raceWithTimeout(15_000, () => sessionPids(pid).length === 0);
  expect(await ownProfiles()).toEqual([]);
}

test('captures share one warm browser, which serves on until the one after it stands', async () => {
  const pool = openPool({ maxCaptures: 2 });
  await pool.warm();
  const first = await pool.lease();
  const second = await pool.lease();
  const meanwhile = await pool.lease();
  expect(meanwhile.browser.pid).toBe(first.browser.pid);
  meanwhile.release('ok');
  await raceWithTimeout(15_000, () => pool.pids.length === 2);
  await raceWithTimeout(15_000, async () => {
    const lease = await pool.lease();
    lease.release('ok');
    return lease.browser.pid !== first.browser.pid;
  });
  first.release('ok');
  await expect(second.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
  second.release('ok');
  await first.browser.exited;
  await raceWithTimeout(15_000, () => sessionPids(first.browser.pid).length === 0);
  await raceWithTimeout(15_000, async () => (await ownProfiles()).length === 1);
  expect(pool.restarts).toBe(1);
});

test('a killed browser fails its pending calls, is replaced, and leaves nothing behind', async () => {
  const pool = openPool();
  const lease = await pool.lease();
  const { browser } = lease;
  const page = await openTestPage(browser);
  const pending = page.evaluate('new Promise(() => {})');
  process.kill(browser.pid, 'SIGKILL');
  await expect(pending).rejects.toThrow('the browser has gone');
  expect(browser.hasExited).toBe(true);
  const next = await pool.lease();
  expect(next.browser.pid).not.toBe(browser.pid);
  await raceWithTimeout(15_000, () => sessionPids(browser.pid).length === 0);
  await raceWithTimeout(15_000, async () => (await ownProfiles()).length === 1);
  lease.release('suspect');
  expect(next.browser.hasExited).toBe(false);
  await expect(browser.cdp.send('Browser.getVersion')).rejects.toThrow('the browser has gone');
});

test('a retry that avoids its browser gets another process, and the avoided one ends unused', async () => {
  const pool = openPool();
  const first = await pool.lease();
  first.release('ok');
  const retry = await pool.lease({ avoid: first.browser.id });
  expect(retry.browser.pid).not.toBe(first.browser.pid);
  await first.browser.exited;
  expect(pool.pids).toEqual([retry.browser.pid]);
});

test('a suspect browser takes no new captures, finishes those it has, and then ends', async () => {
  const pool = openPool();
  const failing = await pool.lease();
  const working = await pool.lease();
  failing.release('suspect');
  const next = await pool.lease();
  expect(next.browser.pid).not.toBe(working.browser.pid);
  await expect(working.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
  working.release('ok');
  await working.browser.exited;
  await raceWithTimeout(15_000, () => sessionPids(working.browser.pid).length === 0);
});

test('a replaced browser whose last capture never ends is killed at its deadline', async () => {
  const pool = openPool({ retireMs: 300 });
  const stuck = await pool.lease();
  (await pool.lease()).release('suspect');
  await stuck.browser.exited;
  expect(pool.pids).not.toContain(stuck.browser.pid);
  await raceWithTimeout(15_000, () => sessionPids(stuck.browser.pid).length === 0);
});

test('a page that allocates without end costs its browser, not the machine', async () => {
  const warnings: string[] = [];
  const pool = openPool({
    maxMemoryBytes: 400 * 2 ** 20,
    memoryCheckMs: 200,
    logger: {
      info: () => undefined,
      warn: (_details, message) => warnings.push(message),
      error: () => undefined,
    },
  });
  const { browser } = await pool.lease();
  const page = await openTestPage(browser);
  const bomb = page.evaluate(
    'new Promise(() => { const held = []; setInterval(() => held.push(new Uint8Array(2 ** 24).fill(1)), 10); })',
  );
  await expect(bomb).rejects.toThrow('the browser has gone');
  expect(warnings).toEqual(['browser killed for its memory']);
  const next = await pool.lease();
  expect(next.browser.pid).not.toBe(browser.pid);
  await raceWithTimeout(15_000, () => sessionPids(browser.pid).length === 0);
});

test('processes born after the first look are weighed, strangers are looked at once', async () => {
  const pool = openPool();
  const { browser } = await pool.lease();
  const foreign = new Set<number>();
  const before = sessionPids(browser.pid, foreign);
  expect(foreign).toContain(process.pid);
  await openTestPage(browser);
  const after = sessionPids(browser.pid, foreign);
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after)).toEqual(new Set(sessionPids(browser.pid)));
});

test('a lease for a large picture raises the memory limit while it lasts', async () => {
  const pool = openPool({ maxMemoryBytes: 1, memoryCheckMs: 50 });
  const { browser, release } = await pool.lease({ extraMemoryBytes: 2 ** 31 });
  await sleep(300);
  expect(browser.hasExited).toBe(false);
  await pool.lease();
  release('ok');
  await browser.exited;
});

test('closing ends browsers with frozen pages and leaves no process and no directory', async () => {
  const pool = openPool();
  const { browser } = await pool.lease();
  const page = await openTestPage(browser);
  page.evaluate('for (;;) {}').catch(() => undefined);
  await sleep(100);
  await pool.close();
  expect(pool.pids).toEqual([]);
  await expectNothingLeft(browser.pid);
  await expect(pool.lease()).rejects.toThrow('closed');
});

test('closing ends a browser that does not even answer', async () => {
  const pool = openPool();
  const { browser } = await pool.lease();
  process.kill(browser.pid, 'SIGSTOP');
  await pool.close();
  expect(pool.pids).toEqual([]);
  await expectNothingLeft(browser.pid);
});

test('closing during a start waits for nobody', async () => {
  const pool = openPool();
  const lease = pool.lease();
  await pool.close();
  await expect(lease).rejects.toThrow('closed');
  expect(await ownProfiles()).toEqual([]);
});

test('a browser that cannot be started is tried again and then refused with a sentence', async () => {
  const warnings: string[] = [];
  const pool = openPool({
    browserPath: '/bin/false',
    logger: {
      info: () => undefined,
      warn: (_details, message) => warnings.push(message),
      error: () => undefined,
    },
  });
  await expect(pool.lease()).rejects.toThrow('/bin/false did not start');
  expect(warnings).toHaveLength(3);
  expect(await ownProfiles()).toEqual([]);
});

test('a path that names no program is refused at once', async () => {
  const pool = openPool({ browserPath: '/nowhere/chromium' });
  await expect(pool.lease()).rejects.toThrow('BROWSER_PATH names /nowhere/chromium');
});

test('profiles of servers that were killed are removed at the next start, those of living ones are not', async () => {
  const owner = formatProfileOwner({ ...ownProfileOwner(), startTicks: 1 });
  const stale = `${tmpdir()}/shotwright-browser-${owner}-stale`;
  const pool = openPool();
  const { browser } = await pool.lease();
  await mkdir(stale);
  const other = openPool();
  await other.close();
  expect(existsSync(stale)).toBe(false);
  expect(browser.hasExited).toBe(false);
  expect(await ownProfiles()).toHaveLength(1);
});
