import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser, CdpSession } from '../src/browser/browser.ts';
import * as processes from '../src/browser/pool/process-memory.ts';
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

/** A page with one worker on a machine under load. */
interface Scene {
  /** Threads that want to run, per processor. */
  readonly overload: number;
  /** Time that the worker works for, by the number of questions before. Unit: ms. */
  readonly responseMs: (questions: number) => number;
  /** Processors of the machine that the page gets. Default: 2. */
  readonly processors?: number;
  /** True if each turn delivers a message. Default: false. */
  readonly hasMessages?: boolean;
}

/** Returns the time for which an image waits for the worker, in ms, and the number of waits. */
async function waitForWorker(scene: Scene): Promise<{ ms: number; waits: number }> {
  const { overload, responseMs, processors = 2, hasMessages = false } = scene;
  // Test files share their modules, and `vi.mock` has no effect on one that is already loaded.
  vi.spyOn(machine, 'overload').mockReturnValue(overload);
  let turns = 0;
  let questions = 0;
  const cpuSeconds = (): number => (performance.now() / 1_000) * processors;
  vi.spyOn(processes, 'sessionCpuSeconds').mockImplementation(cpuSeconds);
  const scriptDuration = () => ({ name: 'ScriptDuration', value: hasMessages ? turns : 0 });
  const progress = createProgress();
  const session: CdpSession = {
    send: () => Promise.resolve({ metrics: [scriptDuration()] } as never),
    on: () => () => undefined,
  };
  const worker: CdpSession = {
    ...session,
    async send() {
      const ms = responseMs(questions);
      questions += 1;
      return new Promise((resolve) => void setTimeout(resolve, ms)) as never;
    },
  };
  const takeTurn = async (): Promise<void> => void (turns += 1);
  const page = {
    browser: { pid: 0 } as Browser,
    session,
    progress,
    clock: { ...createRealClock(progress), kind: 'virtual' as const, takeTurn },
    workers: new Map([['worker', worker]]),
    requests: trackRequests({
      mainFrameId: 'main',
      changed: () => undefined,
      now,
      elapsedMs: () => 0,
    }),
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
    const { ms } = await waitForWorker({ overload, responseMs: () => 60_000 });
    expect(ms).toBeGreaterThan(6_000);
    expect(ms).toBeLessThan(12_000);
  },
);

test('a worker that responds late is waited for five times, however busy the machine is', async () => {
  expect(await waitForWorker({ overload: 3, responseMs: () => 1_000 })).toMatchObject({ waits: 5 });
});

test('a worker that gets little of a busy machine is waited for until it responds', async () => {
  const { ms } = await waitForWorker({ overload: 3, responseMs: () => 20_000, processors: 0.1 });
  expect(ms).toBeGreaterThan(20_000);
});

test('the reply of a worker that was waited for belongs to that wait', async () => {
  const scene: Scene = {
    overload: 1,
    responseMs: (questions) => (questions % 2 === 0 ? 1_000 : 0),
    hasMessages: true,
  };
  expect(await waitForWorker(scene)).toMatchObject({
    waits: 10,
  });
});

test('messages of idle workers are waited for five times', async () => {
  expect(
    await waitForWorker({ overload: 1, responseMs: () => 0, hasMessages: true }),
  ).toMatchObject({ waits: 5 });
});
