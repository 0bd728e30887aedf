import { createJobQueue, prepareJobQueues, type OpenJobQueue } from '../src/jobs/queue.ts';
import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../src/jobs/job.ts';
import { createJobWorkers, type JobWorkers } from '../src/jobs/worker.ts';
import { newId } from '../src/lib/ids.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A database with a job queue, and workers that are stopped at the end. */
export interface TestJobs {
  readonly database: TestDatabase;
  readonly queue: OpenJobQueue;
  /** Defines a job kind with a unique queue name. */
  kind<Infrastructure extends object>(
    settings?: Partial<JobKind<Infrastructure>>,
  ): Promise<JobKind<Infrastructure>>;
  work(handlers: readonly JobHandler[], schedules?: readonly ScheduledJob[]): Promise<JobWorkers>;
  close(): Promise<void>;
}

/** Opens {@link TestJobs}; supervision and schedules run every second. */
export async function openTestJobs(): Promise<TestJobs> {
  const database = await createTestDatabase();
  const { connection, db } = database;
  const logger = silentLogger;
  const queue = await createJobQueue({ db, logger });
  const started: JobWorkers[] = [];
  return {
    database,
    queue,
    kind: async <Infrastructure extends object>(
      settings: Partial<JobKind<Infrastructure>> = {},
    ) => {
      const kind = defineJob<Infrastructure>({
        name: `test.${newId()}`,
        retryLimit: 1,
        retryDelaySeconds: 0,
        retryBackoff: false,
        expireInSeconds: 60,
        ...settings,
      });
      await prepareJobQueues({ connection, kinds: [kind], logger });
      return kind;
    },
    work: async (handlers, schedules = []) => {
      const timings = { superviseSeconds: 1, lostJobsSeconds: 0.5, cronSeconds: 1 };
      const workers = createJobWorkers({ connection, handlers, schedules, logger, timings });
      started.push(workers);
      await workers.start();
      return workers;
    },
    close: async () => {
      await Promise.all(started.map((workers) => workers.stop({ graceMs: 0 })));
      await queue.close();
      await database.close();
    },
  };
}
