import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** The process that a profile directory belongs to, as the directory's name tells it. */
export interface ProfileOwner {
  /** Identifies the boot and the namespaces in which `pid` and `startTicks` mean something; undefined where /proc does not tell. */
  readonly scope: string | undefined;
  readonly pid: number;
  readonly startTicks: number;
}

/** Not a hash: the owner's own scope is not known. */
const unknownScope = 'unknown';

/** Returns this process as an owner. */
export function ownProfileOwner(): ProfileOwner {
  const stat = readProcStat('self');
  // The /proc of another PID namespace has other pids, which say nothing about the processes beside this one.
  const scope = stat?.pid === process.pid ? readScope() : undefined;
  return { scope, pid: process.pid, startTicks: stat?.startTicks ?? 0 };
}

/** Writes an owner as a part of a file name. */
export function formatProfileOwner({
  scope = unknownScope,
  pid,
  startTicks,
}: ProfileOwner): string {
  return `${scope}-${pid}-${startTicks}`;
}

/** Reads the owner at the start of `text`; of an unknown one undefined. */
export function parseProfileOwner(text: string): ProfileOwner | undefined {
  const [, scope, pid, startTicks] = /^([0-9a-f]{8})-(\d+)-(\d+)-/.exec(text) ?? [];
  if (scope === undefined) return undefined;
  return { scope, pid: Number(pid), startTicks: Number(startTicks) };
}

/** Returns true or false where this process can tell, undefined where the owner is of another scope. */
export function isOwnerRunning(owner: ProfileOwner, own = ownProfileOwner()): boolean | undefined {
  if (owner.scope === undefined || owner.scope !== own.scope) return undefined;
  // Pids are used again; the start time tells the two processes apart.
  return readProcStat(owner.pid)?.startTicks === owner.startTicks;
}

/** Boot, PID namespace and time namespace: the last one shifts the start times that /proc shows. */
function readScope(): string | undefined {
  try {
    const parts = [
      readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
      readlinkSync('/proc/self/ns/pid'),
      readlinkSync('/proc/self/ns/time'),
    ];
    // Short, because Chromium puts a socket into the directory, and the path of a socket has at most 107 bytes.
    return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
  } catch {
    return undefined;
  }
}

/** The 1st and the 22nd field of stat(5); undefined when there is no such process. */
function readProcStat(pid: number | 'self'): { pid: number; startTicks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, in parentheses, may hold spaces; the fields after it may not.
    const startTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    return { pid: Number.parseInt(stat, 10), startTicks };
  } catch {
    return undefined;
  }
}
