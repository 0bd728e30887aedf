import { readdirSync, readFileSync } from 'node:fs';

const kib = 1024;

/**
 * Memory that the processes of one session (setsid) would give back; bytes. Anonymous and shared memory count, mapped
 * files do not: every process maps the same program.
 * Reads /proc synchronously: a few milliseconds, and always an answer about one moment.
 */
export function sessionMemoryBytes(sessionId: number): number {
  let total = 0;
  for (const pid of sessionPids(sessionId)) {
    const status = readProcess(pid, 'status');
    total += sumKib(status, /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  }
  return total;
}

/** The running processes of a session; dead ones that init has yet to bury do not count. */
export function sessionPids(sessionId: number): number[] {
  const pids: number[] = [];
  for (const name of processNames()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readProcess(pid, 'stat');
    // After the command in parentheses: state, parent, group, session.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    if (session === String(sessionId) && state !== 'Z') pids.push(pid);
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
