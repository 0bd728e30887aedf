import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLogger } from '../lib/logger.ts';
import { openDatabase, openPool, type OpenDatabase } from './open.ts';
import { preparedStatementPool } from './prepared-statement-pool.ts';
import { inTransaction, type Tx } from './transaction.ts';

let suite: TestDatabase;
let one: OpenDatabase;
/** Number of times the server has reported that it is ready for a query. */
let roundTrips = 0;
beforeAll(async () => {
  suite = await createTestDatabase();
  one = openDatabase({ connection: suite.connection, maxConnections: 1, logger: silentLogger });
  one.pool.on('connect', (client) => {
    client.connection.on('readyForQuery', () => (roundTrips += 1));
  });
  await sql`create table notes (text text primary key)`.execute(one.db);
});
afterAll(async () => {
  await one.close();
  await suite.close();
});

const query = (tx: Tx, note: number) => sql`select ${note}::int`.execute(tx);
const queryLevel = (tx: Tx) =>
  sql`select current_setting(${'transaction_isolation'}) as level`.execute(tx);
const showLevel = (tx: Tx) => sql`show transaction_isolation`.execute(tx);
const write = (tx: Tx, text: string) => sql`insert into notes values (${text})`.execute(tx);
const written = async (text: string): Promise<boolean> => {
  const { rows } = await sql`select from notes where text = ${text}`.execute(one.db);
  return rows.length > 0;
};
const tripsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = roundTrips;
  await work();
  return roundTrips - before;
};

test('opening a transaction costs no extra round trip, and an empty transaction costs none', async () => {
  for (let use = 0; use < 6; use += 1) await inTransaction(one.db, (tx) => query(tx, use));
  expect(await tripsOf(() => inTransaction(one.db, (tx) => query(tx, 1)))).toBe(2);
  expect(await tripsOf(() => inTransaction(one.db, async () => undefined))).toBe(0);
});

test('the first write of a transaction is committed or rolled back with the rest', async () => {
  for (let use = 0; use < 8; use += 1) {
    const undone = inTransaction(one.db, async (tx) => {
      await write(tx, `undone ${use}`);
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(undone).rejects.toThrow('division by zero');
    expect(await written(`undone ${use}`)).toBe(false);
    await inTransaction(one.db, (tx) => write(tx, `kept ${use}`));
    expect(await written(`kept ${use}`)).toBe(true);
  }
});

test('a connection is reusable after its first statement fails', async () => {
  for (let use = 0; use < 8; use += 1) {
    const rejected = inTransaction(one.db, (tx) => sql`select 1 / ${0}::int`.execute(tx));
    await expect(rejected).rejects.toThrow('division by zero');
  }
  await inTransaction(one.db, (tx) => write(tx, 'after a failure'));
  expect(await written('after a failure')).toBe(true);
});

test('a transaction has the requested isolation level and access mode', async () => {
  const strict = one.db.transaction().setIsolationLevel('serializable').setAccessMode('read only');
  expect((await strict.execute(queryLevel)).rows).toEqual([{ level: 'serializable' }]);
  expect((await strict.execute(showLevel)).rows).toEqual([
    { transaction_isolation: 'serializable' },
  ]);
  await expect(strict.execute((tx) => write(tx, 'read only'))).rejects.toThrow('read-only');
});

test('a statement does not run if its transaction cannot be opened', async () => {
  const insert = 'insert into notes values ($1)';
  const other = openPool({
    connection: suite.connection,
    maxConnections: 1,
    applicationName: 'test',
    logger: silentLogger,
  });
  const pool = preparedStatementPool(other.pool, other.liveness);
  for (let use = 0; use < 8; use += 1) {
    const connection = await pool.connect();
    try {
      await connection.query(insert, [`own ${use}`]);
      await connection.query('start transaction nonsense', []);
      const orphan = connection.query(insert, [`orphan ${use}`]);
      await expect(orphan).rejects.toThrow('syntax error');
      await connection.query('rollback', []);
    } finally {
      connection.release();
    }
    expect(await written(`orphan ${use}`)).toBe(false);
  }
  await other.close();
});

test('a connection lost within a transaction is replaced', async () => {
  const cut = inTransaction(one.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await write(tx, 'lost');
    await suite.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await write(tx, 'lost as well');
  });
  await expect(cut).rejects.toThrow(/terminat|queryable|ECONNRESET|EPIPE/i);
  await inTransaction(one.db, (tx) => write(tx, 'found'));
  expect(await Promise.all(['lost', 'found'].map(written))).toEqual([false, true]);
});
