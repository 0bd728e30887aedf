import { scheduleLimits, type ErrorCodeName } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { AppError } from '../../shared/app-error.ts';
import type { Mail } from '../mail/mail.ts';
import type { EnqueueChangeDeliveries } from '../webhooks/deliveries/enqueue-change-deliveries.service.ts';
import {
  countFailure,
  endRun,
  hasFailedBefore,
  hasRunning,
  listEnded,
  type EndedRun,
  type RunningRun,
  type RunResult,
  type UnrequestedRun,
} from './runs.store.ts';
import { setPause } from './schedules.store.ts';

interface EndRunsDependencies {
  readonly db: Database;
  /** Returns the share of changed pixels; null if the images cannot be compared. */
  compare(pair: {
    readonly organizationId: string;
    readonly before: string;
    readonly after: string;
    readonly signal: AbortSignal;
  }): Promise<number | null>;
  /** Returns the user that gets the emails of a schedule. */
  findRecipient(
    tx: Tx,
    schedule: { readonly organizationId: string; readonly userId: string | null },
  ): Promise<{ readonly email: string; readonly firstName: string } | undefined>;
  enqueueMail(tx: Tx, mail: Mail): Promise<void>;
  /** Creates the deliveries of a change for every subscribed webhook. */
  readonly enqueueChangeDeliveries: EnqueueChangeDeliveries;
}

/** Ends of runs. */
export interface EndRuns {
  /**
   * Ends the runs whose captures have ended: compares them with the runs before and sends the emails.
   * Returns true if captures of other runs have not ended.
   */
  endCaptured(signal: AbortSignal): Promise<boolean>;
  /** Ends a run whose capture was refused. */
  endRefused(run: UnrequestedRun, error: AppError): Promise<void>;
}

type FinishedRun = RunningRun & Pick<EndedRun, 'projectId' | 'screenshotId'>;

const batchSize = 50;

/** Creates {@link EndRuns}. */
export function createEndRuns(deps: EndRunsDependencies): EndRuns {
  return {
    endCaptured: async (signal) => {
      for (const run of await listEnded(deps.db, batchSize)) {
        signal.throwIfAborted();
        await end(deps, run, await resultOf(deps, run, signal));
      }
      return hasRunning(deps.db);
    },
    endRefused: (run, { code, message }) =>
      end(deps, { ...run, projectId: null, screenshotId: null }, { ...failed, code, message }),
  };
}

const failed = { status: 'FAILED', previousId: null, diffRatio: null, isChanged: null } as const;

async function resultOf(
  { compare }: EndRunsDependencies,
  run: EndedRun,
  signal: AbortSignal,
): Promise<RunResult> {
  const { status, code, message, screenshotId, previousId, organizationId } = run;
  if (screenshotId === null || status === null) {
    return { ...failed, code: 'screenshot_not_found', message: 'The capture was deleted.' };
  }
  if (status === 'FAILED') return { ...failed, code, message };
  if (run.isRefunded === true) {
    const reason = `The image does not show the page: ${String(run.verdictKind)}.`;
    return { ...failed, code: run.verdictKind, message: reason };
  }
  const diffRatio =
    previousId === null
      ? null
      : await compare({ organizationId, before: previousId, after: screenshotId, signal });
  return {
    status: 'COMPLETE',
    code: null,
    message: null,
    previousId: diffRatio === null ? null : previousId,
    diffRatio,
    isChanged: diffRatio === null ? null : diffRatio > run.maxDiffRatio,
  };
}

/** Errors that end with the next cycle of the credits, so that no user needs to resume the schedule. */
const codesOfCycle: ReadonlySet<string | null> = new Set<ErrorCodeName>([
  'insufficient_credits',
  'project_monthly_limit_reached',
]);

async function end(deps: EndRunsDependencies, run: FinishedRun, result: RunResult): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await endRun(tx, run.id, result))) return;
    const hasFailed = result.status === 'FAILED';
    const counts = hasFailed && !codesOfCycle.has(result.code);
    const failures = await countFailure(tx, run.scheduleId, counts);
    const isPaused = failures >= scheduleLimits.failures;
    if (isPaused) {
      const { organizationId, scheduleId: id } = run;
      await setPause(tx, { organizationId, id, pausedBy: 'failures', nextRunAt: null });
    }
    const isNew = !hasFailed || !(await hasFailedBefore(tx, run.id));
    await notifyOfChange(deps, tx, { ...run, ...result });
    const mail = isPaused || isNew ? mailOf(run, result, isPaused) : undefined;
    const recipient = mail && (await deps.findRecipient(tx, run));
    if (!recipient) return;
    const { email: to, firstName } = recipient;
    await deps.enqueueMail(tx, { ...mail, to, firstName });
  });
}

async function notifyOfChange(
  { enqueueChangeDeliveries }: EndRunsDependencies,
  tx: Tx,
  run: FinishedRun & RunResult,
): Promise<void> {
  const { organizationId, scheduleId, scheduleName, url } = run;
  const { projectId, screenshotId, previousId, diffRatio } = run;
  if (run.isChanged !== true || projectId === null || screenshotId === null) return;
  if (previousId === null || diffRatio === null) return;
  const schedule = { organizationId, scheduleId, scheduleName, url };
  const pair = { projectId, screenshotId, previousScreenshotId: previousId, diffRatio };
  await enqueueChangeDeliveries(tx, { ...schedule, ...pair });
}

/** Returns the email about a run; undefined if its schedule asks for none. A pause always has one. */
function mailOf(run: FinishedRun, result: RunResult, isPaused: boolean) {
  const { scheduleName, url, notify } = run;
  const occasions = notify.split('_or_');
  const { screenshotId, previousId, message } = { ...run, ...result };
  if (result.status === 'FAILED') {
    if (!isPaused && !occasions.includes('failure')) return undefined;
    const reason = message ?? 'The capture failed.';
    return { template: 'schedule_failed', scheduleName, url, reason, isPaused } as const;
  }
  const isWanted = result.isChanged === true && occasions.includes('change');
  if (!isWanted || screenshotId === null || previousId === null) return undefined;
  const diffRatio = result.diffRatio ?? 0;
  const pair = { screenshotId, previousId };
  return { template: 'schedule_changed', scheduleName, url, diffRatio, ...pair } as const;
}
