import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CdpSession } from '../src/browser/browser.ts';
import { createProgress } from '../src/lib/progress.ts';
import * as machine from '../src/page/clock/overload.ts';
import { createRealClock } from '../src/page/clock/page-clock.ts';
import { trackRequests } from '../src/page/network/request-tracker.ts';
import { hasBusyWorker } from '../src/page/stability/busy-workers.ts';
import { createWaitLog } from '../src/page/stability/wait-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const now = () => ({ timeMs: 0, changeCount: 0 });

/**
 * Returns the time for which an image waits for a worker that works for `responseMs` whenever it is asked, and the
 * number of waits. Unit: ms.
 */
async function waitForWorker(
  overload: number,
  responseMs: number,
): Promise<{ ms: number; waits: number }> {
  // Test files share their modules, and `vi.mock` has no effect on one that is already loaded.
  vi.spyOn(machine, 'overload').mockReturnValue(overload);
  const progress = createProgress();
  const session: CdpSession = {
    send: () => Promise.resolve({ metrics: [] } as never),
    on: () => () => undefined,
  };
  const worker: CdpSession = {
    ...session,
    send: () => new Promise((resolve) => void setTimeout(resolve, responseMs)) as never,
  };
  const page = {
    session,
    progress,
    clock: createRealClock(progress),
    workers: new Map([['worker', worker]]),
    requests: trackRequests({ mainFrameId: 'main', changed: () => undefined, now }),
    waitLog: createWaitLog(),
  };
  const startedMs = performance.now();
  for (let waits = 0; ; waits += 1) {
    const isBusy = hasBusyWorker(page);
    await vi.advanceTimersByTimeAsync(200);
    if (!(await isBusy)) return { ms: performance.now() - startedMs, waits };
    while (page.requests.waits().length > 0) await vi.advanceTimersByTimeAsync(100);
  }
}

test.for([1, 2, 3, 9])(
  'an endless worker holds up the image for less than 12 s on a machine with %i threads per processor',
  async (overload) => {
    const { ms } = await waitForWorker(overload, 60_000);
    expect(ms).toBeGreaterThan(6_000);
    expect(ms).toBeLessThan(12_000);
  },
);

test('a worker that responds late is waited for five times, however busy the machine is', async () => {
  expect(await waitForWorker(3, 1_000)).toMatchObject({ waits: 5 });
});
