import type { CaptureEngine, CaptureResult } from '@shotwright/capture';
import { readStoredOptions, type PlanTier } from '@shotwright/contract';
import type {
  JobConcurrency,
  JobDependency,
  JobOutcome,
  JobHandler,
  JobKind,
  JobRun,
} from '../../../jobs/job.ts';
import { inEveryPlan } from '../../../jobs/job.ts';
import type { Logger } from '../../../lib/logger.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { Attempt, Attempts } from './attempts.service.ts';
import type { Failure } from './attempts.store.ts';
import { deadlineFailure, internalFailure } from './failure.rules.ts';
import type { RunningCaptures, Work } from './running-captures.ts';
import type { RepeatOffenders } from './repeat-offenders.ts';
import { verdictOutcomeOf } from '../verdict/verdict-outcome.rules.ts';
import {
  captureDeadlineMs,
  runScreenshotJob,
  runScreenshotNowJob,
  runTestScreenshotJob,
  type ScreenshotJobData,
} from '../screenshots.jobs.ts';

interface RunScreenshotDependencies {
  readonly attempts: Attempts;
  readonly engine: Pick<CaptureEngine, 'capture'>;
  /** Captures in test mode, without a browser. */
  readonly testEngine: Pick<CaptureEngine, 'capture'>;
  readonly runningCaptures: RunningCaptures;
  readonly logger: Logger;
  /** Stores the images; captures wait while it is unavailable. */
  readonly storage: JobDependency;
  /** Concurrent captures in this process. */
  readonly concurrency: number | JobConcurrency;
  readonly groupConcurrency: Readonly<Record<PlanTier, number>>;
  readonly offenders: RepeatOffenders;
  /** Time by which a capture must have ended; default 120 s. */
  readonly deadlineMs?: number;
}

/** Concurrent test captures in this process, and of one organisation: most of them take 50 ms. */
const testConcurrency = { total: 8, perOrganization: 4 };

/** Handlers of the capture queues: asynchronous, synchronous and test captures. */
export function runScreenshotHandlers(
  deps: RunScreenshotDependencies,
): JobHandler<ScreenshotJobData>[] {
  const { concurrency, groupConcurrency } = deps;
  const handler = (
    kind: JobKind<ScreenshotJobData>,
    priority: number,
  ): JobHandler<ScreenshotJobData> => ({
    kind,
    concurrency,
    groupConcurrency,
    reducedConcurrency: deps.offenders.limitOf,
    dependency: deps.storage,
    onLost: ({ id, data }) => deps.attempts.abandon({ organizationId: data.organizationId, id }),
    handle: (run) => runScreenshot(deps, run, { kind, priority }),
  });
  const testDeps = { ...deps, engine: deps.testEngine };
  const test: JobHandler<ScreenshotJobData> = {
    ...handler(runTestScreenshotJob, 0),
    concurrency: testConcurrency.total,
    groupConcurrency: inEveryPlan(testConcurrency.perOrganization),
    reducedConcurrency: () => undefined,
    handle: (run) => runScreenshot(testDeps, run, { kind: runTestScreenshotJob, priority: 0 }),
  };
  return [handler(runScreenshotJob, 0), handler(runScreenshotNowJob, 1), test];
}

interface RunSettings {
  readonly kind: JobKind<ScreenshotJobData>;
  readonly priority: number;
}

/**
 * Runs one attempt. Failures caused by the page end the capture; failures on our side are thrown,
 * which causes another attempt.
 */
