import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  createResourceMonitor,
  lowPriorities,
  type ResourceWatch,
} from '../src/browser/pool/resource-monitor.ts';

const hasGroups = existsSync('/proc/self/autogroup');

test.runIf(hasGroups)(
  'the longer a browser keeps the processors busy, the lower its priority',
  async () => {
    const pid = startSession('while :; do :; done');
    const seen = new Set<number>();
    const steps = [
      { afterSeconds: 0.02, priority: 7 },
      { afterSeconds: 0.5, priority: 13 },
    ];
    const watched = createResourceMonitor(5, steps).watch(watchOf(pid));
    onTestFinished(() => watched.end('reused'));
    await expect
      .poll(() => seen.add(priorityOf(pid)).has(13), { interval: 10, timeout: 50_000 })
      .toBe(true);
    expect([...seen]).toEqual([0, 7, 13]);
    expect(watched.isLowest).toBe(true);
  },
);

test.runIf(hasGroups)(
  'a browser of a customer whose captures were killed starts with a low priority, and the next customer has the normal one',
  () => {
    const pid = startSession('sleep 60');
    const monitor = createResourceMonitor(60_000, lowPriorities);
    const watched = monitor.watch({ ...watchOf(pid), hasLowCpuPriority: () => true });
    expect([priorityOf(pid), watched.isLowest]).toEqual([10, false]);
    watched.end('reused');
    expect(priorityOf(pid)).toBe(0);
  },
);

test.runIf(hasGroups)(
  'a browser of such a customer that keeps the processors busy has the next lower priority',
  async () => {
    const pid = startSession('while :; do :; done');
    const steps = [
      { afterSeconds: 0.02, priority: 7 },
      { afterSeconds: 3_600, priority: 13 },
    ];
    const monitor = createResourceMonitor(5, steps);
    const watched = monitor.watch({ ...watchOf(pid), hasLowCpuPriority: () => true });
    onTestFinished(() => watched.end('reused'));
    expect(priorityOf(pid)).toBe(7);
    await expect.poll(() => priorityOf(pid), { interval: 10, timeout: 50_000 }).toBe(13);
    expect(watched.isLowest).toBe(false);
  },
);

test.runIf(hasGroups)(
  'a browser of a customer whose other capture is killed has a low priority from then on',
  async () => {
    const pid = startSession('sleep 60');
    let hasLowCpuPriority = false;
    const monitor = createResourceMonitor(5, lowPriorities);
    const watched = monitor.watch({ ...watchOf(pid), hasLowCpuPriority: () => hasLowCpuPriority });
    onTestFinished(() => watched.end('reused'));
    expect(priorityOf(pid)).toBe(0);
    hasLowCpuPriority = true;
    await expect.poll(() => priorityOf(pid), { interval: 10, timeout: 5_000 }).toBe(10);
  },
);

test.runIf(hasGroups)(
  'a browser that is killed frees its memory with the lowest priority',
  async () => {
    const [large, suspect] = [startSession('sleep 60'), startSession('sleep 60')];
    const monitor = createResourceMonitor(5, lowPriorities);
    const exceeded = new Promise<number>((resolve) => {
      const watched = monitor.watch({
        ...watchOf(large),
        maxMemoryBytes: 1,
        onMemoryExceeded: () => resolve(priorityOf(large)),
      });
      onTestFinished(() => watched.end('killed'));
    });
    monitor.watch(watchOf(suspect)).end('killed');
    expect([await exceeded, priorityOf(suspect)]).toEqual([19, 19]);
  },
);

/** Starts a shell script in a session of its own and returns the session's id. */
function startSession(script: string): number {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function watchOf(sessionId: number): ResourceWatch {
  return {
    sessionId,
    maxMemoryBytes: 2 ** 40,
    hasLowCpuPriority: () => false,
    onMemoryExceeded: () => undefined,
  };
}

function priorityOf(pid: number): number {
  return Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'latin1'))?.[1]);
}
