import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { getPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Browser } from './browser.ts';
import { browserFlags } from './browser-flags.ts';
import {
  defaultIdentity,
  identityFlags,
  readVersion,
  type BrowserIdentity,
} from './browser-identity.ts';
import type { CdpConnection } from '../cdp/connection.ts';
import { createCdpConnection } from '../cdp/connection.ts';
import type { BrowserExecutable } from './bundled-chromium.ts';
import { foldersOf, isolatedCommand, type Isolation } from './isolation/isolated-command.ts';
import { createListenerChannel, type ListenerChannel } from './isolation/listener-channel.ts';
import { launchError } from './launch-error.ts';
import type { ProfileDirectory } from './profile-directory.ts';
import { createProfileDirectory } from './profile-directory.ts';

const startTimeoutMs = 20_000;
const closeTimeoutMs = 2_000;
const setpriv = '/usr/bin/setpriv';
const nice = '/usr/bin/nice';
let lastBrowserId = 0;

/** Options for starting a browser. */
export interface LaunchOptions {
  readonly found: BrowserExecutable;
  /**
   * `off` exposes the rights of the browser's user to hostile pages; use it only on hosts that
   * already confine the browser.
   */
  readonly sandbox: 'on' | 'off';
  /** Default: {@link defaultIdentity}. */
  readonly identity?: BrowserIdentity;
  /** Default: `off`. */
  readonly isolation?: Isolation;
  /**
   * Nice value of the processes of the browser, up to 19. Default, and at least: that of this process,
   * because a lower value would need privileges.
   */
  readonly priority?: number;
  /** Receives the browser as soon as its process exists, until it has started or failed. */
  readonly starting?: StartingBrowsers;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
}

/** Browsers whose processes exist and that do not respond yet. */
export interface StartingBrowsers {
  /** `sessionId` is the session of the browser's processes, and the pid of the first one. */
  add(sessionId: number): void;
  remove(sessionId: number): void;
}

/** A browser process we launched and can close. */
export interface LaunchedBrowser extends Browser {
  /** Kills the whole process group immediately. */
  kill(): void;
  /**
   * Closes the browser, by force after two seconds. Settles when the processes have exited and the
   * profile is removed. Idempotent.
   */
  end(): Promise<void>;
}

/**
 * Starts a browser with its own process group, user and profile directory, controlled over a pipe.
 * If it does not start, rejects with a sentence that explains how to fix it.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { identity = defaultIdentity } = options;
  const flags = identityFlags(identity, await readVersion(options.found));
  const profile = createProfileDirectory();
  const child = spawnBrowser(options, profile, flags);
  const pipes = pipesOf(child);
  if (pipes === undefined) {
    await profile.remove();
    throw new Error(
      'The browser cannot be started: this process has reached its limit of open files.',
    );
  }
  const readStderr = collectStderrTail(child);
  const supervised = supervise(child, pipes, profile);
  options.signal?.addEventListener('abort', supervised.kill);
  options.starting?.add(supervised.pid);
  try {
    const { product } = await supervised.connection.root.send('Browser.getVersion', undefined, {
      timeoutMs: startTimeoutMs,
    });
    return toBrowser(supervised, product, identity);
  } catch {
    supervised.kill();
    await supervised.released;
    const spawnError = supervised.spawnError();
    throw new Error(launchError({ path: options.found.path, spawnError, stderr: readStderr() }));
  } finally {
    options.starting?.remove(supervised.pid);
    options.signal?.removeEventListener('abort', supervised.kill);
  }
}

function spawnBrowser(
  { isolation = 'off', found, sandbox, priority = getPriority() }: LaunchOptions,
  profile: ProfileDirectory,
  identity: readonly string[],
): ChildProcess {
  const env = { HOME: profile.path, TMPDIR: profile.path, LANG: 'en_US.UTF-8', ...found.env };
  const flags = browserFlags({ profile: profile.path, sandbox, isolation, identity });
  const niceValue = Math.max(priority, getPriority());
  const start = { command: [found.path, ...flags], env, profile, niceValue };
  const child = isolation === 'off' ? spawnPlain(start) : spawnIsolated(start, isolation);
  // If no file descriptors are left for its pipes, the child emits only this event. Unhandled, it
  // would end this process.
  child.on('error', () => undefined);
  return child;
}

/** Command line, environment and profile of a browser. */
interface BrowserStart {
  readonly command: string[];
  readonly env: Readonly<Record<string, string>>;
  readonly profile: ProfileDirectory;
  readonly niceValue: number;
}

