import { once } from 'node:events';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import {
  ask,
  connectionIn,
  dataPathOf,
  postmasterPid,
  startElsewhere,
} from '../../test/embedded-postgres.ts';
import { silentLogger as logger } from '../lib/logger.ts';
import { attachEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { identityOf, isRunning } from './process-state.ts';

const base = mkdtempSync(join(tmpdir(), 'shotwright-pg-'));
chmodSync(base, 0o711);
afterAll(() => rmSync(base, { recursive: true, force: true }));
const newDir = (): string => {
  const dir = mkdtempSync(join(base, 'data-'));
  chmodSync(dir, 0o711);
  return dir;
};
const isAlive = (pid: number): boolean => isRunning(identityOf(pid));

test.each(['kernel', 'process'])(
  'PostgreSQL ends by itself when its server’s whole process group is killed, told by the %s, and loses nothing it acknowledged',
  async (parentDeathWatch) => {
    const dataDir = newDir();
    const { child, said } = await startElsewhere(dataDir, { parentDeathWatch });
    expect(said).toBe('ready');
    const attached = await attachEmbeddedPostgres({ dataDir, logger });
    await ask(attached.connection, 'create table kept as select 1 as one');
    await attached.close();
    const pid = postmasterPid(dataDir);
    expect(isAlive(pid)).toBe(true);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
    const again = await startEmbeddedPostgres({ dataDir, logger });
    expect(await ask(again.connection, 'select one from kept')).toBe(1);
    await again.close();
  },
);

test('a PostgreSQL that was left behind frozen, its sessions too, does not block the next start', async () => {
  const dataDir = newDir();
  const { child } = await startElsewhere(dataDir);
  const client = new Client(connectionIn(dataDir));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const pids = [postmasterPid(dataDir), Number(rows[0].pid)];
  pids.forEach((pid) => process.kill(pid, 'SIGSTOP'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const again = await startEmbeddedPostgres({ dataDir, logger });
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await ask(again.connection, 'select 1')).toBe(1);
  await again.close();
  await client.end();
});

test('a PostgreSQL that dies alone is started again, with all that was committed, as often as it dies', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  await ask(server.connection, 'create table kept as select 1 as one');
  for (let round = 0; round < 3; round += 1) {
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await ask(server.connection, 'select one from kept')).toBe(1);
      expect(postmasterPid(dataDir)).not.toBe(pid);
    }, 20_000);
  }
  const pid = postmasterPid(dataDir);
  await server.close();
  expect(isAlive(pid)).toBe(false);
});

test('a PostgreSQL that is killed while a session of it is frozen is started again', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  const client = new Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(Number(rows[0].pid), 'SIGSTOP');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(server.connection, 'select 1')).toBe(1), 20_000);
  await server.close();
  await client.end();
});

test('a PostgreSQL that cannot come back is given up after the last attempt, with a sentence that says why', async () => {
  const dataDir = newDir();
  const lostError = Promise.withResolvers<Error>();
  const server = await startEmbeddedPostgres({
    dataDir,
    logger,
    onLost: lostError.resolve,
    restartTimings: { backoffMs: [0, 10], stableMs: 1_000 },
  });
  renameSync(join(dataPathOf(dataDir), 'global'), join(dataDir, 'global'));
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  expect((await lostError.promise).message).toMatch(
    /^The embedded PostgreSQL ended and did not come back in 2 attempts: .*global/s,
  );
  await server.close();
});

test('a server that closes while PostgreSQL is being started again leaves none behind', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await server.close();
  await expect(ask(server.connection, 'select 1')).rejects.toThrow('connect');
  const again = await startEmbeddedPostgres({ dataDir, logger });
  expect(await ask(again.connection, 'select 1')).toBe(1);
  await again.close();
});
