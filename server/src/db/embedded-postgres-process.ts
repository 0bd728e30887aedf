import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  chownSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { cannotStart, explainFailure } from './embedded-postgres-failures.ts';
import { ownedDirectory, type PostgresHome } from './embedded-postgres-home.ts';
import { accessRules, serverSettings } from './embedded-postgres-settings.ts';

/** A running PostgreSQL of ours. */
export interface PostgresProcess {
  /** What it wrote last, once it has ended; undefined while it runs. */
  failure(): string | undefined;
  /** `smart` waits for the sessions of others, `fast` ends them; after the deadline it is killed. */
  stop(mode: 'smart' | 'fast'): Promise<void>;
}

const initdbDeadlineMs = 50_000;
const stopDeadlineMs = 10_000;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Makes the cluster when there is none. It appears under its name only when whole, so a cut-off attempt is made anew. */
export async function ensureCluster(home: PostgresHome, binaries: PostgresBinaries): Promise<void> {
  if (existsSync(join(home.dataPath, 'PG_VERSION'))) return;
  const partial = `${home.dataPath}.init`;
  rmSync(partial, { recursive: true, force: true });
  ownedDirectory(partial, home.user);
  const init = start(home, [
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

/** Starts PostgreSQL; it accepts connections a little later. */
export function startPostgres(input: {
  readonly home: PostgresHome;
  readonly binaries: PostgresBinaries;
  readonly logger: Logger;
  readonly settings: Readonly<Record<string, string>>;
}): PostgresProcess {
  const { home, binaries, logger } = input;
  const settings = { ...serverSettings(home.socketPath), ...input.settings };
  const run = start(
    home,
    [
      ...stopsWithUs(),
      binaries.postgres,
      '-D',
      home.dataPath,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    (line) => logger.debug({ line }, 'postgresql'),
  );
  let hasEnded = false;
  void run.ended.then(() => (hasEnded = true));
  return {
    failure: () => (hasEnded ? run.tail() || 'it ended without a word' : undefined),
    stop: async (mode) => {
      if (hasEnded) return;
      run.child.kill(mode === 'smart' ? 'SIGTERM' : 'SIGINT');
      const timers = [
        setTimeout(() => run.child.kill('SIGINT'), stopDeadlineMs / 2),
        setTimeout(() => run.child.kill('SIGKILL'), stopDeadlineMs),
      ];
      await run.ended;
      timers.forEach(clearTimeout);
    },
  };
}

/**
 * Ends a PostgreSQL whose owner died without it (no setpriv), and removes what a killed one left behind. A
 * `postmaster.pid` may name a number that is another program's by now: only a process that stands in the data
 * directory is PostgreSQL. Call it with the home's lock held.
 */
export async function clearLeftovers(home: PostgresHome, deadlineMs: number): Promise<void> {
  const pidFile = join(home.dataPath, 'postmaster.pid');
  const until = Date.now() + deadlineMs;
  for (let signalled = false; ; await delay(20)) {
    const pid = firstNumber(pidFile);
    if (pid === undefined || !isPostgresOf(pid, home.dataPath)) break;
    if (!signalled) process.kill(pid, 'SIGINT');
    signalled = true;
    if (Date.now() > until) {
      throw cannotStart(
        `An older PostgreSQL (process ${pid}) still holds ${home.dataPath} and does not end. End it and start again.`,
      );
    }
  }
  const socket = join(home.socketPath, '.s.PGSQL.5432');
  for (const path of [pidFile, socket, `${socket}.lock`]) rmSync(path, { force: true });
}

function isPostgresOf(pid: number, dataPath: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataPath);
  } catch {
    // Gone, or another user's, which ours never is. Without /proc PostgreSQL's own check has to do.
    return false;
  }
}

function firstNumber(path: string): number | undefined {
  // Without /proc the file is left alone, see above.
  if (!lstatSync('/proc/self', { throwIfNoEntry: false })) return undefined;
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL gets its fast-shutdown signal from the kernel when we die, even by kill -9. */
function stopsWithUs(): string[] {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  return setpriv ? [setpriv, '--pdeathsig', 'INT', '--'] : [];
}

interface Run {
  readonly child: ChildProcess;
  /** The exit code, or null when it was killed or never ran. Never rejects. */
  readonly ended: Promise<number | null>;
  tail(): string;
}

function start(home: PostgresHome, command: string[], onLine?: (line: string) => void): Run {
  const [program = '', ...args] = command;
  let tail = '';
  const child = spawn(program, args, {
    ...home.user,
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal reaches the whole group; the database ends last, when we say so.
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
  });
  return { child, ended, tail: () => tail };
}
