import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId, newToken } from '../lib/ids.ts';

/** Returns the path of the secret file, used if SECRET_KEY is not set. */
export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret-key');
}

/**
 * Reads the secret file in `dataDir`. Returns undefined if there is none. Throws if the file is
 * unusable.
 */
export function readSecretKey(dataDir: string): string | undefined {
  const path = secretKeyPath(dataDir);
  const kept = readIfThere(path);
  return kept === undefined ? undefined : usable(kept, path);
}

/**
 * Returns the secret used for encryption and signatures from `dataDir/secret-key`, a file that only
 * its owner can read. Creates it if missing; two processes that start at once get the same secret.
 * Throws if the file exists but is unusable.
 */
export function readOrMakeSecretKey(dataDir: string): string {
  const path = secretKeyPath(dataDir);
  const kept = readIfThere(path);
  if (kept !== undefined) return usable(kept, path);
  mkdirSync(dataDir, { recursive: true });
  const ticket = join(dataDir, `.secret-key-${newId()}`);
  writeFileSync(ticket, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A hard link is atomic: the complete file appears under this name once, or not at all.
    linkSync(ticket, path);
  } catch (error) {
    if (readIfThere(path) === undefined) throw error;
  } finally {
    rmSync(ticket, { force: true });
  }
  return usable(readFileSync(path, 'utf8'), path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function usable(text: string, path: string): string {
  const secret = text.trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} does not hold a secret of at least 32 characters. Restore it from a backup.`,
  );
}
