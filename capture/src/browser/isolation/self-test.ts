import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createProfileDirectory } from '../profile-directory.ts';
import type { Isolation } from './isolated-command.ts';
import { runIsolated } from './run-isolated.ts';

/** Parts of an installation that a browser must not reach. */
export interface ProtectedTargets {
  /** Ports on 127.0.0.1. */
  readonly ports: readonly number[];
  /** Files, such as the secret key. */
  readonly files: readonly string[];
}

/** Cloud providers serve credentials of the host here. */
const metadata = 'tcp 169.254.169.254 80';

/**
 * Attempts to reach the targets, the metadata service, and a port and a Unix socket that are opened
 * for the test, from inside namespaces like those of a browser. Returns the attempts that succeeded,
 * none if the isolation holds. Rejects if the attempts cannot be made.
 */
export async function findReachable(
  isolation: Exclude<Isolation, 'off'>,
  { ports, files }: ProtectedTargets,
): Promise<string[]> {
  const profile = createProfileDirectory();
  const outside = createProfileDirectory();
  const socketPath = join(outside.path, 'socket');
  const tcp = createServer().listen(0, '127.0.0.1');
  const unix = createServer().listen(socketPath);
  try {
    await Promise.all([once(tcp, 'listening'), once(unix, 'listening')]);
    const known = join(profile.path, 'known');
    writeFileSync(known, 'readable inside');
    const attempts = [
      ...[portOf(tcp.address()), ...ports].map((port) => `tcp 127.0.0.1 ${port}`),
      metadata,
      `unix ${socketPath}`,
      ...files.map((file) => `read ${file}`),
    ];
    const succeeded = await runIsolated({
      isolation,
      user: profile.user,
      writable: profile.path,
      attempts: [`read ${known}`, ...attempts],
    });
    if (succeeded.shift() !== `read ${known}`)
      throw new Error('The self-test of the isolation cannot read its own file.');
    return succeeded;
  } finally {
    tcp.close();
    unix.close();
    await rm(socketPath, { force: true });
    await Promise.all([profile.remove(), outside.remove()]);
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
