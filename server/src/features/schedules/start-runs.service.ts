import type { Database, Tx } from '../../db/transaction.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import { nextTime } from './run-times.rules.ts';
import {
  insertRun,
  listUnrequested,
  lockDue,
  lockSchedule,
  setNextRun,
  setRequested,
  type DueSchedule,
  type UnrequestedRun,
} from './runs.store.ts';

interface StartRunsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /**
   * Requests the capture of a run; a repeat with the same run gets the first capture. Returns the id
   * of the screenshot. Throws the errors of a request.
   */
  requestCapture(run: UnrequestedRun): Promise<string>;
  /** Lets a worker follow the runs that have started. */
  follow(): Promise<void>;
  /** Ends a run whose capture was refused. */
  endRefused(run: UnrequestedRun, error: AppError): Promise<void>;
}

/** Starts of runs. */
export interface StartRuns {
  /** Starts the runs that are due. A schedule that was missed for long runs once. */
  startDue(): Promise<void>;
  /** Starts a run now. Returns its id. Throws `schedule_not_found`, or `conflict` (409) while one is running. */
  startNow(input: { readonly organizationId: string; readonly id: string }): Promise<string>;
}

const batchSize = 50;
/** Time after which a capture that is refused for the load of the service fails. Unit: seconds. */
const patienceSeconds = 600;

/** Creates {@link StartRuns}. */
export function createStartRuns(deps: StartRunsDependencies): StartRuns {
  const { db, clock } = deps;
  return {
    startDue: async () => {
      let count: number;
      do {
        count = await inTransaction(db, async (tx) => {
          const due = await lockDue(tx, clock.now(), batchSize);
          for (const schedule of due) await plan(tx, schedule, clock.now());
          return due.length;
        });
      } while (count === batchSize);
      const unrequested = await listUnrequested(db, { now: clock.now(), limit: batchSize });
      for (const run of unrequested) await request(deps, run);
    },
    startNow: async (ref) => {
      const id = newId();
      await inTransaction(db, async (tx) => {
        const schedule = await lockSchedule(tx, ref);
        if (!schedule) throw notFound('schedule_not_found', 'This schedule does not exist.');
        if (schedule.isRunning) throw running();
        const run = { id, scheduleId: schedule.id, plannedAt: clock.now() };
        await insertRun(tx, { ...run, status: 'RUNNING' });
      });
      const [run] = await listUnrequested(db, { onlyId: id, now: clock.now(), limit: 1 });
      if (run) await request(deps, run);
      await deps.follow();
      return id;
    },
  };
}

async function plan(tx: Tx, schedule: DueSchedule, now: Date): Promise<void> {
  const { id, plannedAt, isRunning } = schedule;
  const status = isRunning ? 'SKIPPED' : 'RUNNING';
  await insertRun(tx, { id: newId(), scheduleId: id, plannedAt, status });
  await setNextRun(tx, id, nextTime(schedule, now));
}

async function request(deps: StartRunsDependencies, run: UnrequestedRun): Promise<void> {
  try {
    const screenshotId = await deps.requestCapture(run);
    await setRequested(deps.db, run.id, screenshotId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isBusy(error) && run.ageSeconds < patienceSeconds) return;
    await deps.endRefused(run, error);
  }
}

/** True if the same request may be accepted a moment later. */
function isBusy({ code }: AppError): boolean {
  return ['concurrency_limit_reached', 'queue_full', 'unavailable'].includes(code);
}

function running(): AppError {
  return new AppError({
    code: 'conflict',
    message: 'A run of this schedule is in progress. Try again when it has ended.',
  });
}
