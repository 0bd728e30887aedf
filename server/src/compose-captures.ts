import { createAddressPolicy, deviceNames, findDevice } from '@shotwright/capture';
import type { Part, PartInput } from './compose-accounts.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { createApiKeysService, type ApiKeysService } from './features/api-keys/api-keys.service.ts';
import { createFileLinks } from './features/files/file-links.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { createFilesService } from './features/files/files.service.ts';
import { createThumbnailsService } from './features/files/thumbnails.service.ts';
import { createIdempotency } from './features/idempotency/idempotency.service.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { createOverviewService } from './features/overview/overview.service.ts';
import { presentProject } from './features/projects/projects.present.ts';
import { projectsRoutes } from './features/projects/projects.routes.ts';
import { createProjectsService } from './features/projects/projects.service.ts';
import { savedSettingsRoutes } from './features/saved-settings/saved-settings.routes.ts';
import { createSavedSettingsService } from './features/saved-settings/saved-settings.service.ts';
import { createRequestScreenshot } from './features/screenshots/request-screenshot.service.ts';
import {
  createScreenshotEnds,
  endChannel,
  type ScreenshotEnds,
} from './features/screenshots/screenshot-ends.ts';
import { sweepScreenshotsSchedule } from './features/screenshots/screenshot-jobs.ts';
import { screenshotsRoutes } from './features/screenshots/screenshots.routes.ts';
import { createScreenshotsService } from './features/screenshots/screenshots.service.ts';
import { sweepScreenshotsHandler } from './features/screenshots/sweep-screenshots.job.ts';
import { createSweep } from './features/screenshots/sweep.service.ts';
import { subscribe } from './jobs/notifications.ts';
import { systemClock as clock } from './lib/clock.ts';

/** Captures that may wait: of one customer, so that a mistake stays small, and of all, so that the queue stays useful. */
const waitingLimits = { perOrganization: 2_000, total: 50_000 };

/** Projects and what is in them: captures, files, keys, settings, figures. */
export function composeCaptures(
  input: PartInput & { readonly stack: AsyncDisposableStack },
): Part & { readonly apiKeys: ApiKeysService } {
  const { config, credits, queue, logger } = input;
  const { db, keyRing, store } = input.data;
  const { publicUrl, fileLinkSeconds: linkSeconds } = config;
  const screenshots = createScreenshotsService({ db, store, queue });
  const { abandonOpenScreenshots } = screenshots;
  const projects = createProjectsService({ db, abandonOpenScreenshots });
  const { requireProject } = projects;
  const apiKeys = createApiKeysService({ db, keyRing, clock, logger, requireProject });
  const links = createFileLinks({ keyRing, clock, publicUrl, linkSeconds });
  const files = createFilesService({ db, store, links, abandonOpenScreenshots });
  const idempotency = createIdempotency({ db });
  const requestScreenshot = createRequestScreenshot({
    ...projects,
    db,
    clock,
    keyRing,
    queue,
    credits,
    idempotency,
    ends: openEnds(input),
    judgeUrl: createAddressPolicy(config.allowPrivateTargets).judgeUrl,
    deviceNames: deviceNames(),
    waitingLimits,
  });
  const overview = createOverviewService({
    db,
    listProjects: async (organizationId) =>
      (await projects.listProjects({ organizationId })).map(presentProject),
  });
  const devices = deviceNames().flatMap((name) => findDevice(name) ?? []);
  return {
    apiKeys,
    routes: [
      ...overviewRoutes(overview),
      ...projectsRoutes(projects),
      ...apiKeysRoutes(apiKeys),
      ...screenshotsRoutes({ requestScreenshot, screenshots, links, devices, publicUrl }),
      ...filesRoutes({ files, thumbnails: createThumbnailsService({ db, store }), links }),
      ...savedSettingsRoutes(createSavedSettingsService({ db, requireProject })),
    ],
    handlers: [
      sweepScreenshotsHandler(createSweep({ db, queue, store, credits, idempotency, logger })),
    ],
    schedules: [sweepScreenshotsSchedule],
  };
}

function openEnds(input: PartInput & { readonly stack: AsyncDisposableStack }): ScreenshotEnds {
  const { data, logger, stack } = input;
  const ends = createScreenshotEnds({
    logger,
    subscribe: (onMessage) =>
      subscribe({
        connection: data.connection,
        channel: endChannel,
        onMessage,
        onConnected: () => undefined,
        logger,
      }),
  });
  stack.defer(() => ends.close());
  return ends;
}
