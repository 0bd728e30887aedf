import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createResourceMonitor } from '../src/browser/pool/resource-monitor.ts';

test.runIf(existsSync('/proc/self/autogroup'))(
  'the longer a browser keeps the processors busy, the lower its priority',
  async () => {
    const busy = spawn('sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void busy.kill('SIGKILL'));
    const pid = busy.pid ?? 0;
    const seen = new Set<number>();
    const steps = [
      { afterSeconds: 0.02, priority: 7 },
      { afterSeconds: 0.5, priority: 13 },
    ];
    const watched = createResourceMonitor(5, steps).watch({
      sessionId: pid,
      maxMemoryBytes: 2 ** 40,
      onMemoryExceeded: () => undefined,
    });
    onTestFinished(watched.end);
    const priority = (): number =>
      Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'latin1'))?.[1]);
    await expect
      .poll(() => seen.add(priority()).has(13), { interval: 10, timeout: 50_000 })
      .toBe(true);
    expect([...seen]).toEqual([0, 7, 13]);
    expect(watched.isLowest).toBe(true);
  },
);
