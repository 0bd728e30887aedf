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
  readonly ended: Promise<unknown>;
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
const lastWordsMs = 100;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster if there is none. It gets its name only when complete, so an interrupted
 * attempt is repeated.
 */
export async function ensureCluster(home: ClusterDirectory, binaries: PostgresBinaries): Promise<void> {
  if (existsSync(join(home.dataPath, 'PG_VERSION'))) return;
  const partial = `${home.dataPath}.init`;
  rmSync(partial, { recursive: true, force: true });
  ownedDirectory(partial, home.user);
  const init = start(home, [
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
  const code = await init.ended;
  clearTimeout(timer);
  if (code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw explainFailure('The embedded PostgreSQL could not be set up', init.tail());
  }
  for (const [name, text] of Object.entries(accessRules(home.clientName))) {
    const path = join(partial, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (home.user) chownSync(path, home.user.uid, home.user.gid);
  }
  renameSync(partial, home.dataPath);
}

/** Starts PostgreSQL, which accepts connections shortly afterwards. */
export function startPostgres(input: {
  readonly home: ClusterDirectory;
  readonly binaries: PostgresBinaries;
  readonly logger: Logger;
  readonly settings: Readonly<Record<string, string>>;
  /** Default: the kernel, if possible. */
  readonly parentDeathWatch?: ParentDeathWatch | undefined;
}): PostgresProcess {
  const { home, binaries, logger } = input;
  const atDeath = input.parentDeathWatch === 'process' ? [] : signalOnParentDeath('QUIT');
  const settings = { ...serverSettings(home.socketPath), ...input.settings };
  const run = start(
    home,
    [
      ...atDeath,
      binaries.postgres,
      '-D',
      home.dataPath,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    (line) => logger.debug({ line }, 'postgresql'),
  );
  if (atDeath.length === 0) stopOnParentDeath(run.child, home);
  let hasEnded = false;
  const ended = run.ended.then(() => {
    hasEnded = true;
  });
  runInBackground(ended, logger, 'the end of PostgreSQL could not be noted');
  return {
    failure: () => (hasEnded ? run.tail() || 'it ended without a word' : undefined),
    ended: run.ended,
    stop: async (mode) => {
      if (hasEnded) return;
      run.child.kill(mode === 'smart' ? 'SIGTERM' : 'SIGINT');
      const timers = [
        setTimeout(() => run.child.kill('SIGINT'), stopDeadlinesMs.fast),
        setTimeout(() => run.child.kill('SIGQUIT'), stopDeadlinesMs.immediate),
        setTimeout(() => run.child.kill('SIGKILL'), stopDeadlinesMs.kill),
      ];
      await run.ended;
      timers.forEach(clearTimeout);
    },
  };
}

interface Run {
  readonly child: ChildProcess;
  /** Exit code, or null if it was killed or never ran. Never rejects. */
  readonly ended: Promise<number | null>;
  tail(): string;
}

function start(home: ClusterDirectory, command: string[], onLine?: (line: string) => void): Run {
  const [program = '', ...args] = command;
  let tail = '';
  const child = spawn(program, args, {
    ...home.user,
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
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (err) => {
      tail += err.message;
      resolve(null);
    });
    child.once('close', (code) => resolve(code));
    // Sessions that outlive a killed postmaster hold its stderr open.
    child.once('exit', (code) => setTimeout(resolve, lastWordsMs, code));
  });
  return { child, ended, tail: () => tail };
}
