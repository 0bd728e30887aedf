import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { root, SetupError } from './setup.mjs';

const readyTimeoutMs = 20_000;
const postgresDir = '/usr/lib/postgresql';

const exitOnSignal = () => process.exit(130);

/**
 * Starts a PostgreSQL server from Debian's package and an S3-compatible store, both on free
 * loopback ports with data in a temporary folder. Both exit on `stop`, and with this process.
 *
 * @param {string} node path of Node 24
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} `env`: connection
 * settings for the tests
 */
export async function startSplitServices(node) {
  const dir = mkdtempSync(join(tmpdir(), 'shotwright-split-'));
  const children = [];
  const killAll = () => {
    for (const child of children) child.kill('SIGQUIT');
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', killAll);
  process.on('SIGINT', exitOnSignal).on('SIGTERM', exitOnSignal);
  try {
    const databaseUrl = await startPostgres(join(dir, 'postgres'), children);
    const s3Endpoint = await startS3(join(dir, 's3'), node, children);
    const env = { TEST_SPLIT: '1', TEST_DATABASE_URL: databaseUrl, TEST_S3_ENDPOINT: s3Endpoint };
    return {
      env: { ...env, TEST_S3_ACCESS_KEY_ID: 'S3RVER', TEST_S3_SECRET_ACCESS_KEY: 'S3RVER' },
      stop: async () => {
        await Promise.all(children.map(stopChild));
        killAll();
        process.off('exit', killAll);
      },
    };
  } finally {
    process.off('SIGINT', exitOnSignal).off('SIGTERM', exitOnSignal);
  }
}

async function startPostgres(dir, children) {
  const binDir = findPostgres();
  const owner = postgresOwner();
  mkdirSync(dir);
  if (owner.uid !== undefined) {
    chownSync(join(dir, '..'), owner.uid, owner.gid);
    chownSync(dir, owner.uid, owner.gid);
  }
  const data = join(dir, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(binDir, 'initdb'), [...initArgs, '--no-sync'], {
    ...owner,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', dir, '-c', 'fsync=off'];
  children.push(
    spawn(join(binDir, 'postgres'), [...args, '-c', 'max_connections=200'], {
      ...owner,
      cwd: dir,
      detached: true,
      stdio: 'ignore',
    }),
  );
  const isReady = () => {
    try {
      execFileSync(join(binDir, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
      return true;
    } catch {
      return false;
    }
  };
  await waitUntil(isReady, 'the PostgreSQL server');
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

function findPostgres() {
  const found = installedPostgres();
  if (found !== undefined) return found;
  if (userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installing Debian’s postgresql package (about half a minute) …\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { stdio: ['ignore', 'ignore', 'inherit'], env };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
      options,
    );
    const installed = installedPostgres();
    if (installed !== undefined) return installed;
  }
  throw new SetupError(
    'test:split needs a PostgreSQL server: install Debian’s package (apt-get install postgresql) and run it again.',
  );
}

function installedPostgres() {
  if (!existsSync(postgresDir)) return undefined;
  const versions = readdirSync(postgresDir).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(postgresDir, version, 'bin'))
    .find((binDir) => existsSync(join(binDir, 'postgres')));
}

/** PostgreSQL does not run as root; the package's own user runs it instead. */
function postgresOwner() {
  if (userInfo().uid !== 0) return {};
  return { uid: postgresId('-u'), gid: postgresId('-g') };
}

function postgresId(flag) {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function startS3(dir, node, children) {
  mkdirSync(dir);
  const port = await freePort();
  const program = join(root, 'node_modules', 's3rver', 'bin', 's3rver.js');
  const args = ['--directory', dir, '--address', '127.0.0.1', '--port', String(port), '--silent'];
  children.push(
    spawn(node, ['--no-deprecation', program, ...args, '--configure-bucket', 'shotwright'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await waitUntil(() => canConnect(port), 'the S3-speaking store');
  return `http://127.0.0.1:${port}`;
}

async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await Promise.race([exited, sleep(5000, undefined, { ref: false })]);
  child.kill('SIGKILL');
}

async function waitUntil(check, what) {
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline) {
    if (await check()) return;
    await sleep(100);
  }
  throw new SetupError(`test:split: ${what} did not respond within ${readyTimeoutMs / 1000} s.`);
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function canConnect(port) {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
