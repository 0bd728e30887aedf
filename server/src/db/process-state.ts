import { readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot; null where there is no /proc. */
  readonly startedAt: string | null;
}

/** Returns the identity of a process; `startedAt` is null when it is gone or there is no /proc. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: statOf(pid)?.startedAt ?? null };
}

/** Returns true while the process exists and can still run: a zombie or dead one (state Z or X) holds nothing any more. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (err) {
    // EPERM: alive, but another user's.
    if (!(err instanceof Error && 'code' in err && err.code === 'EPERM')) return false;
  }
  const stat = statOf(pid);
  if (stat && /^[ZXx]$/.test(stat.state)) return false;
  return startedAt === null || stat?.startedAt === startedAt;
}

/** Fields 3 and 22 of /proc/pid/stat. The name before them may hold spaces and brackets, hence the last bracket. */
function statOf(pid: number): { readonly state: string; readonly startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
