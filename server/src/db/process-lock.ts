import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../lib/app-error.ts';
import { newId } from '../lib/ids.ts';

/** Held until released or until the process ends, however it ends. */
export interface ProcessLock {
  release(): void;
}

/** A process, told apart from a later one with the same number. */
interface Holder {
  readonly pid: number;
  /** Clock ticks since boot; null where there is no /proc. */
  readonly startedAt: string | null;
}

/** A dead holder's lock is taken over by one process; this long is enough for its two file operations. */
const takeoverMs = 5_000;

/** Refuses a second server on one DATA_DIR; throws a `conflict` that names the process in the way. */
export function lockDataDir(dataDir: string): ProcessLock {
  mkdirSync(dataDir, { recursive: true });
  const outcome = tryLock(join(dataDir, 'server.lock'));
  if ('release' in outcome) return outcome;
  throw new AppError({
    kind: 'conflict',
    code: 'conflict',
    message: `Another server (process ${outcome.heldBy}) already uses ${dataDir}. Stop it, or start this one with another DATA_DIR.`,
  });
}

/** Takes the lock file, or tells which live process has it. A dead process's lock is taken over by exactly one. */
export function tryLock(path: string): ProcessLock | { readonly heldBy: number } {
  const me: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid) };
  const ticket = join(dirname(path), `.lock-${newId()}`);
  writeFileSync(ticket, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
  try {
    for (let tries = 0; tries < 20; tries += 1) {
      if (linked(ticket, path)) return { release: () => releaseOwn(path, me) };
      const holder = readHolder(path);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      if (holder) removeStale(path, holder);
      else removeUnreadable(path);
    }
  } finally {
    rmSync(ticket, { force: true });
  }
  throw new Error(`the lock ${path} could not be taken: its directory changes all the time`);
}

/** The process that holds the lock, if one does. */
export function lockHolder(path: string): number | undefined {
  const holder = readHolder(path);
  return holder && isAlive(holder) ? holder.pid : undefined;
}

/** `link` creates the name with its content in one step, or not at all. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (err) {
    if (isCode(err, 'EEXIST')) return false;
    throw err;
  }
}

/**
 * Between reading a stale lock and removing it another process may have made its own. So the removal is claimed under
 * the dead holder's name first: one claimant wins, and while its claim stands nobody else removes that lock.
 */
function removeStale(path: string, dead: Holder): void {
  const claim = `${path}.stale-${dead.pid}-${dead.startedAt ?? 0}`;
  try {
    if (!linked(path, claim)) {
      if (Date.now() - statSync(claim).ctimeMs > takeoverMs) rmSync(claim, { force: true });
      return;
    }
    if (isSame(readHolder(claim), dead)) rmSync(path, { force: true });
    rmSync(claim, { force: true });
  } catch (err) {
    if (!isCode(err, 'ENOENT')) throw err;
  }
}

/** A lock that is no JSON was cut by a full disk or a power cut, never by us: `link` shows whole files only. */
function removeUnreadable(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > takeoverMs) rmSync(path, { force: true });
  } catch (err) {
    if (!isCode(err, 'ENOENT')) throw err;
  }
}

function releaseOwn(path: string, me: Holder): void {
  if (isSame(readHolder(path), me)) rmSync(path, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof found !== 'object' || found === null || !('pid' in found)) return undefined;
    const startedAt = 'startedAt' in found ? found.startedAt : null;
    if (typeof found.pid !== 'number') return undefined;
    return { pid: found.pid, startedAt: typeof startedAt === 'string' ? startedAt : null };
  } catch {
    return undefined;
  }
}

function isSame(one: Holder | undefined, other: Holder): boolean {
  return one?.pid === other.pid && one.startedAt === other.startedAt;
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (err) {
    // EPERM: alive, but another user's.
    if (!isCode(err, 'EPERM')) return false;
  }
  return holder.startedAt === null || startTimeOf(holder.pid) === holder.startedAt;
}

/** Field 22 of /proc/pid/stat. The name before it may hold spaces and brackets, hence the last bracket. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isCode(err: unknown, code: string): boolean {
  return err instanceof Error && 'code' in err && err.code === code;
}
