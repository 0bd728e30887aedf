import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { postmasterPid } from '../../test/embedded-postgres.ts';
import { DatabaseOutage } from '../db/database-outage.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';
import { openDatabase, type OpenDatabase } from '../db/open.ts';
import { newId } from '../lib/ids.ts';
import { silentLogger as logger } from '../lib/logger.ts';
import { defineJob, type JobHandler } from './job.ts';
import { createJobQueue, prepareJobQueues, type OpenJobQueue } from './queue.ts';
import { createJobWorkers, type JobWorkers } from './worker.ts';

/** No retry is left after the first attempt, so that each counted attempt is visible. */
const kind = defineJob<object>({
  name: 'test.outage',
  retryLimit: 0,
  retryDelaySeconds: 0,
  retryBackoff: false,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
});
/** Longer than settling a job is retried while the database is available. Unit: ms. */
const outageMs = 5_000;

let dataDir: string;
let postgres: EmbeddedPostgres;
let database: OpenDatabase;
let queue: OpenJobQueue;
let workers: JobWorkers;
let handle: JobHandler['handle'];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'shotwright-jobs-'));
  chmodSync(dataDir, 0o711);
  const restartTimings = { backoffMs: [outageMs, 1_000, 1_000], stableMs: 0 };
  postgres = await startEmbeddedPostgres({ dataDir, logger, restartTimings });
  const { connection } = postgres;
  database = openDatabase({ connection, maxConnections: 4, logger });
  await prepareJobQueues({ connection, kinds: [kind], logger });
  queue = await createJobQueue({ db: database.db, logger });
  const handlers = [{ kind, concurrency: 2, handle: (run) => handle(run) } satisfies JobHandler];
  workers = createJobWorkers({ connection, handlers, schedules: [], logger });
  await workers.start();
});
afterAll(async () => {
  await workers?.stop({ graceMs: 0 });
  await queue?.close();
  await database?.close();
  await postgres?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const enqueue = async (): Promise<string> => {
  const id = newId();
  await queue.enqueue(database.db, kind, { data: {}, options: { id } });
  return id;
};
const stateOf = async (id: string): Promise<unknown> => {
  const { rows } = await sql<{ state: string; retries: number }>`
    select state, retry_count as retries from pgboss.job where id = ${id}`.execute(database.db);
  return rows[0];
};
/** Kills the postmaster and waits for its backends, which may still execute a statement. */
async function killPostgres(): Promise<void> {
  const pid = postmasterPid(dataDir);
  const backends = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    () => expect(backends.filter((backend) => existsSync(`/proc/${backend}`))).toEqual([]),
    20_000,
  );
}
const completed = { state: 'completed', retries: 0 };

test('a job that ends during a database outage is completed after it and runs once', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let runs = 0;
  handle = async () => {
    runs += 1;
    started.resolve();
    await release.promise;
  };
  const id = await enqueue();
  await started.promise;
  await killPostgres();
  release.resolve();
  await vi.waitFor(async () => expect(await stateOf(id)).toEqual(completed), 40_000);
  expect(runs).toBe(1);
  // The workers have reconnected as well.
  handle = async () => undefined;
  const next = await enqueue();
  await vi.waitFor(async () => expect(await stateOf(next)).toEqual(completed), 20_000);
}, 90_000);

test('a job that fails because of a database outage is retried without counting an attempt', async () => {
  let runs = 0;
  handle = async () => {
    runs += 1;
    if (runs < 3) throw new DatabaseOutage(new Error('connect ECONNREFUSED'));
  };
  const id = await enqueue();
  await vi.waitFor(async () => expect(await stateOf(id)).toEqual(completed), 20_000);
  expect(runs).toBe(3);
}, 60_000);