const spawnOptions = { cwd: '/', detached: true } as const;
const descriptors = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const;

function spawnPlain({ command, env, profile, niceValue }: BrowserStart): ChildProcess {
  // `nice` runs as the user of the browser, because this process may not change the priority of another
  // user's processes.
  const increment = niceValue - getPriority();
  const niceCommand =
    increment > 0 && existsSync(nice) ? [nice, '-n', String(increment), '--'] : [];
  // If this process exits, a healthy browser notices the closed pipe; the kernel kills a frozen
  // one.
  const prefix = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'KILL', '--'] : [];
  const [file = '', ...args] = [...niceCommand, ...prefix, ...command];
  return spawn(file, args, { ...spawnOptions, stdio: [...descriptors], env, ...profile.user });
}

/** The script changes the user itself and passes only `env` on. */
function spawnIsolated(
  { command, env, profile, niceValue }: BrowserStart,
  isolation: Exclude<Isolation, 'off'>,
): ChildProcess {
  const [file, args] = isolatedCommand({
    isolation,
    user: profile.user,
    command,
    env,
    priority: niceValue,
    readable: foldersOf(command[0] ?? '', env),
    writable: profile.path,
  });
  return spawn(file, args, { ...spawnOptions, stdio: [...descriptors, 'ipc'], env: {} });
}

interface Supervised {
  readonly connection: CdpConnection;
  /** Undefined if the browser shares the network of this process. */
  readonly listeners: ListenerChannel | undefined;
  readonly pid: number;
  readonly uid: number | undefined;
  /** Settles when the process has exited. */
  readonly exited: Promise<void>;
  /** Settles when the process group is killed and the profile removed. */
  readonly released: Promise<void>;
  hasExited(): boolean;
  spawnError(): Error | undefined;
  kill(): void;
}

function supervise(child: ChildProcess, pipes: Pipes, profile: ProfileDirectory): Supervised {
  const pid = child.pid ?? 0;
  const { promise: exited, resolve: markExited } = Promise.withResolvers<void>();
  let hasExitedAlready = false;
  let spawnError: Error | undefined;
  const kill = () => {
    if (!hasExitedAlready) killGroup(pid);
  };
  const connection = createCdpConnection({ ...pipes, onBroken: kill });
  function leave(error?: Error): void {
    if (hasExitedAlready) return;
    hasExitedAlready = true;
    spawnError = error;
    connection.fail('the browser has exited.');
    markExited();
  }
  child.once('exit', () => leave());
  child.on('error', leave);
  const released = exited.then(() => {
    killGroup(pid);
    return profile.remove();
  });
  return {
    connection,
    listeners: child.connected ? createListenerChannel(child) : undefined,
    pid,
    uid: profile.user?.uid ?? process.getuid?.(),
    exited,
    released,
    hasExited: () => hasExitedAlready,
    spawnError: () => spawnError,
    kill,
  };
}

function toBrowser(
  supervised: Supervised,
  version: string,
  identity: BrowserIdentity,
): LaunchedBrowser {
  const { connection, listeners, pid, uid, exited, released, kill } = supervised;
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    const force = setTimeout(kill, closeTimeoutMs);
    await connection.root
      .send('Browser.close', undefined, { timeoutMs: closeTimeoutMs })
      .catch(kill);
    await released;
    clearTimeout(force);
  }
  return {
    id: ++lastBrowserId,
    pid,
    uid,
    version,
    identity,
    cdp: connection.root,
    ...(listeners && { openListener: listeners.open }),
    session: connection.session,
    dropSession: connection.dropSession,
    exited,
    get hasExited() {
      return supervised.hasExited();
    },
    kill,
    end: () => (ending ??= end()),
  };
}

interface Pipes {
  readonly input: Writable;
  readonly output: Readable;
}

/** Returns undefined if this process has no file descriptors left. */
function pipesOf(child: ChildProcess): Pipes | undefined {
  const streams: ChildProcess['stdio'] | undefined = child.stdio;
  const [input, output] = [streams?.[3], streams?.[4]];
  return input instanceof Socket && output instanceof Socket ? { input, output } : undefined;
}

/**
 * Collects the last part of the browser's stderr. Reads continuously, because a full pipe would
 * block the browser.
 */
function collectStderrTail(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-8_000);
  });
  return () => words;
}

function killGroup(pid: number): void {
  // Without a pid the process never started, and group 0 is our own.
  if (pid <= 1) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has no processes left.
  }
}
