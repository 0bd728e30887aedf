import {
  createAddressPolicy,
  createOwnAddresses,
  deviceNames,
  findDevice,
} from '@shotwright/capture';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import { networkPrefix } from '../lib/network-prefix.ts';
import { apiKeysRoutes } from '../features/api-keys/api-keys.routes.ts';
import {
  createApiKeysService,
  type ApiKeysService,
} from '../features/api-keys/api-keys.service.ts';
import { createFileLinks, type FileLinks } from '../features/files/file-links.ts';
import { filesRoutes } from '../features/files/files.routes.ts';
import { createReadContent } from '../features/files/file-content.ts';
import { publicLinksRoutes } from '../features/files/public-links.routes.ts';
import { createPublicLinksService } from '../features/files/public-links.service.ts';
import { createPublicLinks } from '../features/files/public-links.ts';
import { createFilesService } from '../features/files/files.service.ts';
import { createThumbnailsService } from '../features/files/thumbnails.service.ts';
import { createZipFiles } from '../features/files/zip-files.service.ts';
import { createIdempotency } from '../features/idempotency/idempotency.service.ts';
import { withIdempotency } from '../features/idempotency/with-idempotency.ts';
import { liveRoutes } from '../features/live/live.routes.ts';
import { createLiveService } from '../features/live/live.service.ts';
import { overviewRoutes } from '../features/overview/overview.routes.ts';
import { createOverviewService } from '../features/overview/overview.service.ts';
import { presentProject } from '../features/projects/projects.present.ts';
import { projectsRoutes } from '../features/projects/projects.routes.ts';
import { createProjectsService } from '../features/projects/projects.service.ts';
import { savedSettingsRoutes } from '../features/saved-settings/saved-settings.routes.ts';
import {
  createSettingSecretsService,
  type SettingSecretsService,
} from '../features/saved-settings/setting-secrets.service.ts';
import { createSavedSettingsService } from '../features/saved-settings/saved-settings.service.ts';
import { createCancelScreenshot } from '../features/screenshots/cancel-screenshot.service.ts';
import { captureProgressRoutes } from '../features/screenshots/progress.routes.ts';
import { createFollowScreenshot } from '../features/screenshots/progress.service.ts';
import {
  createRequestScreenshot,
  type RequestScreenshot,
} from '../features/screenshots/request/request-screenshot.service.ts';
import { createCompletionWaiters } from '../features/screenshots/events/completion-waiter.ts';
import {
  createScreenshotEvents,
  eventChannel,
  type ScreenshotEvents,
} from '../features/screenshots/events/screenshot-events.ts';
import { sweepScreenshotsSchedule } from '../features/screenshots/screenshots.jobs.ts';
import { screenshotsRoutes } from '../features/screenshots/screenshots.routes.ts';
import {
  createScreenshotsService,
  type ScreenshotsService,
} from '../features/screenshots/screenshots.service.ts';
import { sweepScreenshotsHandler } from '../features/screenshots/run/sweep-screenshots.job.ts';
import { createSweep } from '../features/screenshots/run/sweep.service.ts';
import type { EnqueueDeliveries } from '../features/webhooks/deliveries/enqueue-deliveries.service.ts';
import type { Route } from '../http/route.ts';
import { subscribe } from '../db/notifications.ts';
import { systemClock as clock } from '../lib/clock.ts';

/**
 * Limits of waiting captures: per customer, to contain mistakes, and in total, to keep the database
 * fast.
 */
const waitingLimits = { perOrganization: 2_000, total: 50_000, perOrganizationWhenFull: 20 };

type CapturesInput = ModuleContext & {
  readonly stack: AsyncDisposableStack;
  readonly enqueueDeliveries: EnqueueDeliveries;
};

/** Projects and their contents, with the services that other feature groups need. */
export interface CapturesModule extends FeatureModule {
  readonly apiKeys: ApiKeysService;
  readonly events: ScreenshotEvents;
  readonly settingSecrets: SettingSecretsService;
}

