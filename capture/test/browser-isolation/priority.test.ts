import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { detectIsolation } from '../../src/browser/isolation/detect-isolation.ts';
import { launchBrowser } from '../../src/browser/launch-browser.ts';
import { sessionPids } from '../../src/browser/pool/process-memory.ts';
import { resolveExecutable } from '../../src/browser/resolve-executable.ts';
import { openTestPage } from '../browser-page.ts';

const { isolation: detected } = await detectIsolation('auto');
const own = getPriority();

/** Returns the nice value of a process; nothing if it has ended since it was listed. */
function priorityOf(pid: number): number[] {
  try {
    return [getPriority(pid)];
  } catch {
    return [];
  }
}

test.each(['off', detected] as const)(
  'every process of a browser gets its nice value, with isolation %s',
  async (isolation) => {
    const executable = await resolveExecutable('');
    for (const priority of [undefined, 6]) {
      const browser = await launchBrowser({
        found: executable,
        sandbox: 'on',
        isolation,
        ...(priority !== undefined && { priority }),
      });
      try {
        await openTestPage(browser);
        const pids = sessionPids(browser.pid);
        const found = pids.flatMap(priorityOf);
        expect(found.length).toBeGreaterThan(3);
        expect(new Set(found)).toEqual(new Set([Math.max(own, priority ?? own)]));
      } finally {
        await browser.end();
      }
    }
  },
);
