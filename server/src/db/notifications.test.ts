import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLogger as logger } from '../lib/logger.ts';
import { subscribe } from './notifications.ts';

let suite: TestDatabase;
beforeAll(async () => {
  suite = await createTestDatabase();
});
afterAll(() => suite.close());

const listenerPid = async (): Promise<number> => {
  const { rows } = await suite.pool.query(
    "select pid from pg_stat_activity where application_name = 'shotwright-listen' and datname = current_database()",
  );
  return Number(rows[0]?.pid);
};

test('a subscription whose connection is cut reconnects and reports it', async () => {
  const messages: string[] = [];
  let connections = 0;
  const subscription = await subscribe({
    connection: suite.connection,
    channel: 'cut',
    onMessage: (payload) => messages.push(payload),
    onConnected: () => (connections += 1),
    logger,
  });
  await suite.pool.query('select pg_terminate_backend($1)', [await listenerPid()]);
  await vi.waitFor(() => expect(connections).toBe(2), 10_000);
  await suite.pool.query("notify cut, 'after'");
  await vi.waitFor(() => expect(messages).toEqual(['after']), 10_000);
  await subscription.close();
});

test.runIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a subscription closes even if its server does not respond',
  async () => {
    const subscription = await subscribe({
      connection: suite.connection,
      channel: 'frozen',
      onMessage: () => undefined,
      onConnected: () => undefined,
      logger,
    });
    const pid = await listenerPid();
    spawnSync('kill', ['-STOP', String(pid)]);
    try {
      await expect(subscription.close()).resolves.toBeUndefined();
    } finally {
      spawnSync('kill', ['-CONT', String(pid)]);
    }
  },
);
