import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import { runInBackground } from '../lib/run-in-background.ts';
import type { PostgresBinaries } from './binaries.ts';
import { stopOnParentDeath, signalOnParentDeath, type ParentDeathWatch } from './parent-death.ts';
import { explainFailure } from './start-errors.ts';
import { ownedDirectory, type ClusterDirectory } from './cluster-directory.ts';
import { accessRules, serverSettings } from './settings.ts';

/** A PostgreSQL process started by this process. */
export interface PostgresProcess {
  /** Returns its last output once it has exited, or undefined while it runs. */
  failure(): string | undefined;
  /** Resolves when it has exited, for any reason. */
  readonly exited: Promise<unknown>;
  /**
   * `smart` waits for the sessions of other processes, `fast` ends them. After a deadline it is
   * shut down immediately, then killed.
   */
  stop(mode: 'smart' | 'fast'): Promise<void>;
}

const initdbDeadlineMs = 50_000;
/** Deadlines of a shutdown by its mode. Unit: ms after the first signal. */
const stopDeadlinesMs = { fast: 5_000, immediate: 8_000, kill: 10_000 };
/** Time within which the last output of an exited process arrives. Unit: ms. */
const outputDrainMs = 100;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster if there is none. It gets its name only when complete, so an interrupted
 * attempt is repeated.
 */
export async function ensureCluster(
  cluster: ClusterDirectory,
  binaries: PostgresBinaries,
): Promise<void> {
  if (existsSync(join(cluster.dataPath, 'PG_VERSION'))) return;
  const partial = `${cluster.dataPath}.init`;
  rmSync(partial, { recursive: true, force: true });
  ownedDirectory(partial, cluster.user);
  const init = start(cluster, [
    ...signalOnParentDeath('KILL'),
    binaries.initdb,
    `--pgdata=${partial}`,
    '--username=shotwright',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const timer = setTimeout(() => init.child.kill('SIGKILL'), initdbDeadlineMs);
  const code = await init.exited;
  clearTimeout(timer);
  if (code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw explainFailure('The embedded PostgreSQL could not be set up', init.tail());
  }
  for (const [name, text] of Object.entries(accessRules(cluster.clientName))) {
    const path = join(partial, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (cluster.user) chownSync(path, cluster.user.uid, cluster.user.gid);
  }
  renameSync(partial, cluster.dataPath);
}

/** Starts PostgreSQL, which accepts connections shortly afterwards. */
export function startPostgres(input: {
  readonly cluster: ClusterDirectory;
  readonly binaries: PostgresBinaries;
  readonly logger: Logger;
  readonly settings: Readonly<Record<string, string>>;
  /** Default: the kernel, if possible. */
  readonly parentDeathWatch?: ParentDeathWatch | undefined;
}): PostgresProcess {
  const { cluster, binaries, logger } = input;
  const atDeath = input.parentDeathWatch === 'process' ? [] : signalOnParentDeath('QUIT');
  const settings = { ...serverSettings(cluster.socketPath), ...input.settings };
  const run = start(
    cluster,
    [
      ...atDeath,
      binaries.postgres,
      '-D',
      cluster.dataPath,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    (line) => logger.debug({ line }, 'postgresql'),
  );
  if (atDeath.length === 0) stopOnParentDeath(run.child, cluster);
  let hasExited = false;
  const exited = run.exited.then(() => {
    hasExited = true;
  });
  runInBackground(exited, logger, 'the end of PostgreSQL could not be noted');
  return {
    failure: () => (hasExited ? run.tail() || 'it exited without output' : undefined),
    exited: run.exited,
    stop: async (mode) => {
      if (hasExited) return;
      run.child.kill(mode === 'smart' ? 'SIGTERM' : 'SIGINT');
      const timers = [
        setTimeout(() => run.child.kill('SIGINT'), stopDeadlinesMs.fast),
        setTimeout(() => run.child.kill('SIGQUIT'), stopDeadlinesMs.immediate),
        setTimeout(() => run.child.kill('SIGKILL'), stopDeadlinesMs.kill),
      ];
      await run.exited;
      timers.forEach(clearTimeout);
    },
  };
}

interface Run {
  readonly child: ChildProcess;
  /** Exit code, or null if it was killed or never ran. Never rejects. */
  readonly exited: Promise<number | null>;
  tail(): string;
}

function start(cluster: ClusterDirectory, command: string[], onLine?: (line: string) => void): Run {
  const [program = '', ...args] = command;
  let tail = '';
  const child = spawn(program, args, {
    ...cluster.user,
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal signals the whole process group; the database must exit last, on our
    // signal.
    detached: true,
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000);
    for (const line of text.split('\n')) if (line) onLine?.(line);
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', (err) => {
      tail += err.message;
      resolve(null);
    });
    child.once('close', (code) => resolve(code));
    // Sessions that outlive a killed postmaster hold its stderr open.
    child.once('exit', (code) => setTimeout(resolve, outputDrainMs, code));
  });
  return { child, exited, tail: () => tail };
}
