import { readFileSync } from 'node:fs';

/** Identity of a process, distinct from a later one with the same PID. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks since boot; null without /proc. */
  readonly startedAt: string | null;
}

/**
 * Returns the identity of a process. `startedAt` is null if the process has exited or there is no
 * /proc.
 */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: statOf(pid)?.startedAt ?? null };
}

/**
 * Returns true while the process exists and can run. A zombie or dead process (state Z or X) holds
 * no locks any more.
 */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (err) {
    // EPERM: the process is alive but belongs to another user.
    if (!(err instanceof Error && 'code' in err && err.code === 'EPERM')) return false;
  }
  const stat = statOf(pid);
  if (stat && /^[ZXx]$/.test(stat.state)) return false;
  return startedAt === null || stat?.startedAt === startedAt;
}

/**
 * Reads fields 3 and 22 of /proc/pid/stat. The name before them may contain spaces and brackets, so
 * parsing starts at the last bracket.
 */
function statOf(pid: number): { readonly state: string; readonly startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
