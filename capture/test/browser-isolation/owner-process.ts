import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { sessionPids } from '../../src/browser/pool/process-memory.ts';

/** True if this process can start others as another user. */
export const isRoot = process.getuid?.() === 0;
/** Not used by this machine, and not root. */
export const ordinaryId = 61_200;

/** Value in the environment of the server. */
export const secret = 'secret of the server';

/** Returns the path of a file of this folder. */
export const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A server that has started two isolated browsers. */
export interface Owner {
  readonly isolation: string;
  /** Supervisors of the browsers. */
  readonly pids: [number, number];
  /** Port of the egress proxy inside the first browser's network. */
  readonly port: number;
  readonly process: ChildProcess;
}

/** Commands that start a program with the rights of a user. */
export const prefixes = {
  root: [],
  'root without CAP_SYS_ADMIN': ['setpriv', '--bounding-set=-sys_admin'],
  user: ['setpriv', `--reuid=${ordinaryId}`, `--regid=${ordinaryId}`, '--clear-groups'],
};

/** Starts a server as root or as an ordinary user. */
export async function startOwner(who: keyof typeof prefixes): Promise<Owner> {
  const [file = '', ...args] = [...prefixes[who], process.execPath, pathOf('owner.ts')];
  const env = { PATH: '/usr/bin', HOME: tmpdir(), SECRET_KEY: secret };
  const owner = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    owner.kill('SIGKILL');
    if (owner.exitCode === null && owner.signalCode === null) await once(owner, 'exit');
  });
  const [line] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')]);
  return { ...JSON.parse(String(line)), process: owner };
}

/** Makes attempts inside a browser's namespaces, with its user, and returns those that succeed. */
export async function intrude(owner: Owner, attempts: readonly string[]): Promise<string[]> {
  const { pids, isolation } = owner;
  const first = browserProcesses(pids[0])[0];
  const isUser = isolation === 'user-namespace';
  const id = isUser ? '60900' : String(uidOf(Number(first)));
  const args = [pathOf('intruder.pl'), String(first), id, isUser ? '1' : ''];
  const intruder = spawn('/usr/bin/perl', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  intruder.stdin.end(`${attempts.join('\n')}\n`);
  let text = '';
  intruder.stdout.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(intruder, 'close');
  expect(code).toBe(0);
  return text.split('\n').filter(Boolean);
}

/** Processes of a browser without its supervisor; the first one of its PID namespace comes first. */
export function browserProcesses(supervisor: number): number[] {
  const pids = sessionPids(supervisor).filter((pid) => pid !== supervisor);
  // Process ids start again from low numbers, so the lowest is not always the oldest.
  const first = pids.find((pid) => statusOf(pid, 'PPid') === String(supervisor));
  return first === undefined ? pids : [first, ...pids.filter((pid) => pid !== first)];
}

/** Returns a field of the status of a process; empty if it has none or has exited. */
export function statusOf(pid: number, name: string): string {
  const path = `/proc/${pid}/status`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(text)?.[1] ?? '';
}

/** Returns the user of a process. */
export function uidOf(pid: number): number {
  return Number.parseInt(statusOf(pid, 'Uid'), 10);
}

/** Returns the command line of a process. */
export function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}
