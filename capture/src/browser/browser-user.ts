import { randomInt } from 'node:crypto';
import { chownSync } from 'node:fs';

/** Numeric user and group of a process. */
export interface BrowserUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Outside every range that distributions assign (systemd's UIDS-GIDS table), so no file or other
 * service uses them.
 */
const reservedIds = Array.from({ length: 284 }, (_, index) => 60_900 + index);
/** `nobody` is usually mapped even in user namespaces with a short id map. */
const nobodyId = 65_534;

const usedIds = new Set<number>();
/** Servers that do not share a folder for temporary files start elsewhere, so they rarely share a user. */
let nextIndex = randomInt(reservedIds.length);

/**
 * Chooses the user that a browser runs as: an unprivileged one if this process is root (Chromium
 * refuses to run as root); otherwise `null`, the current user. Each browser of this process has its
 * own user until {@link releaseBrowserUser}, because the kernel counts processes by user and lets a
 * user send signals to its own. `isTaken` tells if another server or process of this host uses an id; it is called
 * when the directory has the id, so that of two servers that choose at the same time, at least one sees the other.
 */
export function chooseBrowserUser(
  directory: string,
  isTaken: (id: number) => boolean,
): BrowserUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const id of freeIds()) {
    // If one id is not mapped in this user namespace, the whole range is not; `nobody` may be.
    if (!giveTo(id, directory)) break;
    if (isTaken(id)) continue;
    usedIds.add(id);
    return { uid: id, gid: id };
  }
  if (giveTo(nobodyId, directory)) return { uid: nobodyId, gid: nobodyId };
  throw new Error(
    'The server runs as root and cannot give a directory to an unprivileged user. Run the server as an ordinary user.',
  );
}

/** Returns false if the id does not exist in this user namespace. */
function giveTo(id: number, directory: string): boolean {
  try {
    chownSync(directory, id, id);
    return true;
  } catch {
    return false;
  }
}

/** Makes the user available to another browser. */
export function releaseBrowserUser(user: BrowserUser | null): void {
  if (user !== null) usedIds.delete(user.uid);
}

/** Returns true if other processes may run as this user, so that limits by user do not fit. */
export function isSharedUser(user: BrowserUser | null): boolean {
  return user?.uid === nobodyId;
}

/** Yields the ids that this process does not use; first the one that was released longest ago. */
function* freeIds(): Generator<number> {
  for (const _ of reservedIds) {
    const id = reservedIds[nextIndex] ?? nobodyId;
    nextIndex = (nextIndex + 1) % reservedIds.length;
    if (!usedIds.has(id)) yield id;
  }
}
