import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { BrowserPoolOptions } from '../src/browser/pool/browser-pool.ts';
import { formatProfileOwner, ownProfileOwner } from '../src/browser/profile-owner.ts';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import type { BrowserPool } from '../src/browser/browser.ts';
import { createProcessTable, sessionPids } from '../src/browser/pool/process-memory.ts';
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

/** Polls a condition; the deadline is part of the tested behaviour. */
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

test('every running capture has a browser of its own, which the next capture uses again', async () => {
  const pool = openPool({ concurrency: 2 });
  await pool.warm();
  const [first, second] = [await pool.lease(), await pool.lease()];
  expect(first.browser.pid).not.toBe(second.browser.pid);
  second.release('ok');
  const third = await pool.lease();
  expect(third.browser.pid).toBe(second.browser.pid);
  expect([pool.pids.length, pool.restarts]).toEqual([2, 0]);
});

test('a browser is ready before the next capture needs it, and there are never more browsers than captures may run', async () => {
  const pool = openPool({ concurrency: 2 });
  await pool.warm();
  const first = await pool.lease();
  await raceWithTimeout(15_000, () => pool.pids.length === 2);
  const ahead = pool.pids.find((pid) => pid !== first.browser.pid);
  const second = await pool.lease();
  expect(second.browser.pid).toBe(ahead);
  first.release('ok');
  await pool.lease();
  expect(pool.pids).toHaveLength(2);
});

test('simultaneous lease requests are all served, by a start or by the first release', async () => {
  const pool = openPool({ concurrency: 6 });
  const leases = await Promise.all(Array.from({ length: 6 }, () => pool.lease()));
  expect(new Set(leases.map(({ browser }) => browser.pid)).size).toBe(6);
  expect(pool.pids).toHaveLength(6);
});

