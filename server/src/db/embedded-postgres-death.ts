import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { PostgresHome } from './embedded-postgres-home.ts';

/**
 * How PostgreSQL learns that this process died: from the kernel (PR_SET_PDEATHSIG, set by util-linux's setpriv), or from
 * a shell that waits for the end of a pipe.
 */
export type DeathWatch = 'kernel' | 'process';

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];
let found: string | null | undefined;

/** Returns what to put before a command so that the kernel sends it `signal` when this process dies; empty where impossible. */
export function signalledAtDeath(signal: 'QUIT' | 'KILL'): readonly string[] {
  found ??= setprivPaths.find(canSignalAtDeath) ?? null;
  return found === null ? [] : [found, '--pdeathsig', signal, '--'];
}

/** BusyBox has a setpriv that does not know the option. */
function canSignalAtDeath(path: string): boolean {
  const { status } = spawnSync(path, ['--pdeathsig', 'QUIT', '--', 'true'], { stdio: 'ignore' });
  return status === 0;
}

/** Any line means that PostgreSQL has ended before; the end of the pipe without one, that its server died. */
const script =
  'read -r line && exit; read -r pid < "$2" && [ "$pid" = "$1" ] && kill -QUIT "$1"; exit 0';

/** Starts the shell that ends `postgres` when this process dies; it ends with `postgres`. */
export function endAtDeath(postgres: ChildProcess, home: PostgresHome): void {
  const pidFile = join(home.dataPath, 'postmaster.pid');
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(postgres.pid), pidFile], {
    ...home.user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // What kills our whole process group must not kill the watcher.
    detached: true,
  });
  watcher.on('error', () => undefined).unref();
  watcher.stdin.on('error', () => undefined);
  postgres.once('exit', () => watcher.stdin.end('ended\n'));
}
