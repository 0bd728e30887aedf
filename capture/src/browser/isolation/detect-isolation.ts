import { existsSync, readFileSync } from 'node:fs';
import type { EngineLogger } from '../../logger.ts';
import { createProfileDirectory } from '../profile-directory.ts';
import { perlPath, type Isolation } from './isolated-command.ts';
import { runIsolated } from './run-isolated.ts';

/**
 * Isolation that an installation wants: `required` starts no browser without it, `auto` uses it where
 * the system allows it.
 */
export type WantedIsolation = 'required' | 'auto' | 'off';

/** Isolation that the system allows, and the sentence that explains why it allows none. */
export interface DetectedIsolation {
  readonly isolation: Isolation;
  readonly unavailable: string | null;
}

/** Thrown if isolation is required and the system does not allow it. */
export class IsolationUnavailableError extends Error {
  override readonly name = 'IsolationUnavailableError';
}

const switchOff =
  'Or set ISOLATION=off if the host confines the browsers already: they then share its network and its files.';

/**
 * Returns the isolation to use. Rejects with an {@link IsolationUnavailableError} that names what to
 * enable if it is required and not possible.
 */
export async function detectIsolation(wanted: WantedIsolation): Promise<DetectedIsolation> {
  if (wanted === 'off') return { isolation: 'off', unavailable: null };
  const isRoot = process.getuid?.() === 0;
  const candidates = isRoot
    ? (['namespaces', 'user-namespace'] as const)
    : (['user-namespace'] as const);
  let unavailable = explainMissing();
  for (const isolation of unavailable === undefined ? candidates : []) {
    const error = await checkIsolation(isolation);
    if (error === undefined) return { isolation, unavailable: null };
    unavailable = explainFailure(error);
  }
  const sentence = `${unavailable} ${switchOff}`;
  if (wanted === 'required') throw new IsolationUnavailableError(sentence);
  return { isolation: 'off', unavailable: sentence };
}

/** Logs one line: the isolation in use, or why there is none. */
export function logIsolation(
  { isolation, unavailable }: DetectedIsolation,
  logger: EngineLogger,
): void {
  if (isolation !== 'off') logger.info({ isolation }, 'each browser has its own namespaces');
  else if (unavailable === null) logger.warn({}, 'browsers are not isolated, as configured');
  else logger.warn({ reason: unavailable }, 'browsers are not isolated');
}

/** Starts an isolated command that does nothing. Returns the error, if any. */
async function checkIsolation(isolation: Exclude<Isolation, 'off'>): Promise<string | undefined> {
  const profile = createProfileDirectory();
  try {
    await runIsolated({ isolation, user: profile.user, writable: profile.path });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await profile.remove();
  }
}

function explainMissing(): string | undefined {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return `Browsers can be isolated only on Linux on x64 and arm64, not on ${process.platform} on ${process.arch}.`;
  if (!existsSync(perlPath))
    return `Browsers cannot be isolated without ${perlPath}; install the package perl-base.`;
  return undefined;
}

/** Kernel settings that forbid namespaces, the values that forbid them, and those that allow them. */
const settings = [
  ['kernel/unprivileged_userns_clone', '0', '1'],
  ['user/max_user_namespaces', '0', '10000'],
  ['user/max_net_namespaces', '0', '10000'],
  ['user/max_mnt_namespaces', '0', '10000'],
  ['user/max_pid_namespaces', '0', '10000'],
  ['user/max_ipc_namespaces', '0', '10000'],
  ['user/max_uts_namespaces', '0', '10000'],
  ['kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
] as const;

/** Returns a sentence with the setting to change, for the error that `isolate.pl` printed. */
export function explainFailure(error: string, readSetting = readKernelSetting): string {
  const start = `Browsers cannot be isolated here (${error}).`;
  const wrong = settings.find(([path, forbidden]) => readSetting(path) === forbidden);
  if (wrong !== undefined) {
    const [path, , allowed] = wrong;
    return `${start} Run: sysctl -w ${path.replace('/', '.')}=${allowed}`;
  }
  if (error.includes('mount /proc'))
    return `${start} The container hides parts of /proc; start it with --security-opt systempaths=unconfined (Kubernetes: procMount: Unmasked).`;
  if (/mount|protect|change root|bind/.test(error))
    return `${start} A security module forbids mounts; start the container with --security-opt apparmor=unconfined, or allow them in its profile.`;
  if (error.includes('namespace'))
    return `${start} In a container, its seccomp profile forbids namespaces; start it with --security-opt seccomp=deploy/seccomp.json (a file of Shotwright's sources), or allow clone, unshare, mount, umount2, pivot_root and mount_setattr.`;
  return start;
}

/** Returns an empty string if the kernel has no such setting. */
function readKernelSetting(path: string): string {
  try {
    return readFileSync(`/proc/sys/${path}`, 'latin1').trim();
  } catch {
    return '';
  }
}