test('a browser is recycled after its captures, and its successor is ready before it ends', async () => {
  const pool = openPool({ maxCaptures: 2 });
  await pool.warm();
  const first = await pool.lease();
  first.release('ok');
  const last = await pool.lease();
  expect(last.browser.pid).toBe(first.browser.pid);
  await raceWithTimeout(15_000, () => pool.pids.length === 2);
  await expect(last.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
  last.release('ok');
  await first.browser.exited;
  await raceWithTimeout(15_000, () => sessionPids(first.browser.pid).length === 0);
  await raceWithTimeout(15_000, async () => (await ownProfiles()).length === 1);
  expect(pool.restarts).toBe(1);
});

test('browsers beyond the number kept ready are closed when idle, and that is no restart', async () => {
  const pool = openPool({ concurrency: 3, maxIdle: 1, idleMs: 100 });
  const leases = await Promise.all([pool.lease(), pool.lease(), pool.lease()]);
  for (const { release } of leases) release('ok');
  await raceWithTimeout(15_000, () => pool.pids.length === 1);
  await raceWithTimeout(15_000, async () => (await ownProfiles()).length === 1);
  expect(pool.restarts).toBe(0);
});

test('a killed browser fails its pending calls, is replaced, and leaves nothing behind', async () => {
  const pool = openPool();
  const lease = await pool.lease();
  const { browser } = lease;
  const page = await openTestPage(browser);
  const pending = page.evaluate('new Promise(() => {})');
  process.kill(browser.pid, 'SIGKILL');
  await expect(pending).rejects.toThrow('the browser has exited');
  expect(browser.hasExited).toBe(true);
  const next = await pool.lease();
  expect(next.browser.pid).not.toBe(browser.pid);
  await raceWithTimeout(15_000, () => sessionPids(browser.pid).length === 0);
  await raceWithTimeout(15_000, async () => (await ownProfiles()).length === 1);
  lease.release('suspect');
  expect(next.browser.hasExited).toBe(false);
  await expect(browser.cdp.send('Browser.getVersion')).rejects.toThrow('the browser has exited');
});

test('a suspect browser is killed at once, and the others work on', async () => {
  const pool = openPool();
  const [failing, working] = [await pool.lease(), await pool.lease()];
  const page = await openTestPage(failing.browser);
  const pending = page.evaluate('new Promise(() => {})');
  failing.release('suspect');
  await expect(pending).rejects.toThrow('has exited');
  await raceWithTimeout(15_000, () => sessionPids(failing.browser.pid).length === 0);
  await expect(working.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
  expect((await pool.lease()).browser.pid).not.toBe(failing.browser.pid);
  expect(pool.restarts).toBe(1);
});

test('a retry never gets a browser that was killed while it was idle', async () => {
  const pool = openPool();
  const [first, second] = [await pool.lease(), await pool.lease()];
  first.release('ok');
  second.release('ok');
  for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
  const retry = await pool.lease({ mustRespond: true });
  await expect(retry.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
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
  const lease = await pool.lease();
  const beside = await pool.lease();
  const { browser } = lease;
  const page = await openTestPage(browser);
  const bomb = page.evaluate(
    // A promise without a reference may be collected before the memory is used up.
    'globalThis.endless = new Promise(() => { const held = []; setInterval(() => held.push(new Uint8Array(2 ** 24).fill(1)), 10); })',
  );
  await expect(bomb).rejects.toThrow('the browser has exited');
  expect(warnings).toEqual(['browser killed for its memory']);
  expect([lease.hasExceededMemory, beside.hasExceededMemory]).toEqual([true, false]);
  await expect(beside.browser.cdp.send('Browser.getVersion')).resolves.toBeDefined();
  const next = await pool.lease();
  expect(next.browser.pid).not.toBe(browser.pid);
  await raceWithTimeout(15_000, () => sessionPids(browser.pid).length === 0);
});

test.runIf(existsSync('/proc/self/autogroup'))(
  'a capture that keeps the processors busy has a low priority until it ends',
  async () => {
    const pool = openPool({
      memoryCheckMs: 100,
      lowPriorities: [{ afterSeconds: 0.2, priority: 10 }],
    });
    const lease = await pool.lease();
    const { browser, release } = lease;
    expect(lease.hasUsedMuchCpu).toBe(false);
    const priority = (): number =>
      Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${browser.pid}/autogroup`, 'latin1'))?.[1]);
    expect(priority()).toBe(0);
    const page = await openTestPage(browser);
    page.evaluate('for (;;) {}').catch(() => undefined);
    await raceWithTimeout(50_000, () => priority() === 10);
    expect(lease.hasUsedMuchCpu).toBe(true);
    release('ok');
    expect(priority()).toBe(0);
  },
);

test('processes started after the first measurement count towards their own browser only', async () => {
  const pool = openPool();
  const [{ browser }, other] = [await pool.lease(), await pool.lease()];
  const table = createProcessTable();
  table.refresh();
  const before = table.pidsOf(browser.pid);
  await openTestPage(browser);
  table.refresh();
  const after = table.pidsOf(browser.pid);
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after)).toEqual(new Set(sessionPids(browser.pid)));
  expect(table.pidsOf(other.browser.pid)).not.toContain(after.at(-1));
  const { cpuSeconds, residentBytes } = table.usageOf(browser.pid);
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(table.memoryBytesOf(browser.pid)).toBeGreaterThan(2 ** 20);
  expect(residentBytes).toBeGreaterThan(table.memoryBytesOf(browser.pid));
});

test('a lease for a large image raises the memory limit until it is released', async () => {
  const pool = openPool({ maxMemoryBytes: 1, memoryCheckMs: 50 });
  const { browser, release } = await pool.lease({ extraMemoryBytes: 2 ** 31 });
  await sleep(300);
  expect(browser.hasExited).toBe(false);
  release('ok');
  const again = await pool.lease();
  expect(again.browser.pid).toBe(browser.pid);
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

test('closing while a browser is started ahead is no warning', async () => {
  const warnings: string[] = [];
  const logger = {
    info: () => undefined,
    warn: (_details: object, text: string) => warnings.push(text),
    error: () => undefined,
  };
  const pool = openPool({ concurrency: 2, logger });
  await pool.lease();
  await pool.close();
  expect(warnings).toEqual([]);
});

test('closing kills an unresponsive browser', async () => {
  const pool = openPool();
  const { browser } = await pool.lease();
  process.kill(browser.pid, 'SIGSTOP');
  await pool.close();
  expect(pool.pids).toEqual([]);
  await expectNothingLeft(browser.pid);
});

test('closing during a start does not block', async () => {
  const pool = openPool();
  const [lease] = await Promise.allSettled([pool.lease(), pool.close()]);
  expect(lease).toMatchObject({ status: 'rejected', reason: { message: /closed/ } });
  expect(await ownProfiles()).toEqual([]);
});

test('a failed browser start is retried and then rejected with a message', async () => {
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

test('a path that is not a program is rejected immediately', async () => {
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
