import type { Connection } from '../db/open.ts';
import type { Logger } from '../lib/logger.ts';
import { connectBoss, createBoss, usualTimings, type BossTimings } from './boss.ts';
import { startDispatcher, type Dispatcher } from './dispatcher.ts';
import type { JobHandler, ScheduledJob } from './job.ts';
import { createLeases } from './lease.ts';
import { watchLostJobs } from './lost-jobs.ts';
import { applySchedules } from './schedule.ts';

/** The job workers of this process. */
export interface JobWorkers {
  start(): Promise<void>;
  /**
   * Stops fetching immediately, for good. Running jobs have `graceMs` to end, then they are aborted
   * and requeued.
   */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Creates the workers of this process over dedicated connections. Requires `prepareJobQueues` to
 * have run.
 */
export function createJobWorkers(input: {
  readonly connection: Connection;
  /** Shown by the database for the connection that receives notifications. */
  readonly applicationName?: string;
  readonly handlers: readonly JobHandler[];
  readonly schedules: readonly ScheduledJob[];
  readonly logger: Logger;
  readonly timings?: BossTimings;
}): JobWorkers {
  const { connection, applicationName, handlers, schedules, logger } = input;
  const { timings = usualTimings } = input;
  const dispatchers = new Map<string, Dispatcher>();
  let stopped: Promise<void> | undefined;
  let stopWatching: (() => Promise<void>) | undefined;
  const { database, announce, close } = connectBoss({
    connection,
    applicationName,
    logger,
    onAnnounced: (queue) => {
      if (queue === undefined) dispatchers.forEach((dispatcher) => dispatcher.wake());
      else dispatchers.get(queue)?.wake();
    },
  });
  const boss = createBoss(database, {
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: timings.superviseSeconds,
    monitorIntervalSeconds: timings.superviseSeconds,
    maintenanceIntervalSeconds: 60,
    cronMonitorIntervalSeconds: timings.cronSeconds,
    cronWorkerIntervalSeconds: Math.min(5, timings.cronSeconds),
    logger,
  });
  const stop = async (graceMs: number): Promise<void> => {
    await stopWatching?.();
    await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop(graceMs)));
    dispatchers.clear();
    await boss.stop({ graceful: false });
    await close();
  };
  return {
    start: async () => {
      try {
        await boss.start();
        await applySchedules(boss, schedules);
      } catch (err) {
        await (stopped ??= stop(0));
        throw err;
      }
      for (const handler of handlers) {
        const queue = handler.kind.name;
        const leases = createLeases({ boss, database, queue, logger });
        dispatchers.set(queue, startDispatcher({ boss, database, leases, handler, logger }));
      }
      const everyMs = timings.lostJobsSeconds * 1_000;
      stopWatching = watchLostJobs({ database, announce, handlers, everyMs, logger });
    },
    stop: ({ graceMs }) => (stopped ??= stop(graceMs)),
  };
}
