import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ClusterDirectory } from './cluster-directory.ts';

/**
 * Mechanism that shuts PostgreSQL down when this process dies: the kernel (PR_SET_PDEATHSIG, set by
 * util-linux's setpriv), or a shell that waits for the end of a pipe.
 */
export type ParentDeathWatch = 'kernel' | 'process';

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];
let found: string | null | undefined;

/**
 * Returns the command prefix that makes the kernel send `signal` when this process dies, or an
 * empty list if that is not possible.
 */
export function signalOnParentDeath(signal: 'QUIT' | 'KILL'): readonly string[] {
  found ??= setprivPaths.find(supportsParentDeathSignal) ?? null;
  return found === null ? [] : [found, '--pdeathsig', signal, '--'];
}

/** BusyBox has a setpriv without this option. */
function supportsParentDeathSignal(path: string): boolean {
  const { status } = spawnSync(path, ['--pdeathsig', 'QUIT', '--', 'true'], { stdio: 'ignore' });
  return status === 0;
}

/**
 * A line means that PostgreSQL has already exited; the end of the pipe without a line means that
 * its server died.
 */
const script =
  'read -r line && exit; read -r pid < "$2" && [ "$pid" = "$1" ] && kill -QUIT "$1"; exit 0';

/**
 * Starts the shell that stops `postgres` when this process dies; the shell exits with `postgres`.
 */
export function stopOnParentDeath(postgres: ChildProcess, cluster: ClusterDirectory): void {
  const pidFile = join(cluster.dataPath, 'postmaster.pid');
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(postgres.pid), pidFile], {
    ...cluster.user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal that kills our whole process group must not kill the watcher.
    detached: true,
  });
  watcher.on('error', () => undefined).unref();
  watcher.stdin.on('error', () => undefined);
  postgres.once('exit', () => watcher.stdin.end('ended\n'));
}
