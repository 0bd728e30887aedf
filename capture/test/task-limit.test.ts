import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as machine from '../src/page/clock/overload.ts';
import { countedWaitMs, createOpenRequests } from '../src/page/network/open-requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page with tasks on a machine under load. */
interface Scene {
  /** Threads that want to run, per processor. */
  readonly overload: number;
  /** Part of the real time that passes on the page's clock. */
  readonly clockShare: number;
}

/** Returns the real time for which an image waits for tasks of `taskMs` each, in a row. Unit: ms. */
async function waitForTasks({ overload, clockShare }: Scene, taskMs = Infinity): Promise<number> {
  // Test files share their modules, and `vi.mock` has no effect on one that is already loaded.
  vi.spyOn(machine, 'overload').mockReturnValue(overload);
  const startedMs = performance.now();
  const elapsedMs = (): number => (performance.now() - startedMs) * clockShare;
  const open = createOpenRequests({ changed: () => undefined, elapsedMs });
  open.begin('task', 'task', '');
  let begunMs = startedMs;
  while (open.waits().length > 0) {
    await vi.advanceTimersByTimeAsync(100);
    if (performance.now() - begunMs < taskMs) continue;
    open.end('task');
    open.begin('task', 'task', '');
    begunMs = performance.now();
  }
  return performance.now() - startedMs;
}

const scenes: readonly (Scene & { readonly ms: number })[] = [
  { overload: 1, clockShare: 1, ms: 5_000 },
  { overload: 1, clockShare: 0.1, ms: 5_000 },
  { overload: 2, clockShare: 1, ms: 10_000 },
  { overload: 12, clockShare: 1, ms: 15_000 },
  { overload: 12, clockShare: 0.2, ms: 25_000 },
  { overload: 12, clockShare: 0, ms: 50_000 },
];

test.for(scenes)(
  'tasks are waited for up to $ms ms with $overload threads per processor and $clockShare of the time on the clock',
  async ({ ms, ...scene }) => {
    expect(await waitForTasks(scene)).toBeCloseTo(ms, -3);
    expect(await waitForTasks(scene, 1_000)).toBeCloseTo(ms, -3);
  },
);

test('a wait for a task counts as little towards the limit of all waits as towards its own', () => {
  vi.spyOn(machine, 'overload').mockReturnValue(16);
  const open = createOpenRequests({ changed: () => undefined, elapsedMs: () => 0 });
  open.begin('worker', 'worker', '');
  expect(countedWaitMs(open.waits(), 30_000)).toBe(10_000);
  open.begin('task', 'task', '');
  expect(countedWaitMs(open.waits(), 30_000)).toBe(3_000);
  open.begin('answer', 'content', 'http://site.test/');
  expect(countedWaitMs(open.waits(), 30_000)).toBe(30_000);
});
