import { readdirSync, readFileSync } from 'node:fs';

const kib = 1024;

/**
 * Memory that the processes of one session (setsid) would give back; bytes. Anonymous and shared memory count, mapped
 * files do not: every process maps the same program.
 * Reads /proc synchronously: under a millisecond when `foreign` is kept, and always an answer about one moment.
 */
export function sessionMemoryBytes(sessionId: number, foreign?: Set<number>): number {
  let total = 0;
  for (const pid of sessionPids(sessionId, foreign)) {
    const status = readProcess(pid, 'status');
    total += sumKib(status, /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  }
  return total;
}

/**
 * The running processes of a session; dead ones that init has yet to bury do not count. Nobody enters a session but by
 * birth, so those found in others are kept in `foreign` as long as they live, and not looked at again.
 */
export function sessionPids(sessionId: number, foreign = new Set<number>()): number[] {
  const living = new Set(processNames().map(Number).filter(Number.isInteger));
  for (const pid of foreign) if (!living.has(pid)) foreign.delete(pid);
  const pids: number[] = [];
  for (const pid of living) {
    if (foreign.has(pid)) continue;
    const stat = readProcess(pid, 'stat');
    // After the command in parentheses: state, parent, group, session.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    if (session !== String(sessionId)) foreign.add(pid);
    else if (state !== 'Z') pids.push(pid);
  }
  return pids;
}

/** None where there is no /proc: elsewhere than on Linux memory is not watched. */
function processNames(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Empty for a process that has gone meanwhile. */
function readProcess(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function sumKib(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]) * kib, 0);
}
