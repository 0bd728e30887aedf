import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { UsageError } from './exit-codes.ts';
import { isMissingFile } from './missing-file.ts';

/** A server and an API key of it, as `login` stores them. */
export interface Credentials {
  readonly url: string;
  readonly apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of the stored credentials; undefined if the environment names no folder. Source:
 * XDG Base Directory Specification 0.8, which ignores a relative `XDG_CONFIG_HOME`.
 */
export function credentialsPath(environment: Environment): string | undefined {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '';
  if (isAbsolute(configured)) return join(configured, 'shotwright', 'credentials.json');
  return home === '' ? undefined : join(home, '.config', 'shotwright', 'credentials.json');
}

/** Returns the path at which credentials are stored. Throws a {@link UsageError} if there is none. */
export function requireCredentialsPath(environment: Environment): string {
  const path = credentialsPath(environment);
  if (path !== undefined) return path;
  throw new UsageError(
    'There is no folder for the API key: set HOME or XDG_CONFIG_HOME, or use SHOTWRIGHT_API_KEY instead of login.',
  );
}

/** Returns the stored credentials; undefined if there are none. Throws a {@link UsageError}. */
export function readCredentials(environment: Environment): Credentials | undefined {
  const path = credentialsPath(environment);
  const text = path === undefined ? undefined : readIfPresent(path);
  if (text === undefined) return undefined;
  const found = parse(text);
  if (found) return found;
  throw new UsageError(`${path} contains no URL and API key. Run shotwright login again.`);
}

/** Stores credentials so that only this user can read them, whatever was there before. */
export function writeCredentials(path: string, credentials: Credentials): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partialPath = `${path}.${randomUUID()}.partial`;
  try {
    writeFileSync(partialPath, `${JSON.stringify(credentials, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    // The umask of the process may have removed the owner's own rights.
    chmodSync(partialPath, 0o600);
    renameSync(partialPath, path);
  } finally {
    rmSync(partialPath, { force: true });
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

function parse(text: string): Credentials | undefined {
  try {
    const { url, apiKey }: Record<string, unknown> = JSON.parse(text);
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined;
  } catch {
    return undefined;
  }
}
