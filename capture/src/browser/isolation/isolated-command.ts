import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSharedUser, type BrowserUser } from '../browser-user.ts';
import { syscallFilter } from './syscall-filter.ts';

/**
 * Isolation of browsers: `off`, or namespaces created by root or, if that is not allowed, inside a
 * user namespace.
 */
export type Isolation = 'off' | 'namespaces' | 'user-namespace';

/** Command that is started in its own namespaces. */
export interface IsolatedCommand {
  readonly isolation: Exclude<Isolation, 'off'>;
  /** Owner of the profile directory outside the namespaces; null for the current user. */
  readonly user: BrowserUser | null;
  /** Program and arguments. Empty: the namespaces are created and left again. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders that the command can read, besides those of the system. */
  readonly readable: readonly string[];
  /** Folder that the command can write to. */
  readonly writable?: string;
  /** Nice value of the command. Default: that of this process. */
  readonly priority?: number;
  /** Attempts before the command starts; those that succeed are printed. See `isolate.pl`. */
  readonly attempts?: readonly string[];
}

/** Perl is part of the minimal system of Debian and its derivatives. */
export const perlPath = '/usr/bin/perl';
const script = fileURLToPath(new URL('isolate.pl', import.meta.url));

/** User inside a user namespace. */
const browserId = 60_900;
/** The largest images need 3 GiB; the memory limit of the browser counts what is used of it. */
const sharedMemorySize = '4g';
/** Processes and threads of one browser. An idle one has 110; each busy worker of a page adds one to three. */
const maxThreads = 4_096;

/** Libraries, fonts, certificates and time zones: no programs, accounts, configuration or data. */
const systemPaths = [
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/local/lib',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/fonts',
  '/usr/share/fonts',
  '/usr/share/fontconfig',
  '/usr/local/share/fonts',
  '/var/cache/fontconfig',
  '/etc/ssl/certs',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
  '/usr/share/zoneinfo',
  '/etc/localtime',
];

/** Returns program and arguments that start a command isolated. */
export function isolatedCommand(given: IsolatedCommand): [string, string[]] {
  const outer = given.user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const isUser = given.isolation === 'user-namespace';
  const inner = isUser ? { uid: browserId, gid: browserId } : outer;
  // Each user namespace counts by itself. Outside of one, the kernel counts by user.
  const isLimited = isUser || !isSharedUser(given.user);
  const { readable, writable, priority, attempts = [] } = given;
  const folders = readable.filter((path) => !systemPaths.some((one) => path.startsWith(`${one}/`)));
  return [
    perlPath,
    [
      script,
      `arch=${process.arch}`,
      ...(isUser ? ['user=1', `outer_uid=${outer.uid}`, `outer_gid=${outer.gid}`] : []),
      `uid=${inner.uid}`,
      `gid=${inner.gid}`,
      `filter=${syscallFilter(process.arch === 'arm64' ? 'arm64' : 'x64').toString('hex')}`,
      `shm=${sharedMemorySize}`,
      ...(priority === undefined ? [] : [`priority=${priority}`]),
      ...(isLimited ? [`processes=${maxThreads}`] : []),
      ...[...systemPaths, ...folders].map((path) => `ro=${path}`),
      ...(writable === undefined ? [] : [`rw=${writable}`]),
      ...Object.entries(given.env).map(([name, value]) => `env=${name}=${value}`),
      ...attempts.map((one) => `try=${one}`),
      '--',
      ...given.command,
    ],
  ];
}

/**
 * Returns the folders that a program needs beside those of the system. A script, which some packages
 * put in front of the browser, also gets the programs of the system.
 */
export function foldersOf(program: string, env: Readonly<Record<string, string>>): string[] {
  const own = dirname(realpathSync(program));
  const named = [env.LD_LIBRARY_PATH, env.FONTCONFIG_PATH].filter((path) => path !== undefined);
  const programs = isScript(program) ? ['/bin', '/usr/bin'] : [];
  const folders = new Set([dirname(program), own, ...named, ...programs]);
  return [...folders].filter((path) => existsSync(path));
}

function isScript(program: string): boolean {
  const file = openSync(program, 'r');
  try {
    const start = Buffer.alloc(2);
    readSync(file, start);
    return start.toString('latin1') === '#!';
  } finally {
    closeSync(file);
  }
}
