import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../shared/app-error.ts';
import { newId } from '../lib/ids.ts';
import { identityOf, isRunning, type ProcessIdentity } from './process-state.ts';

/** A lock that is held until it is released or the process ends for any reason. */
export interface ProcessLock {
  release(): void;
}

/**
 * Time for the two file operations of a takeover. The lock of a dead holder is taken over by
 * exactly one process.
 */
const takeoverMs = 5_000;

/** Time for which a server that is shutting down or was killed may still hold its lock. */
const shutdownMs = 5_000;
const pollIntervalMs = 50;

/**
 * Locks DATA_DIR for one server. Waits `waitMs` (default 5 s) for a server that is shutting down;
 * then throws a `conflict` that names the other process.
 */
export async function lockDataDir(
  dataDir: string,
  { waitMs = shutdownMs }: { readonly waitMs?: number } = {},
): Promise<ProcessLock> {
  mkdirSync(dataDir, { recursive: true });
  const until = performance.now() + waitMs;
  for (;;) {
    const outcome = tryLock(join(dataDir, 'server.lock'));
    if ('release' in outcome) return outcome;
    if (performance.now() >= until) throw inUse(dataDir, outcome.holderPid);
    await sleep(pollIntervalMs);
  }
}

function inUse(dataDir: string, pid: number): AppError {
  return new AppError({
    code: 'conflict',
    message: `Another server (process ${pid}) already uses ${dataDir}. Stop it, or start this one with another DATA_DIR.`,
  });
}

/**
 * Takes the lock file, or returns the PID of the live process that holds it. The lock of a dead
 * process is taken over by exactly one process.
 */
export function tryLock(path: string): ProcessLock | { readonly holderPid: number } {
  const own = identityOf(process.pid);
  const ticket = join(dirname(path), `.lock-${newId()}`);
  writeFileSync(ticket, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempts = 0; attempts < 20; attempts += 1) {
      if (linked(ticket, path)) return { release: () => releaseIfOwned(path, own) };
      const holder = readHolder(path);
      if (holder && isRunning(holder)) return { holderPid: holder.pid };
      if (holder) removeStale(path, holder);
      else removeUnreadable(path);
    }
  } finally {
    rmSync(ticket, { force: true });
  }
  throw new Error(`the lock ${path} could not be taken: its directory keeps changing`);
}

/** Returns the PID of the process that holds the lock. Returns undefined if the lock is free. */
export function lockHolder(path: string): number | undefined {
  const holder = readHolder(path);
  return holder && isRunning(holder) ? holder.pid : undefined;
}

/** Creates a hard link: the name appears with its content in one step, or not at all. */
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
 * Removes a stale lock. Between reading and removing it, another process may have created its own
 * lock. The removal is therefore first claimed under the dead holder's name: one claimant wins, and
 * while its claim exists, no other process removes that lock.
 */
function removeStale(path: string, exited: ProcessIdentity): void {
  const claim = `${path}.stale-${exited.pid}-${exited.startedAt ?? 0}`;
  try {
    if (!linked(path, claim)) {
      if (Date.now() - statSync(claim).ctimeMs > takeoverMs) rmSync(claim, { force: true });
      return;
    }
    if (isSame(readHolder(claim), exited)) rmSync(path, { force: true });
    rmSync(claim, { force: true });
  } catch (err) {
    if (!isCode(err, 'ENOENT')) throw err;
  }
}

/**
 * A lock that is not JSON was truncated by a full disk or a power failure, never by us, because
 * `link` creates complete files only.
 */
function removeUnreadable(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > takeoverMs) rmSync(path, { force: true });
  } catch (err) {
    if (!isCode(err, 'ENOENT')) throw err;
  }
}

function releaseIfOwned(path: string, own: ProcessIdentity): void {
  if (isSame(readHolder(path), own)) rmSync(path, { force: true });
}

function readHolder(path: string): ProcessIdentity | undefined {
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

function isSame(one: ProcessIdentity | undefined, other: ProcessIdentity): boolean {
  return one?.pid === other.pid && one.startedAt === other.startedAt;
}

function isCode(err: unknown, code: string): boolean {
  return err instanceof Error && 'code' in err && err.code === code;
}
