import {
  captureOptionsOf,
  comparisonLimits,
  screenshotEndpoints,
  type EndpointInput,
} from '@shotwright/contract';
import {
  diffRatioOf,
  type CompareScreenshots,
} from '../../features/comparisons/comparisons.service.ts';
import type { FileLinks } from '../../features/files/file-links.ts';
import type { MailService } from '../../features/mail/mail.service.ts';
import type { UseSettings } from '../../features/saved-settings/use-settings.service.ts';
import { createSendDigests } from '../../features/schedules/digests.service.ts';
import { createEndRuns } from '../../features/schedules/end-runs.service.ts';
import type { UnrequestedRun } from '../../features/schedules/runs.store.ts';
import {
  runSchedulesHandler,
  runSchedulesJob,
  runSchedulesSchedule,
  scheduleDigestHandler,
  scheduleDigestSchedule,
} from '../../features/schedules/schedules.jobs.ts';
import { schedulesRoutes } from '../../features/schedules/schedules.routes.ts';
import { createSchedulesService } from '../../features/schedules/schedules.service.ts';
import { createStartRuns } from '../../features/schedules/start-runs.service.ts';
import { findRequester } from '../../features/screenshots/batches/batches.store.ts';
import { readCacheRequest } from '../../features/screenshots/cache/cache-request.rules.ts';
import type { RequestScreenshot } from '../../features/screenshots/request/screenshot-request.ts';
import type { EnqueueChangeDeliveries } from '../../features/webhooks/deliveries/enqueue-change-deliveries.service.ts';
import { parseInput } from '../../http/endpoints/parse-input.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import { AppError } from '../../shared/app-error.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

interface SchedulesInput
  extends Pick<ModuleContext, 'config' | 'data' | 'queue'>, Pick<MailService, 'enqueueMail'> {
  readonly links: FileLinks;
  readonly requestScreenshot: RequestScreenshot;
  readonly compareScreenshots: CompareScreenshots;
  readonly enqueueChangeDeliveries: EnqueueChangeDeliveries;
  readonly useSettings: UseSettings;
}

type SavedCapture = EndpointInput<typeof screenshotEndpoints.captureUrl>['body'];

/** Builds schedules, which capture saved settings at planned times. */
export function composeSchedules(input: SchedulesInput): FeatureModule {
  const { config, data, queue, links, enqueueMail } = input;
  const { db } = data;
  const schedules = createSchedulesService({ db, clock, isBillingOn: config.billing });
  const endRuns = createEndRuns({
    db,
    compare: (pair) => comparedRatioOf(input, pair),
    findRecipient: findRequester,
    enqueueMail,
    enqueueChangeDeliveries: input.enqueueChangeDeliveries,
  });
  const startRuns = createStartRuns({
    db,
    clock,
    requestCapture: (run) => requestCapture(input, run),
    endRefused: endRuns.endRefused,
    follow: () => queue.enqueue(db, runSchedulesJob, { data: {} }),
  });
  return {
    routes: schedulesRoutes({ schedules, startRuns, links, clock }),
    handlers: [
      runSchedulesHandler({ startRuns, endRuns }),
      scheduleDigestHandler(createSendDigests({ db, findRecipient: findRequester, enqueueMail })),
    ],
    schedules: [runSchedulesSchedule, scheduleDigestSchedule],
  };
}

const captureTimeoutMs = 30_000;

/** Requests the capture of a saved setting; its run is the idempotency key. */
async function requestCapture(
  { useSettings, requestScreenshot }: SchedulesInput,
  run: UnrequestedRun,
): Promise<string> {
  const { organizationId, settingId, userId } = run;
  const { captureHtml, captureUrl } = screenshotEndpoints;
  const request = { setting_id: settingId };
  const settings = await useSettings.open({ organizationId, projectId: null }, [request]);
  const { options } = settings.apply(request);
  const endpoint = options['html'] === undefined ? captureUrl : captureHtml;
  const given = { params: {}, query: {}, body: options };
  // The endpoint's schema produced it.
  const body: SavedCapture = Object(parseInput(endpoint, given).body);
  const { id } = await requestScreenshot({
    organizationId,
    userId,
    apiKeyId: null,
    isTest: false,
    boundProjectId: null,
    projectId: body.project_id,
    fields: captureOptionsOf(body),
    cache: readCacheRequest(body),
    body: { runId: run.id },
    operation: 'runSchedule',
    idempotencyKey: run.id,
    waitMs: 0,
    responseType: 'json',
    signal: AbortSignal.timeout(captureTimeoutMs),
  });
  return id;
}

/** Returns the share of changed pixels of two captures; null if they cannot be compared. */
async function comparedRatioOf(
  { compareScreenshots }: SchedulesInput,
  pair: {
    readonly organizationId: string;
    readonly before: string;
    readonly after: string;
    readonly signal: AbortSignal;
  },
): Promise<number | null> {
  const { organizationId, before, after, signal } = pair;
  try {
    const difference = await compareScreenshots({
      before,
      after,
      threshold: comparisonLimits.threshold.default,
      include_antialiasing: false,
      ignore_regions: [],
      scope: { organizationId, projectId: null },
      needsImage: false,
      signal,
    });
    return diffRatioOf(difference);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'queue_full') return null;
    throw error;
  }
}
