import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  queryValue,
  dataPathOf,
  postgresScript as script,
  postmasterPid,
  startElsewhere,
} from '../../test/embedded-postgres.ts';
import { silentLogger } from '../lib/logger.ts';
import { attachEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const base = mkdtempSync(join(tmpdir(), 'shotwright-pg-'));
chmodSync(base, 0o711);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
/** True if other users can run files of this checkout; false below a private directory of root. */
const isOpenToOthers = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === '/' || isOpenToOthers(dirname(path)));
const canActAsOthers =
  isRoot && isOpenToOthers(process.execPath) && isOpenToOthers(import.meta.dirname);
const logger = silentLogger;
const newDir = (): string => {
  const dir = mkdtempSync(join(base, 'data-'));
  chmodSync(dir, 0o711);
  return dir;
};
test('the database is durable, private and survives restarts', async () => {
  const dataDir = newDir();
  const first = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(first.connection, 'show fsync')).toBe('on');
  expect(await queryValue(first.connection, 'show synchronous_commit')).toBe('on');
  expect(await queryValue(first.connection, 'show listen_addresses')).toBe('');
  await queryValue(first.connection, 'create table kept as select 42 as answer');
  await first.close();
  const second = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(second.connection, 'select answer from kept')).toBe(42);
  expect(second.connection).toEqual(first.connection);
  await second.close();
});

test('a PostgreSQL killed with SIGKILL recovers although its PID belongs to another process', async () => {
  const dataDir = newDir();
  const dataPath = dataPathOf(dataDir);
  const first = await startEmbeddedPostgres({ dataDir, logger });
  await queryValue(first.connection, 'create table kept as select 1 as one');
  const pidFile = readFileSync(join(dataPath, 'postmaster.pid'), 'utf8');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await first.close();
  rmSync(join(dataPath, 'postmaster.pid'), { force: true });
  writeFileSync(join(dataPath, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)));
  const again = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(again.connection, 'select one from kept')).toBe(1);
  await again.close();
});

test('an interrupted initialisation is repeated', async () => {
  const dataDir = newDir();
  mkdirSync(join(dataDir, 'postgres', 'data.init'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'data.init', 'PG_VERSION'), '18\n');
  const server = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(server.connection, 'select 1')).toBe(1);
  await server.close();
});

test('commands connect while the server runs, while it is stopped, and concurrently', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  const beside = await attachEmbeddedPostgres({ dataDir, logger });
  await queryValue(beside.connection, 'create table kept as select 7 as seven');
  await beside.close();
  expect(await queryValue(server.connection, 'select seven from kept')).toBe(7);
  await server.close();
  const commands = await Promise.all(
    [1, 2, 3].map(() => attachEmbeddedPostgres({ dataDir, logger })),
  );
  for (const { connection } of commands) {
    expect(await queryValue(connection, 'select seven from kept')).toBe(7);
  }
  await Promise.all(commands.map((command) => command.close()));
});

test('the socket path is short, however long the path of the data directory', async () => {
  const dataDir = join(newDir(), 'a-rather-long-name'.repeat(6));
  const server = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(server.connection, 'select 1')).toBe(1);
  await server.close();
  rmSync(String(server.connection.host), { recursive: true, force: true });
});

test.runIf(canActAsOthers)(
  'no other operating-system user can connect, not even the one that runs PostgreSQL',
  async () => {
    const dataDir = newDir();
    const server = await startEmbeddedPostgres({ dataDir, logger });
    const { host } = server.connection;
    const connecting = `
    const { Client } = require('pg');
    const client = new Client(${JSON.stringify(server.connection)});
    client.connect()
      .then(() => console.log('in'), (err) => console.log(err.message))
      .finally(() => process.exit());`;
    const asUser = (uid: number): string => {
      const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
      const cwd = dirname(script);
      return spawnSync('setpriv', [...user, process.execPath, '-e', connecting], {
        cwd,
      }).stdout.toString();
    };
    expect(asUser(65_534)).toContain('Peer authentication failed');
    expect(asUser(60_900)).toContain('EACCES');
    expect(existsSync(String(host))).toBe(true);
    await server.close();
  },
);

test.runIf(isRoot)(
  'the database of a private data directory of root is placed in a protected location, which is documented',
  async () => {
    const dataDir = join(newDir(), 'private');
    mkdirSync(dataDir, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ dataDir, logger });
    await queryValue(server.connection, 'create table kept as select 1 as one');
    await server.close();
    const [cluster = ''] = readFileSync(join(dataDir, 'postgres-location.txt'), 'utf8').split('\n');
    try {
      expect(cluster).toMatch(/^\/var\/lib\/shotwright\/cluster-[0-9a-f]{16}$/);
      chmodSync(dataDir, 0o755);
      const again = await startEmbeddedPostgres({ dataDir, logger });
      expect(await queryValue(again.connection, 'select one from kept')).toBe(1);
      await again.close();
    } finally {
      rmSync(cluster, { recursive: true, force: true });
    }
  },
);

test.runIf(canActAsOthers)(
  'an unprivileged user runs PostgreSQL under their own account',
  async () => {
    const dataDir = newDir();
    chownSync(dataDir, 65_534, 65_534);
    const { child, output } = await startElsewhere(dataDir, { asNobody: true });
    expect(output).toBe('ready');
    child.kill('SIGKILL');
    await once(child, 'exit');
  },
);

test.runIf(canActAsOthers)(
  'a data directory of another user is rejected with an error message',
  async () => {
    const { child, output } = await startElsewhere(join(newDir(), 'not', 'mine'), {
      asNobody: true,
    });
    expect(output).toContain('cannot read or write its files');
    child.kill('SIGKILL');
  },
);

test.runIf(isRoot)('a full disk is named in the error', async ({ skip }) => {
  const dataDir = newDir();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0755', 'tmpfs', dataDir]);
  if (mounted.status !== 0) skip('this root may not mount a small disk');
  try {
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow('the disk is full');
  } finally {
    spawnSync('umount', [dataDir]);
  }
});
