import {
  createAddressPolicy,
  createOwnAddresses,
  deviceNames,
  findDevice,
} from '@shotwright/capture';
import { linkRoutes } from './compose-links.ts';
import { creditPricesOf } from './credit-prices.ts';
import { plans } from '@shotwright/contract';
import { batchRoutes, type CaptureEnds } from './captures/compose-batches.ts';
import { composeReadSitemap } from './captures/compose-sitemaps.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import type { ProjectsModule } from './compose-projects.ts';
import type { FileLinks } from '../features/files/file-links.ts';
import { createEstimateCapture } from '../features/screenshots/estimate/estimate-capture.service.ts';
import { estimateRoutes } from '../features/screenshots/estimate/estimate.routes.ts';
import { liveRoutes } from '../features/live/live.routes.ts';
import { createLiveService } from '../features/live/live.service.ts';
import { createCancelScreenshot } from '../features/screenshots/cancel-screenshot.service.ts';
import { captureProgressRoutes } from '../features/screenshots/progress.routes.ts';
import { createFollowScreenshot } from '../features/screenshots/progress.service.ts';
import { createRequestScreenshot } from '../features/screenshots/request/request-screenshot.service.ts';
import type { RequestScreenshot } from '../features/screenshots/request/screenshot-request.ts';
import { createCompletionWaiters } from '../features/screenshots/events/completion-waiter.ts';
import {
  createScreenshotEvents,
  eventChannel,
  type ScreenshotEvents,
} from '../features/screenshots/events/screenshot-events.ts';
import {
  sweepScreenshotsHandler,
  sweepScreenshotsSchedule,
} from '../features/screenshots/screenshots.jobs.ts';
import { screenshotsRoutes } from '../features/screenshots/screenshots.routes.ts';
import { sitemapsRoutes } from '../features/sitemaps/sitemaps.routes.ts';
import type { ScreenshotsService } from '../features/screenshots/screenshots.service.ts';
import { createSweep } from '../features/screenshots/run/sweep.service.ts';
import { withSettings } from '../features/saved-settings/with-settings.ts';
import { presentFileDelivery } from '../features/destinations/destinations.present.ts';
import type { UploadTargets } from '../features/destinations/deliver/upload-targets.service.ts';
import type { RequestWebhooks } from '../features/webhooks/endpoints/request-webhooks.service.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler } from '../jobs/job.ts';
import { subscribe } from '../db/notifications.ts';
import { systemClock as clock } from '../lib/clock.ts';

/**
 * Limits of waiting captures: per customer, to contain mistakes, and in total, to keep the database
 * fast.
 */
const waitingLimits = { perOrganization: 2_000, total: 100_000, perOrganizationWhenFull: 20 };

/** Retention by plan; plans that retain captures forever are left out. */
const planRetentionDays = Object.fromEntries(
  plans.flatMap(({ tier, retentionDays }) =>
    retentionDays === null ? [] : [[tier, retentionDays]],
  ),
);

type ScreenshotsInput = ModuleContext &
  CaptureEnds & {
    readonly stack: AsyncDisposableStack;
    readonly requestWebhooks: RequestWebhooks;
    readonly uploadTargets: UploadTargets;
    readonly screenshots: ScreenshotsService;
    readonly links: FileLinks;
  } & Pick<ProjectsModule, 'projects' | 'idempotency' | 'settingSecrets' | 'useSettings'>;

/** The screenshots module, with the events that other modules subscribe to. */
export interface ScreenshotsModule extends FeatureModule {
  readonly events: ScreenshotEvents;
  readonly requestScreenshot: RequestScreenshot;
}

