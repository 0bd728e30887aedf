import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLogger } from '../lib/logger.ts';
import { openDatabase, type OpenDatabase } from './open.ts';
import { inPipeline, inTransaction, type Tx } from './transaction.ts';

let suite: TestDatabase;
let one: OpenDatabase;
/** Bytes sent by the driver at each moment when the server had completed a statement. */
const sentBytes: number[] = [];
beforeAll(async () => {
  suite = await createTestDatabase();
  one = openDatabase({ connection: suite.connection, maxConnections: 1, logger: silentLogger });
  one.pool.on('connect', ({ connection }) => {
    // Before the driver's own listener runs and sends more.
    connection.prependListener('readyForQuery', () => {
      if ('bytesWritten' in connection.stream)
        sentBytes.push(Number(connection.stream.bytesWritten));
    });
  });
  await sql`create table notes (text text primary key)`.execute(one.db);
});
afterAll(async () => {
  await one.close();
  await suite.close();
});

const write = async (tx: Tx, text: string): Promise<string> => {
  await sql`insert into notes values (${text})`.execute(tx);
  return text;
};
const divide = (tx: Tx) => sql`select 1 / ${0}::int`.execute(tx);
const written = async (text: string): Promise<boolean> => {
  const { rows } = await sql`select from notes where text = ${text}`.execute(one.db);
  return rows.length > 0;
};

test('two concurrent statements are sent before either completes, and both are committed', async () => {
  const results = await inTransaction(one.db, async (tx) => {
    await write(tx, 'before');
    sentBytes.length = 0;
    return inPipeline(tx, [(open) => write(open, 'first'), (open) => write(open, 'second')]);
  });
  expect(results).toEqual(['first', 'second']);
  expect(sentBytes).toHaveLength(3);
  expect(sentBytes[0]).toBe(sentBytes[1]);
  expect(await Promise.all(['before', 'first', 'second'].map(written))).toEqual([true, true, true]);
});

test('concurrent statements can open the transaction', async () => {
  const undone = inTransaction(one.db, async (tx) => {
    await inPipeline(tx, [(open) => write(open, 'opening'), (open) => write(open, 'opened')]);
    throw new Error('changed our mind');
  });
  await expect(undone).rejects.toThrow('changed our mind');
  expect(await Promise.all(['opening', 'opened'].map(written))).toEqual([false, false]);
});

test('the first statement takes effect before the second, also on a connection that has prepared neither', async () => {
  const { connection } = suite;
  const many = openDatabase({ connection, maxConnections: 8, logger: silentLogger });
  onTestFinished(() => many.close());
  const countOnce = async (text: string) => {
    const count = async (tx: Tx) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from notes where text = ${text}`.execute(tx);
      return rows[0]?.n;
    };
    const [, counts] = await inTransaction(many.db, (tx) =>
      inPipeline(tx, [(open) => write(open, text), (open) => inPipeline(open, [count, count])]),
    );
    return counts;
  };
  // Statements are prepared from their second use on, each connection on its own.
  for (const text of ['order a', 'order b']) expect(await countOnce(text)).toEqual([1, 1]);
  const texts = Array.from({ length: 8 }, (_, n) => `order ${n}`);
  expect(await Promise.all(texts.map(countOnce))).toEqual(texts.map(() => [1, 1]));
});

test('the original error is reported, not the one caused by the aborted transaction', async () => {
  const failed = inTransaction(one.db, (tx) =>
    inPipeline(tx, [
      async (open) => {
        await write(open, 'refused');
        await write(open, 'refused as well');
      },
      divide,
    ]),
  );
  await expect(failed).rejects.toThrow('division by zero');
  expect(await written('refused')).toBe(false);
});

test('statements that run after the other branch failed are part of the transaction and rolled back', async () => {
  let hasEnded = false;
  const failed = inTransaction(one.db, (tx) =>
    inPipeline(tx, [
      async (open) => {
        await write(open, 'early');
        await write(open, 'late');
        hasEnded = true;
      },
      async () => {
        throw new Error('refused');
      },
    ]),
  );
  await expect(failed).rejects.toThrow('refused');
  expect(hasEnded).toBe(true);
  expect(await Promise.all(['early', 'late'].map(written))).toEqual([false, false]);
});

test('a connection lost under two concurrent statements fails both and is replaced', async () => {
  const cut = inTransaction(one.db, (tx) =>
    inPipeline(tx, [
      (open) => sql`select pg_terminate_backend(pg_backend_pid(), ${0})`.execute(open),
      (open) => write(open, 'lost'),
    ]),
  );
  await expect(cut).rejects.toThrow('terminating connection');
  await inTransaction(one.db, (tx) => write(tx, 'found'));
  expect(await Promise.all(['lost', 'found'].map(written))).toEqual([false, true]);
});
