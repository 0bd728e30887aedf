import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, 'main.ts');
const cli = join(import.meta.dirname, 'cli', 'main.ts');

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errorOutput: () => string;
  readonly ended: Promise<number | null>;
}

const dataDir = makeDataDir();
const lostDataDir = makeDataDir();
const runs: Run[] = [];
let server: Run;
let lost: Promise<Run>;
beforeAll(async () => {
  server = run(program);
  await waitForOutput(server, '-o shot.png');
  // The server tries for 16 s to restart its database; the other tests run meanwhile.
  lost = startAndLoseDatabase();
  lost.catch(() => undefined);
});
afterAll(async () => {
  for (const { child } of runs) child.kill('SIGKILL');
  await Promise.all(runs.map(({ ended }) => ended));
  for (const path of [dataDir, lostDataDir]) rmSync(path, { recursive: true, force: true });
});

function makeDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'shotwright-main-'));
  chmodSync(path, 0o711);
  return path;
}

/** Starts a server and ends its PostgreSQL, whose files are incomplete from then on. */
async function startAndLoseDatabase(): Promise<Run> {
  const other = runIn(lostDataDir, program);
  await waitForOutput(other, 'Dashboard');
  const cluster = join(lostDataDir, 'postgres', 'data');
  const postmaster = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  renameSync(join(cluster, 'global'), join(lostDataDir, 'global'));
  process.kill(postmaster, 'SIGKILL');
  return other;
}

const run = (file: string, ...args: string[]): Run => runIn(dataDir, file, ...args);

function runIn(directory: string, file: string, ...args: string[]): Run {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  const started = { child, output: () => out, errorOutput: () => err, ended };
  runs.push(started);
  return started;
}

async function waitForOutput({ child, output, errorOutput }: Run, part: string): Promise<void> {
  while (!output().includes(part)) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${errorOutput()}`);
    await once(child.stdout ?? child, 'data', { signal: AbortSignal.timeout(40_000) });
  }
}

test('without any configuration the server prints its URL, the sign-in and a working command', async () => {
  const text = server.output();
  const [, url = ''] = /Dashboard {2}(http:\/\/localhost:\d+)/.exec(text) ?? [];
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const [, email, password] = /Sign in {4}(\S+)\s+Password {3}(\S+)/.exec(text) ?? [];
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(200);
  const [, key = ''] = /x-api-key: (\S+)"/.exec(text) ?? [];
  const devices = await fetch(`${url}/api/v1/devices`, { headers: { 'x-api-key': key } });
  expect(devices.status).toBe(200);
});

test('the secret file is readable by its owner only', () => {
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('a second server on the same data is rejected with an error message', async () => {
  const second = run(program);
  expect(await second.ended).toBe(1);
  expect(second.errorOutput()).toMatch(
    /^Another server \(process \d+\) already uses .*DATA_DIR\.\n$/,
  );
});

test('commands work while the server runs', async () => {
  const args = ['user', 'create', '--email', 'cli@example.com', '--password', 'long-enough-1'];
  const command = run(cli, ...args, '--json');
  expect(await command.ended).toBe(0);
  expect(JSON.parse(command.output())).toEqual({
    userId: expect.any(String),
    organizationId: expect.any(String),
  });
  const again = run(cli, ...args);
  expect(await again.ended).toBe(1);
  expect(again.errorOutput()).toContain('An account with this email already exists');
  const unreadable = run(cli, 'user', 'create');
  expect(await unreadable.ended).toBe(2);
});

test('a signal ends the server with code 0, and the next start finds the account', async () => {
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(server.errorOutput()).toBe('');
  const command = run(cli, 'user', 'grant-staff', '--email', 'cli@example.com');
  expect(await command.ended).toBe(0);
});

test('a server whose database cannot be restarted exits with code 69 and an error message', async () => {
  const other = await lost;
  expect(await other.ended).toBe(69);
  expect(other.errorOutput()).toMatch(
    /^The embedded PostgreSQL exited and could not be restarted/m,
  );
}, 90_000);