/** Builds screenshots: requests, progress, live updates and the cleanup job. */
export function composeScreenshots(input: ScreenshotsInput): ScreenshotsModule {
  const { config, credits, queue } = input;
  const { screenshots, links, projects, idempotency, settingSecrets, useSettings } = input;
  const { db, keyRing } = input.data;
  const events = openEvents(input);
  const checkUrl = urlPolicyOf(config);
  const rules = { checkUrl, deviceNames: deviceNames() };
  const acceptance = acceptanceOf(input, rules);
  const requestScreenshot = createRequestScreenshot({
    ...projects,
    db,
    clock,
    keyRing,
    queue,
    credits,
    idempotency,
    completionWaiters: createCompletionWaiters({ events }),
    ...acceptance,
  });
  const shared = { requestScreenshot, screenshots, links };
  return {
    events,
    requestScreenshot,
    routes: withSettings(useSettings, [
      ...screenshotsRoutes({
        ...shared,
        findDelivery: async (screenshot) => {
          const delivery = await input.uploadTargets.find(db, screenshot);
          return delivery && presentFileDelivery(delivery);
        },
        fillSecrets: (given) => settingSecrets.fill(db, { ...given, path: '' }),
        devices: deviceNames().flatMap((name) => findDevice(name) ?? []),
        publicUrl: config.publicUrl,
        isBillingOn: config.billing,
      }),
      ...linkRoutes(input, { ...shared, checkUrl, useSettings }),
      ...estimateRoutes({
        estimateCapture: createEstimateCapture({ ...projects, ...rules, db, credits, findDevice }),
        prices: creditPricesOf(config),
        isBillingOn: config.billing,
      }),
      ...progressRoutes(input, { ...shared, events }),
      ...batchRoutes(input, { ...input, ...projects, ...acceptance, idempotency, useSettings }),
      ...sitemapsRoutes(composeReadSitemap(input)),
    ]),
    handlers: [sweepHandler(input)],
    schedules: [sweepScreenshotsSchedule],
  };
}

function sweepHandler(input: ScreenshotsInput): JobHandler {
  const { data, queue, credits, idempotency, logger, onCaptureEnd, closeBatch } = input;
  const { db, store } = data;
  const { closeEndedBatches } = closeBatch;
  const shared = { db, queue, store, credits, idempotency, logger };
  return sweepScreenshotsHandler(createSweep({ ...shared, onCaptureEnd, closeEndedBatches }));
}

/** Returns what the acceptance of single captures and of batches shares. */
function acceptanceOf<Rules extends object>(
  { config, requestWebhooks, uploadTargets }: ScreenshotsInput,
  rules: Rules,
) {
  return {
    ...rules,
    requestWebhooks,
    uploadTargets,
    waitingLimits,
    planRetentionDays: config.billing ? planRetentionDays : {},
  };
}

function urlPolicyOf({
  allowPrivateTargets,
  ownAddresses,
}: ScreenshotsInput['config']): ReturnType<typeof createAddressPolicy>['checkUrl'] {
  const own = createOwnAddresses({ configured: ownAddresses });
  return createAddressPolicy(allowPrivateTargets, own).checkUrl;
}

/**
 * Routes for captures in progress: following, cancelling and retrying them, and live updates for
 * the dashboard.
 */
function progressRoutes(
  { config, data, credits, queue, onCaptureEnd }: ScreenshotsInput,
  parts: {
    readonly requestScreenshot: RequestScreenshot;
    readonly screenshots: ScreenshotsService;
    readonly links: FileLinks;
    readonly events: ScreenshotEvents;
  },
): Route[] {
  const { db } = data;
  const { events } = parts;
  return [
    ...captureProgressRoutes({
      ...parts,
      publicUrl: config.publicUrl,
      isBillingOn: config.billing,
      cancelScreenshot: createCancelScreenshot({ db, queue, credits, onCaptureEnd }),
      followScreenshot: createFollowScreenshot({ db, events }),
    }),
    ...liveRoutes(createLiveService({ db, events, credits })),
  ];
}

function openEvents({ data, logger, stack }: ScreenshotsInput): ScreenshotEvents {
  const { db, connection } = data;
  const events = createScreenshotEvents({
    db,
    logger,
    subscribe: (onMessage, onConnected) =>
      subscribe({ connection, channel: eventChannel, onMessage, onConnected, logger }),
  });
  stack.defer(() => events.close());
  return events;
}
