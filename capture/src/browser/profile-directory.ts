import { lstatSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInBackground } from '../rejections.ts';
import type { BrowserUser } from './browser-user.ts';
import { chooseBrowserUser, releaseBrowserUser } from './browser-user.ts';
import {
  formatProfileOwner,
  isOwnerRunning,
  ownProfileOwner,
  parseProfileOwner,
} from './profile-owner.ts';

const prefix = 'shotwright-browser-';
const heartbeatMs = 5 * 60_000;
/** Many times the heartbeat interval, because a suspended machine misses heartbeats. */
const maxSilenceMs = 24 * 60 * 60_000;

/** Directory of one browser: its profile, home and temporary files. */
export interface ProfileDirectory {
  readonly path: string;
  /** User that owns it; null for the current user. */
  readonly user: BrowserUser | null;
  /** Removes the directory. Retries files that an exiting process is still writing. */
  remove(): Promise<void>;
}

/**
 * Creates an empty directory that only the browser's user (and root) can enter. The owning process
 * is encoded in its name, and its modification time is updated while this process runs, by default
 * every five minutes.
 */
export function createProfileDirectory(renewMs = heartbeatMs): ProfileDirectory {
  const owner = formatProfileOwner(ownProfileOwner());
  const path = mkdtempSync(join(tmpdir(), `${prefix}${owner}-`));
  try {
    const user = chooseBrowserUser(path, (uid) => isUsedByOther(path, uid));
    const heartbeat = setInterval(() => runInBackground(renew(path)), renewMs);
    heartbeat.unref();
    return {
      path,
      user,
      async remove() {
        clearInterval(heartbeat);
        await removeDirectory(path);
        releaseBrowserUser(user);
      },
    };
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
}

/**
 * Removes the directories of servers that were killed. If the owner belongs to this PID namespace,
 * the process table shows whether it has exited. Other containers may share the folder; their
 * directories are removed after 24 hours without a heartbeat.
 */
export async function removeStaleProfileDirectories(): Promise<void> {
  const stale = listProfileDirectories().filter((name) => {
    const owner = parseProfileOwner(name.slice(prefix.length));
    const isRunning = owner && isOwnerRunning(owner);
    return isRunning === undefined ? isSilent(join(tmpdir(), name)) : !isRunning;
  });
  for (const name of stale) await removeDirectory(join(tmpdir(), name));
}

/** Returns the names of the directories of all servers that share the folder. */
function listProfileDirectories(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
}

/**
 * Returns true if the user owns another directory than `path`, which may be one of another server, or runs a
 * process: those of a server that was killed outlive its directories for a moment. Without a free file descriptor,
 * nothing can be listed; the start of the browser then fails with that reason.
 */
function isUsedByOther(path: string, uid: number): boolean {
  const isOwned = (other: string): boolean =>
    other !== path && lstatSync(other, { throwIfNoEntry: false })?.uid === uid;
  try {
    const directories = listProfileDirectories().map((name) => join(tmpdir(), name));
    return directories.some(isOwned) || listProcesses().some(isOwned);
  } catch (error) {
    if (isOutOfDescriptors(error)) return false;
    throw error;
  }
}

/** Returns the directories of the processes of this PID namespace; none on systems without them. */
function listProcesses(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `/proc/${name}`);
}

function isOutOfDescriptors(error: unknown): boolean {
  const code: unknown = Object(error).code;
  return code === 'EMFILE' || code === 'ENFILE';
}

async function removeDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {
    // Directories that cannot be removed now are removed at a later start, like those of a killed
    // server.
  });
}

async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {
    // The directory is being removed.
  });
}

function isSilent(path: string): boolean {
  try {
    return Date.now() - lstatSync(path).mtimeMs > maxSilenceMs;
  } catch {
    return false;
  }
}
