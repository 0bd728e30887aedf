import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLogger } from '../lib/logger.ts';
import { DatabaseOutage } from './database-outage.ts';
import { openDatabase } from './open.ts';

let suite: TestDatabase;
beforeAll(async () => {
  suite = await createTestDatabase();
});
afterAll(() => suite.close());

const open = (connection = suite.connection) =>
  openDatabase({ connection, maxConnections: 1, logger: silentLogger });

test('slow statements and a wait for a connection do not fail while the database responds', async () => {
  const one = open();
  const slow = sql<{ a: number }>`select 1 as a from pg_sleep(3)`.execute(one.db);
  const next = sql<{ a: number }>`select 2 as a`.execute(one.db);
  expect((await slow).rows).toEqual([{ a: 1 }]);
  expect((await next).rows).toEqual([{ a: 2 }]);
  await one.close();
});

test('an unreachable database fails statements with a DatabaseOutage', async () => {
  const one = open({ host: '/nowhere', user: 'nobody', database: 'nothing' });
  await expect(sql`select 1`.execute(one.db)).rejects.toThrow(DatabaseOutage);
  await one.close();
});

test('a session terminated by the server fails its transaction with a DatabaseOutage', async () => {
  const one = open();
  const ending = one.db.transaction().execute(async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid()), ${1}::int`.execute(tx);
  });
  await expect(ending).rejects.toThrow(DatabaseOutage);
  expect((await sql<{ a: number }>`select 3 as a`.execute(one.db)).rows).toEqual([{ a: 3 }]);
  await one.close();
});
