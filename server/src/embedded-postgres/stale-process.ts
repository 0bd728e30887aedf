import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotStart } from './start-errors.ts';
import type { ClusterDirectory } from './cluster-directory.ts';

/**
 * Signals sent to a leftover process, with the time each may take: fast shutdown, immediate
 * shutdown, kill. Unit: ms.
 */
const escalation = [
  { signal: 'SIGINT', waitMs: 1_000 },
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;
const pollIntervalMs = 20;

/**
 * Ends every PostgreSQL process of this cluster that outlived its server, and removes the files
 * that block the next start. The PID in `postmaster.pid` may belong to another program by now, so
 * only a process that runs in the data directory, or was started for it, counts as PostgreSQL. Call
 * it while holding the lock of the home. Takes at most 8 s; throws `unavailable` if a process
 * survives SIGKILL.
 */
export async function removeStaleProcesses(cluster: ClusterDirectory): Promise<void> {
  // Without /proc, PostgreSQL's own check of `postmaster.pid` must suffice.
  if (!lstatSync('/proc/self', { throwIfNoEntry: false })) return;
  for (const { signal, waitMs } of escalation) {
    // Sessions without a postmaster exit by themselves; SIGINT would only cancel their statement.
    const postmaster = postmasterOf(cluster.dataPath);
    const found = signal === 'SIGINT' ? postmaster : processesOf(cluster.dataPath);
    for (const pid of found) send(pid, signal);
    if (await haveExited(cluster.dataPath, waitMs)) break;
  }
  const remaining = processesOf(cluster.dataPath);
  if (remaining.length > 0) {
    throw cannotStart(
      `An older PostgreSQL (process ${remaining.join(', ')}) still uses ${cluster.dataPath} and does not exit. Stop it and start again.`,
    );
  }
  const socket = join(cluster.socketPath, '.s.PGSQL.5432');
  const pidFile = join(cluster.dataPath, 'postmaster.pid');
  for (const path of [pidFile, socket, `${socket}.lock`]) rmSync(path, { force: true });
}

async function haveExited(dataPath: string, waitMs: number): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; await sleep(pollIntervalMs)) {
    if (processesOf(dataPath).length === 0) return true;
    if (performance.now() > until) return false;
  }
}

/** Returns the postmaster and the sessions that outlived it. */
function processesOf(dataPath: string): readonly number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const working = numbers.map(Number).filter((pid) => isWorkingIn(pid, dataPath));
  return [...new Set([...working, ...postmasterOf(dataPath)])];
}

/**
 * Returns at most one PID. Without CAP_SYS_PTRACE, root may not read the working directory of
 * another user's process, but may read its command line.
 */
function postmasterOf(dataPath: string): readonly number[] {
  const pid = Number.parseInt(readText(join(dataPath, 'postmaster.pid')), 10);
  if (!(pid > 1)) return [];
  const isStarted = readText(`/proc/${pid}/cmdline`).includes(`\0-D\0${dataPath}\0`);
  return isStarted || isWorkingIn(pid, dataPath) ? [pid] : [];
}

/** Returns false for a zombie, which has no working directory. */
function isWorkingIn(pid: number, dataPath: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataPath);
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited or belongs to another user; the caller checks afterwards which
    // processes are left.
  }
}
