import { once } from 'node:events';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import {
  queryValue,
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
  'PostgreSQL exits when the process group of its server is killed, detected by the %s, and loses no acknowledged write',
  async (parentDeathWatch) => {
    const dataDir = newDir();
    const { child, output } = await startElsewhere(dataDir, { parentDeathWatch });
    expect(output).toBe('ready');
    const attached = await attachEmbeddedPostgres({ dataDir, logger });
    await queryValue(attached.connection, 'create table kept as select 1 as one');
    await attached.close();
    const pid = postmasterPid(dataDir);
    expect(isAlive(pid)).toBe(true);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
    const again = await startEmbeddedPostgres({ dataDir, logger });
    expect(await queryValue(again.connection, 'select one from kept')).toBe(1);
    await again.close();
  },
);

test('a frozen PostgreSQL left behind, with frozen sessions, does not block the next start', async () => {
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
  expect(await queryValue(again.connection, 'select 1')).toBe(1);
  await again.close();
  await client.end();
});

test('a PostgreSQL that crashes alone is restarted with all committed data, each time', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  await queryValue(server.connection, 'create table kept as select 1 as one');
  for (let round = 0; round < 3; round += 1) {
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await queryValue(server.connection, 'select one from kept')).toBe(1);
      expect(postmasterPid(dataDir)).not.toBe(pid);
    }, 20_000);
  }
  const pid = postmasterPid(dataDir);
  await server.close();
  expect(isAlive(pid)).toBe(false);
});

test('a PostgreSQL killed while one of its sessions is frozen is restarted', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  const client = new Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(Number(rows[0].pid), 'SIGSTOP');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await vi.waitFor(
    async () => expect(await queryValue(server.connection, 'select 1')).toBe(1),
    20_000,
  );
  await server.close();
  await client.end();
});

test('the restart of PostgreSQL fails after the last attempt, with a message that states the reason', async () => {
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
    /^The embedded PostgreSQL exited and could not be restarted in 2 attempts: .*global/s,
  );
  await server.close();
});

test('a server that closes during a PostgreSQL restart leaves no PostgreSQL process', async () => {
  const dataDir = newDir();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await server.close();
  await expect(queryValue(server.connection, 'select 1')).rejects.toThrow('connect');
  const again = await startEmbeddedPostgres({ dataDir, logger });
  expect(await queryValue(again.connection, 'select 1')).toBe(1);
  await again.close();
});
