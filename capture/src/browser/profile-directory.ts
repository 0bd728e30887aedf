import { lstatSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInBackground } from '../rejections.ts';
import type { BrowserUser } from './browser-user.ts';
import { chooseBrowserUser } from './browser-user.ts';
import {
  formatProfileOwner,
  isOwnerRunning,
  ownProfileOwner,
  parseProfileOwner,
} from './profile-owner.ts';

const prefix = 'shotwright-browser-';
const heartbeatMs = 5 * 60_000;
/** A suspended machine misses heartbeats, hence many times the interval. */
const maxSilenceMs = 24 * 60 * 60_000;

/** A browser's own directory: its profile, home and temporary files. */
export interface ProfileDirectory {
  readonly path: string;
  /** The user it belongs to; null: ourselves. */
  readonly user: BrowserUser | null;
  /** Removes it. A file that a dying process still writes is retried. */
  remove(): Promise<void>;
}

/**
 * Makes an empty directory that only the browser's user (and root) can enter. Its name tells the owning process, and its
 * modification time is renewed while this process runs, by default every five minutes.
 */
export function createProfileDirectory(renewMs = heartbeatMs): ProfileDirectory {
  const owner = formatProfileOwner(ownProfileOwner());
  const path = mkdtempSync(join(tmpdir(), `${prefix}${owner}-`));
  try {
    const user = chooseBrowserUser(path);
    const heartbeat = setInterval(() => runInBackground(renew(path)), renewMs);
    heartbeat.unref();
    return {
      path,
      user,
      remove() {
        clearInterval(heartbeat);
        return removeDirectory(path);
      },
    };
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
}

/**
 * Removes what servers that were killed have left. Of an owner in this PID namespace the process table tells that it has
 * gone. Other containers may share the folder: of their directories, only 24 hours without a heartbeat tell.
 */
export async function removeStaleProfileDirectories(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  const stale = names.filter((name) => {
    const owner = parseProfileOwner(name.slice(prefix.length));
    const isRunning = owner && isOwnerRunning(owner);
    return isRunning === undefined ? isSilent(join(tmpdir(), name)) : !isRunning;
  });
  for (const name of stale) await removeDirectory(join(tmpdir(), name));
}

async function removeDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {
    // What cannot be removed now is removed as a dead server's at a later start.
  });
}

async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {
    // Being removed.
  });
}

function isSilent(path: string): boolean {
  try {
    return Date.now() - lstatSync(path).mtimeMs > maxSilenceMs;
  } catch {
    return false;
  }
}