async function runScreenshot(
  deps: RunScreenshotDependencies,
  run: JobRun<ScreenshotJobData>,
  settings: RunSettings,
): Promise<JobOutcome> {
  const { organizationId } = run.data;
  const logger = deps.logger.child({ screenshotId: run.id, organizationId });
  // Before the start, so that a capture ended elsewhere is not missed.
  using work = deps.runningCaptures.begin(run.id);
  const attempt = await deps.attempts.start({ organizationId, id: run.id });
  if (!attempt) return;
  try {
    const result = await captureWithDeadline(deps, {
      attempt,
      run,
      work,
      priority: settings.priority,
    });
    // A worker that lost its lease, or is stopping, leaves the capture to the next one.
    run.signal.throwIfAborted();
    if (result !== 'overdue' && !result.ok && result.killedFor !== undefined)
      deps.offenders.record(organizationId);
    work.enter('saving');
    const end = await finishAttempt(deps.attempts, attempt, result);
    logger.info({ ...outcomeOf(result), end, attempt: attempt.attempt }, 'capture finished');
  } catch (err) {
    if (!deps.storage.isAvailable() && !run.signal.aborted) {
      logger.warn({ err, attempt: attempt.attempt }, 'capture waits for the file store');
      return 'requeue';
    }
    const isLastAttempt = run.retryCount >= settings.kind.retryLimit;
    if (!isLastAttempt || run.signal.aborted) throw err;
    logger.error({ err, attempt: attempt.attempt }, 'capture failed permanently');
    await deps.attempts.fail(attempt, { failure: internalFailure, report: null });
  }
}

type InTime = CaptureResult | 'overdue';

function finishAttempt(attempts: Attempts, attempt: Attempt, result: InTime) {
  if (result === 'overdue') {
    return attempts.fail(attempt, { failure: deadlineFailure, report: null });
  }
  if (result.ok) return attempts.complete(attempt, result);
  const { reason, detail, isRetryable, report, pageImage } = result;
  return attempts.fail(attempt, {
    failure: { code: reason, message: detail, isRetryable },
    report,
    ...(pageImage && { pageImage }),
  });
}

const outcomeOf = (result: InTime) =>
  result === 'overdue'
    ? { code: deadlineFailure.code }
    : {
        code: result.ok ? null : result.reason,
        verdict: result.report.verdict?.kind ?? null,
        totalMs: result.report.timings.totalMs,
      };

interface CaptureCall {
  readonly attempt: Attempt;
  readonly run: JobRun<ScreenshotJobData>;
  readonly work: Work;
  readonly priority: number;
}

/** Time the engine may take to return after it was aborted. */
const abortGraceMs = 2_000;

/** Captures under a deadline that holds even if the engine never returns. */
async function captureWithDeadline(
  deps: RunScreenshotDependencies,
  call: CaptureCall,
): Promise<InTime> {
  const deadlineMs = deps.deadlineMs ?? captureDeadlineMs;
  const deadline = AbortSignal.timeout(deadlineMs);
  return withTimeout(captureWithRetry(deps, call, deadline), {
    timeoutMs: deadlineMs + abortGraceMs,
    onTimeout: () => 'overdue' as const,
  });
}

/**
 * Transient network errors, which may have passed a moment later; the engine itself retries after
 * browser faults.
 */
const transientReasons: ReadonlySet<string> = new Set([
  'connection_reset',
  'connection_timeout',
  'dns_error',
]);
/** A second try starts only while most of the deadline is left. */
const retryWithinMs = 40_000;

async function captureWithRetry(
  { attempts, engine, offenders }: RunScreenshotDependencies,
  { attempt, run, work, priority }: CaptureCall,
  deadline: AbortSignal,
): Promise<CaptureResult> {
  const signal = AbortSignal.any([run.signal, work.signal, deadline]);
  const spec = attempts.specOf(attempt);
  const startedAt = performance.now();
  const owner = attempt.organizationId;
  const hasLowCpuPriority = (): boolean => offenders.has(owner);
  const options = { owner, priority, hasLowCpuPriority, signal, onPhase: work.enter };
  const { retries } = readStoredOptions(attempt.options);
  let result = await engine.capture(spec, options);
  for (let retry = 1; retry <= Math.max(retries, 1); retry += 1) {
    const failure = failureIn(result, attempt.options);
    if (!failure?.isRetryable || signal.aborted) break;
    if (retry > retries && !transientReasons.has(failure.code)) break;
    if (performance.now() - startedAt > retryWithinMs) break;
    result = await engine.capture(spec, options);
  }
  return result;
}

/** Returns the failure that a result means for its request: its own, or the one of its verdict. */
function failureIn(
  result: CaptureResult,
  options: Attempt['options'],
): Pick<Failure, 'code' | 'isRetryable'> | undefined {
  if (!result.ok) return { code: result.reason, isRetryable: result.isRetryable };
  const outcome = verdictOutcomeOf(options, result.report);
  return outcome.kind === 'fail' ? outcome.failure : undefined;
}
