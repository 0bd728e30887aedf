import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { databaseUrlOf, makeDataDir } from './database-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const readyTimeoutMs = 90_000;
const stopTimeoutMs = 20_000;
const adminTimeoutMs = 120_000;
const fillMsPerRow = 2;

/** Credentials of an organisation. */
export interface Customer {
  readonly email: string;
  readonly key: string;
}

/** Writes and commits of a database since it was created. */
export interface DatabaseFigures {
  readonly walBytes: number;
  readonly transactions: number;
  readonly rowsWritten: number;
}

/** Our server, running as a real process with a separate data directory. */
export interface ServerProcess {
  readonly origin: string;
  /** Folder for the server's temporary files; empty after a clean shutdown. */
  readonly tempDir: string;
  /** The server's DATA_DIR. */
  readonly dataDir: string;
  /** Environment of the server, for another process beside it. */
  readonly env: NodeJS.ProcessEnv;
  /** Path of its program in the repository. */
  readonly program: string;
  /** URL of its database. */
  readonly databaseUrl: string;
  /** Changes when the server is started again. */
  pid(): number;
  /** Runs an admin command and returns its JSON output. */
  admin(...args: string[]): Promise<Record<string, unknown>>;
  /** Inserts this many finished captures for a user without taking them. */
  fillFiles(email: string, count: number): Promise<void>;
  /** Inserts this many finished and charged captures for a user by SQL, as rows only. */
  fillAccount(email: string, count: number): Promise<void>;
  /** Queues this many captures for a user, without the limit of their acceptance. */
  fillQueue(email: string, count: number): Promise<void>;
  /** Returns what the database has written and committed so far. */
  databaseFigures(): Promise<DatabaseFigures>;
  /** Creates a user with a key and credits. */
  createCustomer(name: string, credits: number): Promise<Customer>;
  /** Kills the process as a power failure would. */
  kill(): Promise<void>;
  /**
   * Starts the server (again) on the same data. Resolves when it is ready, with the time that took.
   */
  start(): Promise<{ readyMs: number }>;
  /**
   * Stops the server gracefully. Rejects if it does not exit in time; its data remains until
   * `remove`.
   */
  stop(): Promise<void>;
  remove(): void;
}

/**
 * Prepares a server on a free port, with additional settings if any, or a test program that starts
 * one; `start` starts it.
 */
export async function prepareServer(
  settings: Readonly<Record<string, string>> = {},
  program = 'server/src/main.ts',
): Promise<ServerProcess> {
  const { dataDir, tempDir } = makeFolders();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    TMPDIR: tempDir,
    SEED_DEMO: 'off',
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_TARGETS: '127.0.0.1/32',
    ...settings,
  };
  const databaseUrl = settings.DATABASE_URL ?? databaseUrlOf(dataDir);
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGTERM'));
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  const admin = (...args: string[]) => runProgram('server/src/cli/main.ts', args, { env });
  return {
    origin,
    tempDir,
    dataDir,
    env,
    program,
    databaseUrl,
    admin,
    fillFiles: (...account) => fill('fill-files-process.ts', env, account),
    fillAccount: (...account) => fill('fill-account-process.ts', env, account),
    fillQueue: (...account) => fill('fill-queue-process.ts', env, account),
    databaseFigures: () => readDatabaseFigures({ ...env, DATABASE_URL: databaseUrl }),
    pid: () => child?.pid ?? -1,
    createCustomer: async (name, credits) => {
      const email = `${name}@bench.example`;
      await admin('user', 'create', '--email', email, '--password', `long-${Math.random()}`);
      await admin('credits', 'grant', '--email', email, '--amount', String(credits));
      const { key } = await admin('key', 'create', '--email', email, '--name', name);
      return { email, key: String(key) };
    },
    start: async () => {
      const startedAt = performance.now();
      child = spawnServer(env, program);
      await waitUntilReady(origin, child);
      return { readyMs: performance.now() - startedAt };
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    remove: () => [dataDir, tempDir].forEach(removeFolder),
  };
}

function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

function makeFolders(): { readonly dataDir: string; readonly tempDir: string } {
  const dataDir = makeDataDir();
  const tempDir = mkdtempSync(join(tmpdir(), 'bench-temp-'));
  chmodSync(tempDir, 0o1777); // as /tmp: the browser's user must be able to write there
  return { dataDir, tempDir };
}

async function fill(
  program: string,
  env: NodeJS.ProcessEnv,
  [email, count]: readonly [email: string, count: number],
): Promise<void> {
  const args = ['--email', email, '--count', String(count)];
  const timeoutMs = adminTimeoutMs + count * fillMsPerRow;
  await runProgram(`server/test/${program}`, args, { env, timeoutMs });
}

async function readDatabaseFigures(env: NodeJS.ProcessEnv): Promise<DatabaseFigures> {
  const figures = await runProgram('server/test/database-figures-process.ts', [], { env });
  return {
    walBytes: Number(figures.walBytes),
    transactions: Number(figures.transactions),
    rowsWritten: Number(figures.rowsWritten),
  };
}

async function runProgram(
  path: string,
  args: readonly string[],
  { env, timeoutMs = adminTimeoutMs }: { env: NodeJS.ProcessEnv; timeoutMs?: number },
) {
  const options = { cwd: root, env, timeout: timeoutMs };
  const program = [join(root, path), ...args, '--json'];
  const { stdout } = await run(process.execPath, program, options);
  const response: unknown = JSON.parse(stdout);
  return Object(response);
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  child.kill(signal);
  const hasExited = await Promise.race([exited, sleep(stopTimeoutMs, false, { ref: false })]);
  if (hasExited) return;
  child.kill('SIGKILL');
  throw new Error(`the server did not end within ${stopTimeoutMs / 1000} s of ${signal}`);
}

/** Spawns the server's program, which prints to this process's stderr. */
export function spawnServer(env: NodeJS.ProcessEnv, program = 'server/src/main.ts'): ChildProcess {
  return spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Waits until the process at `origin` is ready. Rejects if it exits, or after 90 s. */
export async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const response = await fetch(`${origin}/health/ready`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within ${readyTimeoutMs / 1000} s`);
}

/** Returns a port of the loopback interface that is free now. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => (port === undefined ? reject(new Error('no free port')) : resolve(port)));
    });
  });
}
