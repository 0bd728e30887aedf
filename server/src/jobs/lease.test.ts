import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../db/open.ts';
import { openTestJobs, type TestJobs } from '../../test/jobs.ts';
import { silentLogger as logger } from '../lib/logger.ts';
import { createBoss } from './boss.ts';
import { createLeases } from './lease.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

test('jobs that end together are completed by one statement, each fenced to its attempt', async () => {
  const kind = await jobs.kind();
  for (let n = 0; n < 30; n += 1) await jobs.queue.enqueue(jobs.database.db, kind, { data: {} });
  const { connection } = jobs.database;
  const { pool, close } = openPool({
    connection,
    maxConnections: 4,
    applicationName: 'leases',
    logger,
  });
  onTestFinished(close);
  let completions = 0;
  const database = {
    executeSql: (text: string, values?: unknown[]) => {
      if (text.includes("state = 'completed'")) completions += 1;
      return pool.query(text, values);
    },
  };
  const boss = createBoss(database, { migrate: false, supervise: false, schedule: false, logger });
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false, close: false }));
  const leases = createLeases({ boss, database, queue: kind.name, logger });
  const [late, ...current] = await boss.fetch<object>(kind.name, { batchSize: 30 });
  if (!late) throw new Error('no job was fetched');
  await Promise.all([
    leases.complete({ ...late, retryCount: late.retryCount + 1 }),
    ...current.map((job) => leases.complete(job)),
  ]);
  expect(completions).toBe(1);
  const { rows } = await sql`
    select state::text, count(*)::int as n from pgboss.job where name = ${kind.name} group by 1 order by 1`.execute(
    jobs.database.db,
  );
  expect(rows).toEqual([
    { state: 'active', n: 1 },
    { state: 'completed', n: 29 },
  ]);
});
