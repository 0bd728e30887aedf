import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId, newToken } from './lib/ids.ts';

/** Returns where the secret lies when SECRET_KEY is not set. */
export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret-key');
}

/** Reads the secret of the file in `dataDir`; undefined when it has none. Throws when the file is unusable. */
export function readSecretKey(dataDir: string): string | undefined {
  const path = secretKeyPath(dataDir);
  const kept = readIfThere(path);
  return kept === undefined ? undefined : usable(kept, path);
}

/**
 * The secret that seals and signs, kept in `dataDir/secret-key` for its owner's eyes only and made there when it is
 * missing. Two processes starting at once end up with the same one. Throws when the file is there but unusable.
 */
export function readOrMakeSecretKey(dataDir: string): string {
  const path = secretKeyPath(dataDir);
  const kept = readIfThere(path);
  if (kept !== undefined) return usable(kept, path);
  mkdirSync(dataDir, { recursive: true });
  const ticket = join(dataDir, `.secret-key-${newId()}`);
  writeFileSync(ticket, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Appears whole and under one name only, or not at all.
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
