import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cannotStart } from './embedded-postgres-failures.ts';
import type { PostgresHome } from './embedded-postgres-home.ts';

/** Signals a leftover gets, and how long each may take: fast shutdown, immediate shutdown, kill. Units: ms. */
const escalation = [
  { signal: 'SIGINT', waitMs: 1_000 },
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;
const lookAgainMs = 20;

/**
 * Ends every PostgreSQL process of this cluster that outlived its server, and removes the files that block the next
 * start. A `postmaster.pid` may name a number that is another program's by now: only a process that stands in the data
 * directory, or was started for it, is PostgreSQL. Call it with the home's lock held. Takes at most 8 s; throws
 * `unavailable` when a process survives SIGKILL.
 */
export async function clearLeftovers(home: PostgresHome): Promise<void> {
  // Without /proc PostgreSQL's own check of `postmaster.pid` has to do.
  if (!lstatSync('/proc/self', { throwIfNoEntry: false })) return;
  for (const { signal, waitMs } of escalation) {
    // Sessions without their postmaster end by themselves; SIGINT would only cancel their statement.
    const postmaster = postmasterOf(home.dataPath);
    const found = signal === 'SIGINT' ? postmaster : processesOf(home.dataPath);
    for (const pid of found) send(pid, signal);
    if (await haveEnded(home.dataPath, waitMs)) break;
  }
  const left = processesOf(home.dataPath);
  if (left.length > 0) {
    throw cannotStart(
      `An older PostgreSQL (process ${left.join(', ')}) still holds ${home.dataPath} and does not end. End it and start again.`,
    );
  }
  const socket = join(home.socketPath, '.s.PGSQL.5432');
  const pidFile = join(home.dataPath, 'postmaster.pid');
  for (const path of [pidFile, socket, `${socket}.lock`]) rmSync(path, { force: true });
}

async function haveEnded(dataPath: string, waitMs: number): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; await delay(lookAgainMs)) {
    if (processesOf(dataPath).length === 0) return true;
    if (performance.now() > until) return false;
  }
}

/** The postmaster, and sessions that outlived it. */
function processesOf(dataPath: string): readonly number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const standing = numbers.map(Number).filter((pid) => isStandingIn(pid, dataPath));
  return [...new Set([...standing, ...postmasterOf(dataPath)])];
}

/** None or one. Root without CAP_SYS_PTRACE may not see where another user's process stands, but its command line. */
function postmasterOf(dataPath: string): readonly number[] {
  const pid = Number.parseInt(readText(join(dataPath, 'postmaster.pid')), 10);
  if (!(pid > 1)) return [];
  const isStarted = readText(`/proc/${pid}/cmdline`).includes(`\0-D\0${dataPath}\0`);
  return isStarted || isStandingIn(pid, dataPath) ? [pid] : [];
}

/** False for a zombie, which stands nowhere any more. */
function isStandingIn(pid: number, dataPath: string): boolean {
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
    // It has ended meanwhile, or is not ours to end: whether it is gone is looked at afterwards.
  }
}
