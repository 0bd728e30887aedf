import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Process that owns a profile directory, as encoded in the directory's name. */
export interface ProfileOwner {
  /**
   * Identifies the boot and the namespaces in which `pid` and `startTicks` are valid; undefined if
   * /proc does not show them.
   */
  readonly scope: string | undefined;
  readonly pid: number;
  readonly startTicks: number;
}

/** Not a hash: used if the owner's own scope is unknown. */
const unknownScope = 'unknown';

/** Returns this process as an owner. */
export function ownProfileOwner(): ProfileOwner {
  const stat = readProcStat('self');
  // The /proc of another PID namespace contains other pids, which are meaningless here.
  const scope = stat?.pid === process.pid ? readScope() : undefined;
  return { scope, pid: process.pid, startTicks: stat?.startTicks ?? 0 };
}

/** Formats an owner as part of a file name. */
export function formatProfileOwner({
  scope = unknownScope,
  pid,
  startTicks,
}: ProfileOwner): string {
  return `${scope}-${pid}-${startTicks}`;
}

/** Parses the owner at the start of `text`. Returns undefined if the owner is unknown. */
export function parseProfileOwner(text: string): ProfileOwner | undefined {
  const [, scope, pid, startTicks] = /^([0-9a-f]{8})-(\d+)-(\d+)-/.exec(text) ?? [];
  if (scope === undefined) return undefined;
  return { scope, pid: Number(pid), startTicks: Number(startTicks) };
}

/**
 * Returns true if the owner is running. Returns undefined if the owner belongs to another scope.
 */
export function isOwnerRunning(owner: ProfileOwner, own = ownProfileOwner()): boolean | undefined {
  if (owner.scope === undefined || owner.scope !== own.scope) return undefined;
  // Pids are reused; the start time distinguishes the two processes.
  return readProcStat(owner.pid)?.startTicks === owner.startTicks;
}

/**
 * Reads the boot id, PID namespace and time namespace. The time namespace shifts the start times in
 * /proc.
 */
function readScope(): string | undefined {
  try {
    const parts = [
      readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
      readlinkSync('/proc/self/ns/pid'),
      readlinkSync('/proc/self/ns/time'),
    ];
    // Short because Chromium creates a socket in the directory, and a socket path has at most 107
    // bytes.
    return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
  } catch {
    return undefined;
  }
}

/** Reads fields 1 and 22 of stat(5). Returns undefined if the process does not exist. */
function readProcStat(pid: number | 'self'): { pid: number; startTicks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, in parentheses, may contain spaces; the later fields may not.
    const startTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    return { pid: Number.parseInt(stat, 10), startTicks };
  } catch {
    return undefined;
  }
}
