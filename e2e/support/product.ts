import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const server = join(import.meta.dirname, '..', '..', 'server', 'src');
const startDeadlineMs = 60_000;
const stopDeadlineMs = 20_000;
/** A command starts a process, which takes long on a busy machine. */
const commandDeadlineMs = 60_000;
/** Time for a million rows. */
const fillDeadlineMs = 15 * 60_000;
/** Accounts that are created at a time, because most of the work is the start of a process. */
const peopleAtATime = 20;
const run = promisify(execFile);

/**
 * Two slides, so that the carousel rotates; a feedback and a status page, so that their links have
 * a target.
 */
const settings = {
  PORT: '0',
  SEED_DEMO: 'false',
  LOCAL_IDENTITY: 'true',
  DEV_MAILBOX: 'true',
  LOCAL_PAYMENTS: 'true',
  ALLOW_PRIVATE_TARGETS: '127.0.0.1/32',
  LOG_LEVEL: 'warn',
  FEEDBACK_URL: 'https://feedback.example.com/board',
  STATUS_URL: 'https://status.example.com/',
  NEWS_SLIDES: JSON.stringify([
    { title: 'First news', text: 'Something is new.' },
    { title: 'Second news', text: 'Something else is new.' },
  ]),
};

/** A user with a separate account. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** The product as deployed: a separate process on an empty data folder. */
export interface Product {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** Runs an admin command beside the running server and returns its output. */
  admin(...args: readonly string[]): Promise<unknown>;
  /** Returns a new user who has never signed in. */
  createPerson(): Promise<Person>;
  /** Inserts this many finished captures for a user without taking them. */
  fillFiles(email: string, count: number): Promise<void>;
  /** Inserts this many finished captures for a user by SQL, as rows without images. */
  fillAccount(email: string, count: number): Promise<void>;
  /** Folder of the database, the files and the state of the test payment provider. */
  readonly dataDir: string;
  /** Kills the process as a power cut would, and starts it again at the same URL. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a {@link Product} with the additional settings `more`; takes a few seconds. */
export async function startProduct(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-stories-'));
  // An embedded PostgreSQL that does not run as root must be able to traverse the folder.
  chmodSync(dataDir, 0o711);
  const env = { ...inherited(), ...settings, ...more, DATA_DIR: dataDir };
  let child = spawnServer(env);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    await end(child);
    process.off('exit', kill);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await dashboardOf(child);
    const admin = async (...args: readonly string[]) => {
      const command = [join(server, 'cli', 'main.ts'), ...args, '--json'];
      const { stdout } = await run(process.execPath, command, { env, timeout: commandDeadlineMs });
      return JSON.parse(stdout) as unknown;
    };
    const runProgram = async (name: string, ...args: readonly string[]) => {
      const program = join(server, '..', 'test', name);
      await run(process.execPath, [program, ...args], { env, timeout: fillDeadlineMs });
    };
    const fillAccount = (email: string, count: number) =>
      runProgram('fill-account-process.ts', '--email', email, '--count', String(count));
    const fillFiles = (email: string, count: number) =>
      runProgram('fill-files-process.ts', '--email', email, '--count', String(count));
    const people: Person[] = [];
    const createPerson = async (): Promise<Person> => {
      if (people.length === 0) {
        const created = Array.from({ length: peopleAtATime }, newPerson);
        const accounts = created.map(({ email, password }) => ({ email, password, ...names }));
        await runProgram('create-accounts-process.ts', JSON.stringify(accounts));
        people.push(...created);
      }
      return people.shift()!;
    };
    const restart = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = spawnServer({ ...env, PORT: new URL(url).port });
      await dashboardOf(child);
    };
    return { url, admin, createPerson, fillFiles, fillAccount, dataDir, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns an email that is unique in the run. */
export function newEmail(): string {
  return `story-${randomUUID().slice(0, 18)}@example.com`;
}

const names = { firstName: 'Ada', lastName: 'Story' };

function newPerson(): Person {
  const name = `${names.firstName} ${names.lastName}`;
  return { email: newEmail(), password: `secret ${randomUUID()}`, name };
}

/**
 * Returns the variables a process needs to run at all; other settings of the calling shell are
 * omitted.
 */
function inherited(): Record<string, string> {
  const variables = [
    'PATH',
    'HOME',
    'TMPDIR',
    'NODE_COMPILE_CACHE',
    'BROWSER_PATH',
    'LD_LIBRARY_PATH',
    'FONTCONFIG_FILE',
  ];
  return Object.fromEntries(
    variables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(server, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function dashboardOf(child: ChildProcess): Promise<string> {
  const timeout = AbortSignal.timeout(startDeadlineMs);
  const ended = once(child, 'exit').then((): never => {
    throw new Error('the server ended before it was ready');
  });
  let output = '';
  for (;;) {
    const [, url] = /Dashboard {2}(\S+)/.exec(output) ?? [];
    if (url !== undefined) return url;
    const [chunk] = await Promise.race([once(child.stdout!, 'data', { signal: timeout }), ended]);
    output += String(chunk);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await once(child, 'exit');
  clearTimeout(deadline);
}
