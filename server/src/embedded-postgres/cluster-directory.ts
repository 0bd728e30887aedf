import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { cannotStart } from './start-errors.ts';

/** User that PostgreSQL runs as. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/** Location and owner of one DATA_DIR's cluster. */
export interface ClusterDirectory {
  /** Owned by this process's user; contains the lock and the two folders below. */
  readonly path: string;
  readonly dataPath: string;
  readonly socketPath: string;
  /** Undefined if PostgreSQL runs as the same user as this process. */
  readonly user: PostgresUser | undefined;
  /** System name of this process's user, the only one that PostgreSQL admits. */
  readonly clientName: string;
}

const locationFileName = 'postgres-location.txt';
/** sun_path of unix(7) has 108 bytes including its zero; PostgreSQL appends `/.s.PGSQL.5432`. */
const maxSocketDirBytes = 107 - '/.s.PGSQL.5432'.length;

/**
 * Chooses the location of a DATA_DIR's cluster, always the same one, and creates the folders. If
 * this process is root, PostgreSQL runs as `nobodyUser`, because it does not run as root. If `nobodyUser`
 * cannot reach DATA_DIR, the cluster is below /var/lib and a note in DATA_DIR records its location.
 */
export function openClusterDirectory(dataDir: string): ClusterDirectory {
  mkdirSync(dataDir, { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const user = process.getuid?.() === 0 ? nobodyUser() : undefined;
  const path = user ? reachablePath(realDataDir) : join(realDataDir, 'postgres');
  mkdirSync(path, { recursive: true });
  // Traverse permission is enough for the other user, which owns the folders inside.
  if (user) chmodSync(path, 0o711);
  const socketPath = ownedDirectory(socketPathOf(path), user);
  return { path, dataPath: join(path, 'data'), socketPath, user, clientName: ownUserName() };
}

/**
 * Returns true if a user that is neither owner nor in the group may enter and read this directory.
 */
export function isOpenToOthers(directory: string): boolean {
  for (let at = realpathSync(directory); ; at = dirname(at)) {
    const needed = at === realpathSync(directory) ? 0o005 : 0o001;
    if ((statSync(at).mode & needed) !== needed) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * Creates a directory of the given user that no other user may enter. Throws if another user has
 * created it.
 */
export function ownedDirectory(path: string, user: PostgresUser | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const ownUid = process.getuid?.();
  if (!found.isDirectory() || (found.uid !== ownUid && found.uid !== user?.uid)) {
    throw cannotStart(
      `${path} belongs to another user (uid ${found.uid}); the embedded PostgreSQL needs it. Remove it, run as that user, or choose another DATA_DIR.`,
    );
  }
  if (user && found.uid !== user.uid) chownSync(path, user.uid, user.gid);
  if ((found.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
  return path;
}

/**
 * Returns the location of the cluster. It never moves, even if permissions change later: the note
 * decides, then the existing folder.
 */
function reachablePath(realDataDir: string): string {
  const locationFile = join(realDataDir, locationFileName);
  const inside = join(realDataDir, 'postgres');
  if (existsSync(locationFile)) {
    const recorded = readFileSync(locationFile, 'utf8').split('\n', 1)[0];
    if (recorded) return recorded;
  }
  if (existsSync(join(inside, 'data')) || isPassable(realDataDir)) return inside;
  const outside = join('/var/lib/shotwright', `cluster-${shortHash(realDataDir)}`);
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 });
  writeFileSync(
    locationFile,
    `${outside}\nThe database of this directory is stored there because PostgreSQL runs as the user "nobody", which cannot access this directory. Keep both together.\n`,
  );
  return outside;
}

/** Only traverse permission is checked, because `postgres/` inside is accessed by its path. */
function isPassable(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function socketPathOf(cluster: string): string {
  const near = join(cluster, 'socket');
  return Buffer.byteLength(near) <= maxSocketDirBytes
    ? near
    : join('/tmp', `shotwright-${process.getuid?.() ?? 0}-${shortHash(cluster)}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function nobodyUser(): PostgresUser {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!line) {
    throw cannotStart(
      'PostgreSQL does not run as root, and this system has no user "nobody". Run the server as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function ownUserName(): string {
  try {
    return userInfo().username;
  } catch (err) {
    throw cannotStart(
      `The user of this process (uid ${process.getuid?.()}) has no entry in /etc/passwd, which the embedded PostgreSQL needs. Add one, or set DATABASE_URL.`,
      err,
    );
  }
}
