import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCdpConnection } from '../src/cdp/connection.ts';
import { defaultLimits } from '../src/limits.ts';
import { createRealClock } from '../src/page/clock/page-clock.ts';
import { createProgress } from '../src/lib/progress.ts';
import { checkOnce } from '../src/page/stability/check-document.ts';
import { createIsolatedWorld } from '../src/page/execution-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = () => Promise.reject(new Error('gone'));

test('a document that never responds is reported as unresponsive, however old its execution context', async () => {
  const silent = { input: new PassThrough(), output: new PassThrough(), onBroken: () => undefined };
  const executionContext = createIsolatedWorld(
    createCdpConnection(silent).session('page'),
    'frame',
  );
  await vi.advanceTimersByTimeAsync(20_000);
  const progress = createProgress();
  const page = {
    executionContext: () => executionContext,
    progress,
    clock: createRealClock(progress),
    limits: defaultLimits,
  };
  const looking = checkOnce(page, 'visible').catch((err: unknown) => err);
  await vi.advanceTimersByTimeAsync(defaultLimits.screenshotTimeoutMs);
  expect(await looking).toMatchObject({ reason: 'render_timeout' });
});

test('repeated evaluation in a document that fails at once leaves time for other work', async () => {
  const executionContext = { call: gone, callAll: gone, callOn: gone };
  const progress = createProgress();
  const page = {
    executionContext: () => executionContext,
    progress,
    clock: createRealClock(progress),
    limits: defaultLimits,
  };
  let hadTime = false;
  setTimeout(() => (hadTime = true), 1);
  const looking = checkOnce(page, 'visible').then((result) => ({ result, hadTime }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await looking).toEqual({ result: undefined, hadTime: true });
});
