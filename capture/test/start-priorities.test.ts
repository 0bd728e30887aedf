import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import { createStartPriorities } from '../src/browser/pool/start-priorities.ts';

const hasGroups = existsSync('/proc/self/autogroup');
const waitOptions = { interval: 5, timeout: 10_000 };

test.runIf(hasGroups)(
  'a start that no capture waits for has a low priority until the browser has started',
  () => {
    const starts = createStartPriorities(() => false);
    const pid = startSession();
    starts.add(pid);
    expect(priorityOf(pid)).toBe(10);
    starts.remove(pid);
    expect(priorityOf(pid)).toBe(0);
  },
);

test.runIf(hasGroups)('starts have the normal priority once a capture waits for one', () => {
  let isAwaited = false;
  const starts = createStartPriorities(() => isAwaited);
  const [ahead, awaited] = [startSession(), startSession()];
  starts.add(ahead);
  isAwaited = true;
  starts.raise();
  starts.add(awaited);
  expect([priorityOf(ahead), priorityOf(awaited)]).toEqual([0, 0]);
});

test.runIf(hasGroups)(
  'the pool starts a browser ahead with a low priority, and leases it with the normal one',
  async () => {
    const pool = createBrowserPool({ concurrency: 2 });
    onTestFinished(() => pool.close());
    const first = await pool.lease();
    const low = new Set<number>();
    const readyPids = () => {
      for (const pid of childPids()) if (priorityOf(pid) === 10) low.add(pid);
      return pool.pids;
    };
    await expect.poll(readyPids, waitOptions).toHaveLength(2);
    const [ahead = 0] = pool.pids.filter((pid) => pid !== first.browser.pid);
    const second = await pool.lease();
    expect([second.browser.pid, low.has(ahead), priorityOf(ahead)]).toEqual([ahead, true, 0]);
  },
);

/** Returns the processes that this one, or another test in it, has started. */
function childPids(): number[] {
  const threads = readdirSync('/proc/self/task');
  return threads.flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'latin1').trim().split(' ').map(Number),
  );
}

/** Starts a process in a session of its own and returns the session's id. */
function startSession(): number {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function priorityOf(pid: number): number {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? Number(/nice (-?\d+)/.exec(readFileSync(file, 'latin1'))?.[1]) : NaN;
}
