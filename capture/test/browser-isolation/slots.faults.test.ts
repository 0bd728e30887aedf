import { expect, test } from 'vitest';
import { specOf, useEngine } from '../engine-fixture.ts';

const fixture = useEngine(
  {
    navigationTimeoutMs: 3_000,
    stallTimeoutMs: 1_000,
    screenshotTimeoutMs: 2_000,
    stabilityTimeoutMs: 1_000,
    totalMs: 6_000,
    egress: { maxReceivedBytes: 2 * 2 ** 20, maxRequests: 1_000, maxHosts: 200 },
  },
  { isolation: 'required', concurrency: 1 },
);

/** Time that a capture may keep its slot after it has ended. */
const deadline = { timeout: 5_000 };

const hazards = [
  '/hang',
  '/half',
  '/endless',
  '/busy-early',
  '/busy-late',
  '/reload-loop',
  '/refresh-loop',
  '/alert-for-ever',
  '/popups-for-ever',
  '/endless-motion',
  '/hanging-script',
  '/takes-memory',
];

const slots = () => {
  const { running, waiting } = fixture.engine.stats();
  return { running, waiting };
};

test.each(hazards)('[IS-8] %s frees its only slot within 5 s of its end', async (path) => {
  await fixture.capture(path, path === '/takes-memory' ? { delayMs: 60_000 } : {});
  await expect.poll(slots, deadline).toEqual({ running: 0, waiting: 0 });
});

const cancelledPaths = ['/busy-early', '/busy-late', '/reload-loop', '/hanging-script', '/hang'];

test.each(cancelledPaths)(
  '[IS-8] %s, cancelled while its page runs, frees its slot for a waiting capture',
  async (path) => {
    const { engine, site } = fixture;
    const cancelling = new AbortController();
    const visits = () => site.seen.filter((one) => one.path === path).length;
    const before = visits();
    const spec = specOf(`${site.origin}${path}`, { delayMs: 60_000 });
    const cancelled = engine.capture(spec, { owner: 'hostile', signal: cancelling.signal });
    await expect.poll(visits).toBeGreaterThan(before);
    const waiting = engine.capture(specOf(`${site.origin}/green`), { owner: 'good' });
    cancelling.abort();
    expect(await cancelled).toMatchObject({ ok: false });
    await expect.poll(() => slots().waiting, deadline).toBe(0);
    expect(await waiting).toMatchObject({ ok: true });
  },
);
