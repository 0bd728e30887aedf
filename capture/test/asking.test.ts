import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCdpConnection } from '../src/browser/cdp-connection.ts';
import { defaultLimits } from '../src/limits.ts';
import { createFuse } from '../src/page/fuse.ts';
import { lookOnce } from '../src/page/settle.ts';
import { openWorld } from '../src/page/world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a document that never lets itself be asked is told as busy, however long ago its world was opened', async () => {
  const silent = { input: new PassThrough(), output: new PassThrough(), onBroken: () => undefined };
  const world = openWorld(createCdpConnection(silent).session('page'), 'frame');
  await vi.advanceTimersByTimeAsync(20_000);
  const page = { world: () => world, fuse: createFuse(), limits: defaultLimits };
  const looking = lookOnce(page, 'visible').catch((err: unknown) => err);
  await vi.advanceTimersByTimeAsync(defaultLimits.shotMs);
  expect(await looking).toMatchObject({ reason: 'render_timeout' });
});

test('asking a document that refuses at once, again and again, leaves time for others', async () => {
  const world = { call: () => Promise.reject(new Error('gone')) };
  const page = { world: () => world, fuse: createFuse(), limits: defaultLimits };
  let hadTime = false;
  setTimeout(() => (hadTime = true), 1);
  const looking = lookOnce(page, 'visible').then((look) => ({ look, hadTime }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await looking).toEqual({ look: undefined, hadTime: true });
});
