import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserUser } from './browser-user.ts';
import { chooseBrowserUser } from './browser-user.ts';

const prefix = 'shotwright-browser-';

/** A browser's own directory: its profile, home and temporary files. */
export interface ProfileDirectory {
  readonly path: string;
  /** The user it belongs to; null: ourselves. */
  readonly user: BrowserUser | null;
}

/** Makes an empty directory that only the browser's user (and root) can enter. */
export function createProfileDirectory(): ProfileDirectory {
  const path = mkdtempSync(join(tmpdir(), `${prefix}${ownerTag(process.pid)}-`));
  try {
    return { path, user: chooseBrowserUser(path) };
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
}

/** Removes a profile. A file that a dying process still writes is retried. */
export async function removeProfileDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {
    // What cannot be removed now is removed as a dead server's at a later start.
  });
}

/** Removes what servers that were killed have left. A directory names its server by pid and start time, as pids come again. */
export async function removeStaleProfileDirectories(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^shotwright-browser-(\d+)-(\d+)-/.exec(name);
    if (owner === null || name.startsWith(`${prefix}${ownerTag(Number(owner[1]))}-`)) continue;
    await removeProfileDirectory(join(tmpdir(), name));
  }
}

function ownerTag(pid: number): string {
  return `${pid}-${processStartTicks(pid)}`;
}

/** The 22nd field of stat(5); 0 when there is no such process. */
function processStartTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, in parentheses, may hold spaces; the fields after it may not.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return 0;
  }
}
