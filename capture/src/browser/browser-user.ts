import { chownSync } from 'node:fs';

/** Numeric identity a process runs under. */
export interface BrowserUser {
  readonly uid: number;
  readonly gid: number;
}

/** Outside every range that distributions hand out (systemd's UIDS-GIDS table), so no file or other service has it. */
const reservedId = 60_900;
/** `nobody` is what a user namespace with a short map still knows. */
const nobodyId = 65_534;

/** Who the browser runs as: nobody special when we are root (Chromium refuses root, rightly); otherwise ourselves, `null`. */
export function chooseBrowserUser(directory: string): BrowserUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const id of [reservedId, nobodyId]) {
    try {
      chownSync(directory, id, id);
      return { uid: id, gid: id };
    } catch {
      // Not mapped in this user namespace: the next one may be.
    }
  }
  throw new Error(
    'The server runs as root and cannot hand a directory to an unprivileged user; run it as an ordinary user.',
  );
}
