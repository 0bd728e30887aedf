import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CdpSession } from '../src/browser/browser.ts';
import { createProgress } from '../src/lib/progress.ts';
import { createFrames } from '../src/page/clock/frames.ts';
import * as machine from '../src/page/clock/overload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.for([
  { px: 1280 * 800, ms: 1_500 },
  { px: 1280 * 25_000, ms: 6_000 },
  { px: 1280 * 125_000, ms: 12_000 },
])('a frame of $px pixels is waited for for $ms ms', async ({ px, ms }) => {
  // Test files share their modules, and `vi.mock` has no effect on one that is already loaded.
  vi.spyOn(machine, 'overload').mockReturnValue(1);
  const session: CdpSession = {
    send: () => new Promise(() => undefined),
    on: () => () => undefined,
  };
  const frames = createFrames(session, createProgress());
  frames.noteSize(px);
  const startedMs = performance.now();
  const failedMs = frames.render().then(
    () => undefined,
    () => performance.now() - startedMs,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await failedMs).toBeCloseTo(ms, -1);
});
