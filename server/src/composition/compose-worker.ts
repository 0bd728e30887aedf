import {
  BlockListError,
  captureTestImage,
  createCaptureEngine,
  findDevice,
  IsolationUnavailableError,
  type CaptureEngine,
  type LimitRange,
} from '@shotwright/capture';
import { plans, type PlanTier } from '@shotwright/contract';
import type { Infrastructure } from './open-infrastructure.ts';
import type { Features } from './compose-features.ts';
import { reportHandlerOf } from './captures/compose-reports.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { workerName } from '../features/installation/worker-isolation.store.ts';
import { createAttempts } from '../features/screenshots/run/attempts.service.ts';
import { createRunningCaptures } from '../features/screenshots/run/running-captures.ts';
import { createRepeatOffenders } from '../features/screenshots/run/repeat-offenders.ts';
import { runScreenshotHandlers } from '../features/screenshots/run/run-screenshot.handler.ts';
import { hasFailedLast } from '../features/screenshots/test-mode/test-captures.store.ts';
import { createTestEngine } from '../features/screenshots/test-mode/test-engine.ts';
import type { Metrics } from '../http/server/metrics.ts';
import { createJobWorkers, type JobWorkers } from '../jobs/worker.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/**
 * Starts the browser of this process. Rejects with a {@link ConfigError} if the configuration requires
 * isolation that the system does not allow, or names block lists that cannot be used.
 */
export async function startEngine(config: Config, logger: Logger): Promise<CaptureEngine> {
  const starting = createCaptureEngine({
    concurrency: captureConcurrencyOf(config),
    allowPrivateTargets: config.allowPrivateTargets,
    ownAddresses: config.ownAddresses,
    isolation: config.isolation,
    logger,
    clock: config.captureClock,
    browserPriority: config.browserPriority,
    identity: {
      languages: config.captureLanguages,
      isWebdriver: config.navigatorWebdriver,
      ...(config.userAgentToken !== undefined && { userAgentToken: config.userAgentToken }),
    },
    ...(config.blockListsDir !== undefined && { blockListsDirectory: config.blockListsDir }),
    ...(config.browserPath !== undefined && { browserPath: config.browserPath }),
  });
  return starting.catch((error: unknown) => {
    if (error instanceof BlockListError)
      throw new ConfigError([`BLOCK_LISTS_DIR: ${error.message}`]);
    if (!(error instanceof IsolationUnavailableError)) throw error;
    throw new ConfigError([`ISOLATION=${config.isolation}: ${error.message}`]);
  });
}

type ConcurrencySettings = Pick<
  Config,
  'captureConcurrency' | 'captureConcurrencyMin' | 'captureConcurrencyMax'
>;

/** Number of concurrent captures of this process if it is fixed, otherwise its range. */
function captureConcurrencyOf({
  captureConcurrency,
  captureConcurrencyMin: min,
  captureConcurrencyMax: max,
}: ConcurrencySettings): number | LimitRange {
  return captureConcurrency ?? { min, max };
}

/**
 * Maximum number of concurrent captures per organisation in this process: set by its plan or,
 * without billing, the capture concurrency of the process.
 */
export function groupConcurrencyOf(
  config: Pick<Config, 'billing'> & ConcurrencySettings,
): Readonly<Record<PlanTier, number>> {
  const of = (tier: PlanTier): number =>
    config.billing
      ? (plans.find((plan) => plan.tier === tier)?.concurrency ?? 1)
      : (config.captureConcurrency ?? config.captureConcurrencyMax);
  return {
    free: of('free'),
    basic: of('basic'),
    advanced: of('advanced'),
    lifetime: of('lifetime'),
    enterprise: of('enterprise'),
  };
}

/** Builds the workers of this process, for captures and every other job kind. */
export function composeWorkers(input: {
  readonly config: Config;
  readonly data: Infrastructure;
  readonly features: Features;
  readonly engine: CaptureEngine;
  readonly metrics: Metrics;
  readonly logger: Logger;
}): JobWorkers {
  const { config, data, features, engine, metrics, logger } = input;
  const { db, connection, keyRing, store } = data;
  const { credits, onCaptureEnd, uploadTargets, events } = features;
  const offenders = createRepeatOffenders(systemClock);
  metrics.gauge('shotwright_offending_organizations', {
    help: 'Organisations with fewer capture slots, because their pages were killed for memory or CPU time.',
    read: offenders.count,
  });
  const captures = runScreenshotHandlers({
    offenders,
    attempts: createAttempts({
      db,
      keyRing,
      store,
      credits,
      findDevice,
      logger,
      onCaptureEnd,
      uploadTargets,
    }),
    engine: {
      capture: async (spec, options) => {
        const result = await engine.capture(spec, options);
        metrics.countCapture(result.ok ? 'complete' : result.reason);
        return result;
      },
    },
    testEngine: createTestEngine({
      captureTestImage,
      hasFailedLast: (capture) => hasFailedLast(db, capture),
    }),
    runningCaptures: createRunningCaptures(events),
    storage: data.storeHealth,
    logger,
    concurrency: engine.concurrency,
    groupConcurrency: groupConcurrencyOf(config),
  });
  const { handlers, schedules } = features;
  return createJobWorkers({
    connection,
    applicationName: workerName(engine.stats()),
    handlers: [...captures, reportHandlerOf({ data, engine }), ...handlers],
    schedules,
    logger,
  });
}
