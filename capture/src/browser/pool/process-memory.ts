import { readdirSync, readFileSync } from 'node:fs';

const kib = 1024;

/**
 * Returns the memory that would be freed if the processes of one session (setsid) exited; bytes.
 * Counts anonymous and shared memory, but not mapped files, because every process maps the same
 * program. Reads /proc synchronously: this takes less than a millisecond if `foreign` is reused,
 * and the result is a consistent snapshot.
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
 * Lists the running processes of a session, zombies excluded. A process cannot join another
 * session, so `foreign` caches the processes of other sessions for as long as they run, and these
 * are not read again.
 */
export function sessionPids(sessionId: number, foreign = new Set<number>()): number[] {
  const running = new Set(processNames().map(Number).filter(Number.isInteger));
  for (const pid of foreign) if (!running.has(pid)) foreign.delete(pid);
  const pids: number[] = [];
  for (const pid of running) {
    if (foreign.has(pid)) continue;
    const stat = readProcess(pid, 'stat');
    // Fields after the command in parentheses: state, parent, group, session.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    if (session !== String(sessionId)) foreign.add(pid);
    else if (state !== 'Z') pids.push(pid);
  }
  return pids;
}

/** Returns an empty list if there is no /proc: memory is checked on Linux only. */
function processNames(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Returns an empty string if the process has exited. */
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
