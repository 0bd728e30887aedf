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
  const stored = readIfExists(path);
  return stored === undefined ? undefined : requireUsable(stored, path);
}

/**
 * Returns the secret used for encryption and signatures from `dataDir/secret-key`, a file that only
 * its owner can read. Creates it if missing; two processes that start at once get the same secret.
 * Throws if the file exists but is unusable.
 */
export function readOrCreateSecretKey(dataDir: string): string {
  const path = secretKeyPath(dataDir);
  const stored = readIfExists(path);
  if (stored !== undefined) return requireUsable(stored, path);
  mkdirSync(dataDir, { recursive: true });
  const temporaryPath = join(dataDir, `.secret-key-${newId()}`);
  writeFileSync(temporaryPath, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A hard link is atomic: the complete file appears under this name once, or not at all.
    linkSync(temporaryPath, path);
  } catch (error) {
    if (readIfExists(path) === undefined) throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  return requireUsable(readFileSync(path, 'utf8'), path);
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function requireUsable(text: string, path: string): string {
  const secret = text.trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} does not contain a secret of at least 32 characters. Restore it from a backup.`,
  );
}
