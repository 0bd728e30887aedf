import { chownSync } from 'node:fs';

/** Numeric user and group of a process. */
export interface BrowserUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Outside every range that distributions assign (systemd's UIDS-GIDS table), so no file or other
 * service uses it.
 */
const reservedId = 60_900;
/** `nobody` is usually mapped even in user namespaces with a short id map. */
const nobodyId = 65_534;

/**
 * Chooses the user that the browser runs as: an unprivileged one if this process is root (Chromium
 * rejects root, rightly); otherwise `null`, the current user.
 */
export function chooseBrowserUser(directory: string): BrowserUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const id of [reservedId, nobodyId]) {
    try {
      chownSync(directory, id, id);
      return { uid: id, gid: id };
    } catch {
      // Not mapped in this user namespace; the next one may be.
    }
  }
  throw new Error(
    'The server runs as root and cannot give a directory to an unprivileged user. Run the server as an ordinary user.',
  );
}
