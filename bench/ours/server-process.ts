import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 20_000;
const ADMIN_TIMEOUT_MS = 120_000;

/** An organisation's way in. */
export interface Customer {
  readonly email: string;
  readonly key: string;
}

/** Our server, started for real with a data directory of its own. */
export interface ServerProcess {
  readonly origin: string;
  /** Its folder for temporary files: empty when it has tidied up. */
  readonly tempDir: string;
  /** Its DATA_DIR. */
  readonly dataDir: string;
  /** What it is started with, for another process beside it. */
  readonly env: NodeJS.ProcessEnv;
  /** Its embedded database, while it runs. */
  readonly databaseUrl: string;
  /** Changes when the server is started again. */
  pid(): number;
  /** Runs an admin command and gives its JSON answer. */
  admin(...args: string[]): Promise<Record<string, unknown>>;
  /** Gives a user so many finished captures without taking them. */
  fillFiles(email: string, count: number): Promise<void>;
  /** A new user with a key and credits. */
  createCustomer(name: string, credits: number): Promise<Customer>;
  /** Ends the process like a power cut would. */
  kill(): Promise<void>;
  /** Starts it (again) on the same data. Resolves when it is ready; gives how long that took. */
  start(): Promise<{ readyMs: number }>;
  /** Ends it in good order. Rejects when it does not end in time; its data stays until `remove`. */
  stop(): Promise<void>;
  remove(): void;
}

/** Prepares a server on a free port with more settings, if any; `start` starts it. */
export async function prepareServer(
  settings: Readonly<Record<string, string>> = {},
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
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGTERM'));
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  const admin = (...args: string[]) => runProgram('server/src/cli/main.ts', args, env);
  return {
    origin,
    tempDir,
    dataDir,
    env,
    databaseUrl: databaseUrlOf(dataDir),
    admin,
    fillFiles: async (email, count) => {
      const args = ['--email', email, '--count', String(count)];
      await runProgram('server/test/fill-files-process.ts', args, env);
    },
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
      const main = join(root, 'server/src/main.ts');
      const stdio = ['ignore', 'ignore', 'inherit'] as const;
      child = spawn(process.execPath, [main], { cwd: root, env, stdio: [...stdio] });
      await waitUntilReady(origin, child);
      return { readyMs: performance.now() - startedAt };
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    remove: () => {
      for (const dir of [dataDir, tempDir]) {
        rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

function databaseUrlOf(dataDir: string): string {
  const socket = encodeURIComponent(join(dataDir, 'postgres', 'socket'));
  return `postgresql://shotwright@/shotwright?host=${socket}`;
}

function makeFolders(): { readonly dataDir: string; readonly tempDir: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  chmodSync(dataDir, 0o711); // passable: for root the database would be kept elsewhere otherwise
  const tempDir = mkdtempSync(join(tmpdir(), 'bench-temp-'));
  chmodSync(tempDir, 0o1777); // as /tmp: the browser's user has to write there
  return { dataDir, tempDir };
}

async function runProgram(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const options = { cwd: root, env, timeout: ADMIN_TIMEOUT_MS };
  const program = [join(root, path), ...args, '--json'];
  const { stdout } = await run(process.execPath, program, options);
  const answer: unknown = JSON.parse(stdout);
  return Object(answer);
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  child.kill(signal);
  const isGone = await Promise.race([gone, sleep(STOP_TIMEOUT_MS, false, { ref: false })]);
  if (isGone) return;
  child.kill('SIGKILL');
  throw new Error(`the server did not end within ${STOP_TIMEOUT_MS / 1000} s of ${signal}`);
}

/** Waits until the process at `origin` is ready. Rejects when it ends, or after 90 s. */
export async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within ${READY_TIMEOUT_MS / 1000} s`);
}

/** A port of the loopback interface that is free now. */
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