/** Builds projects and their contents: captures, files, API keys, settings, usage figures. */
export function composeCaptures(input: CapturesInput): CapturesModule {
  const { config, credits, queue, logger, enqueueDeliveries } = input;
  const { db, keyRing, store } = input.data;
  const { publicUrl, fileLinkSeconds: linkSeconds, billing: isBillingOn } = config;
  const screenshots = createScreenshotsService({ db, store, queue });
  const { cancelPendingScreenshots } = screenshots;
  const projects = createProjectsService({ db, cancelPendingScreenshots });
  const { requireProject } = projects;
  const own = { db, keyRing, clock, logger, requireProject, networkOf: networkPrefix };
  const apiKeys = createApiKeysService(own);
  const links = createFileLinks({ keyRing, clock, publicUrl, linkSeconds });
  const idempotency = createIdempotency({ db });
  const events = openEvents(input);
  const requestScreenshot = createRequestScreenshot({
    ...projects,
    db,
    clock,
    keyRing,
    queue,
    credits,
    idempotency,
    completionWaiters: createCompletionWaiters({ events }),
    checkUrl: urlPolicyOf(config),
    deviceNames: deviceNames(),
    waitingLimits,
  });
  const secrets = createSettingSecretsService({ db, keyRing });
  const shared = { requestScreenshot, screenshots, links };
  const devices = deviceNames().flatMap((name) => findDevice(name) ?? []);
  return {
    apiKeys,
    events,
    settingSecrets: secrets,
    routes: [
      ...overviewRoutes(createOverview(db, projects)),
      ...withIdempotency({ db, keyRing, idempotency }, [
        ...projectsRoutes(projects),
        ...apiKeysRoutes(apiKeys),
        ...savedSettingsRoutes(createSavedSettingsService({ db, secrets, requireProject })),
        ...fileRoutes(input, { links, cancelPendingScreenshots, requireProject }),
      ]),
      ...screenshotsRoutes({
        ...shared,
        fillSecrets: (given) => secrets.fill(db, { ...given, path: '' }),
        devices,
        publicUrl,
        isBillingOn,
      }),
      ...progressRoutes(input, { ...shared, events }),
    ],
    handlers: [
      sweepScreenshotsHandler(
        createSweep({ db, queue, store, credits, idempotency, logger, enqueueDeliveries }),
      ),
    ],
    schedules: [sweepScreenshotsSchedule],
  };
}

function urlPolicyOf({
  allowPrivateTargets,
  ownAddresses,
}: CapturesInput['config']): ReturnType<typeof createAddressPolicy>['checkUrl'] {
  const own = createOwnAddresses({ configured: ownAddresses });
  return createAddressPolicy(allowPrivateTargets, own).checkUrl;
}

function createOverview(
  db: CapturesInput['data']['db'],
  { listProjects }: ReturnType<typeof createProjectsService>,
): ReturnType<typeof createOverviewService> {
  return createOverviewService({
    db,
    listProjects: async (organizationId) =>
      (await listProjects({ organizationId })).map(presentProject),
  });
}

function fileRoutes(
  { data, config }: CapturesInput,
  parts: Pick<
    Parameters<typeof createFilesService>[0],
    'links' | 'cancelPendingScreenshots' | 'requireProject'
  >,
): Route[] {
  const { db, store, keyRing } = data;
  const publicLinks = createPublicLinks({ keyRing, publicUrl: config.publicUrl });
  const readContent = createReadContent(store);
  return [
    ...filesRoutes({
      files: createFilesService({ db, readContent, publicLinks, ...parts }),
      thumbnails: createThumbnailsService({ db, store }),
      zipFiles: createZipFiles({ db, store }),
      links: parts.links,
    }),
    ...publicLinksRoutes({
      links: publicLinks,
      service: createPublicLinksService({ db, publicLinks, readContent }),
    }),
  ];
}

/**
 * Routes for captures in progress: following, cancelling and retrying them, and live updates for
 * the dashboard.
 */
function progressRoutes(
  { config, data, credits, queue, enqueueDeliveries }: CapturesInput,
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
      cancelScreenshot: createCancelScreenshot({ db, queue, credits, enqueueDeliveries }),
      followScreenshot: createFollowScreenshot({ db, events }),
    }),
    ...liveRoutes(createLiveService({ db, events, credits })),
  ];
}

function openEvents({ data, logger, stack }: CapturesInput): ScreenshotEvents {
  const { db, connection } = data;
  const events = createScreenshotEvents({
    db,
    logger,
    subscribe: (onMessage) =>
      subscribe({
        connection,
        channel: eventChannel,
        onMessage,
        onConnected: () => undefined,
        logger,
      }),
  });
  stack.defer(() => events.close());
  return events;
}
