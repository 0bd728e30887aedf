import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Browser } from './browser.ts';
import { browserFlags } from './browser-flags.ts';
import type { CdpConnection } from './cdp-connection.ts';
import { createCdpConnection } from './cdp-connection.ts';
import type { FoundBrowser } from './find-browser.ts';
import { explainFailedStart } from './failed-start.ts';
import type { ProfileDirectory } from './profile-directory.ts';
import { createProfileDirectory } from './profile-directory.ts';

const startTimeoutMs = 20_000;
const politeEndMs = 2_000;
const setpriv = '/usr/bin/setpriv';
let lastBrowserId = 0;

/** How to start one. */
export interface LaunchOptions {
  readonly found: FoundBrowser;
  /** `off` gives hostile pages the rights of the browser's user; only for hosts that already confine it. */
  readonly sandbox: 'on' | 'off';
  /** Gives the start up. */
  readonly signal?: AbortSignal;
}

/** A browser with its end in our hands. */
export interface LaunchedBrowser extends Browser {
  /** Kills the whole process group at once. */
  kill(): void;
  /** Ends it politely, after two seconds by force; settles when the processes and the profile have gone. Idempotent. */
  end(): Promise<void>;
}

/**
 * Starts a browser of its own process group, user and profile directory, controlled over a pipe.
 * Rejects with a sentence that says what to do when it does not start.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const profile = createProfileDirectory();
  const child = spawnBrowser(options, profile);
  const pipes = pipesOf(child);
  if (pipes === undefined) {
    await profile.remove();
    throw new Error('The browser cannot be started: this process may open no more files.');
  }
  const readLastWords = collectLastWords(child);
  const supervised = supervise(child, pipes, profile);
  options.signal?.addEventListener('abort', supervised.kill);
  try {
    const { product } = await supervised.connection.root.send('Browser.getVersion', undefined, {
      timeoutMs: startTimeoutMs,
    });
    return toBrowser(supervised, product);
  } catch {
    supervised.kill();
    await supervised.cleared;
    const spawnError = supervised.spawnError();
    throw new Error(
      explainFailedStart({ path: options.found.path, spawnError, words: readLastWords() }),
    );
  } finally {
    options.signal?.removeEventListener('abort', supervised.kill);
  }
}

function spawnBrowser({ found, sandbox }: LaunchOptions, profile: ProfileDirectory): ChildProcess {
  const command = [found.path, ...browserFlags(profile.path, sandbox)];
  // The pipe's end tells a healthy browser that we have gone; the kernel tells a frozen one.
  if (existsSync(setpriv)) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  const [file = found.path, ...args] = command;
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { HOME: profile.path, TMPDIR: profile.path, LANG: 'en_US.UTF-8', ...found.env },
    ...profile.user,
  });
  // Without file descriptors for its pipes the child has nothing but this event, which would end this process.
  child.on('error', () => undefined);
  return child;
}

interface Supervised {
  readonly connection: CdpConnection;
  readonly pid: number;
  readonly uid: number | undefined;
  /** The process has exited. */
  readonly gone: Promise<void>;
  /** Its group and its profile have gone as well. */
  readonly cleared: Promise<void>;
  isGone(): boolean;
  spawnError(): Error | undefined;
  kill(): void;
}

function supervise(child: ChildProcess, pipes: Pipes, profile: ProfileDirectory): Supervised {
  const pid = child.pid ?? 0;
  const { promise: gone, resolve: markGone } = Promise.withResolvers<void>();
  let hasGone = false;
  let spawnError: Error | undefined;
  const kill = () => {
    if (!hasGone) killGroup(pid);
  };
  const connection = createCdpConnection({ ...pipes, onBroken: kill });
  function leave(error?: Error): void {
    if (hasGone) return;
    hasGone = true;
    spawnError = error;
    connection.fail('the browser has gone.');
    markGone();
  }
  child.once('exit', () => leave());
  child.on('error', leave);
  const cleared = gone.then(() => {
    killGroup(pid);
    return profile.remove();
  });
  return {
    connection,
    pid,
    uid: profile.user?.uid ?? process.getuid?.(),
    gone,
    cleared,
    isGone: () => hasGone,
    spawnError: () => spawnError,
    kill,
  };
}

function toBrowser(supervised: Supervised, version: string): LaunchedBrowser {
  const { connection, pid, uid, gone, cleared, kill } = supervised;
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    const force = setTimeout(kill, politeEndMs);
    await connection.root.send('Browser.close', undefined, { timeoutMs: politeEndMs }).catch(kill);
    await cleared;
    clearTimeout(force);
  }
  return {
    id: ++lastBrowserId,
    pid,
    uid,
    version,
    cdp: connection.root,
    session: connection.session,
    dropSession: connection.dropSession,
    gone,
    get isGone() {
      return supervised.isGone();
    },
    kill,
    end: () => (ending ??= end()),
  };
}

interface Pipes {
  readonly input: Writable;
  readonly output: Readable;
}

/** Undefined when the process has none left to give. */
function pipesOf(child: ChildProcess): Pipes | undefined {
  const streams: ChildProcess['stdio'] | undefined = child.stdio;
  const [input, output] = [streams?.[3], streams?.[4]];
  return input instanceof Socket && output instanceof Socket ? { input, output } : undefined;
}

/** The end of what the browser wrote to stderr; read without end, or a full pipe would stop it. */
function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-8_000);
  });
  return () => words;
}

function killGroup(pid: number): void {
  // Without a pid the process never started, and group 0 would be our own.
  if (pid <= 1) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}
