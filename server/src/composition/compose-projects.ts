import { apiKeysRoutes } from '../features/api-keys/api-keys.routes.ts';
import {
  createApiKeysService,
  type ApiKeysService,
} from '../features/api-keys/api-keys.service.ts';
import type { FileLinks } from '../features/files/file-links.ts';
import { createExportFiles } from '../features/files/export/export-files.service.ts';
import { changeMatchesHandler } from '../features/files/matches/change-matches.jobs.ts';
import { matchesRoutes } from '../features/files/matches/matches.routes.ts';
import { createMatchesService } from '../features/files/matches/matches.service.ts';
import {
  removeExpiredFilesHandler,
  removeExpiredFilesSchedule,
} from '../features/files/retention/retention.service.ts';
import {
  createIdempotency,
  type Idempotency,
} from '../features/idempotency/idempotency.service.ts';
import { withIdempotency } from '../features/idempotency/with-idempotency.ts';
import { overviewRoutes } from '../features/overview/overview.routes.ts';
import { createOverviewService } from '../features/overview/overview.service.ts';
import { presentProject } from '../features/projects/projects.present.ts';
import { projectsRoutes } from '../features/projects/projects.routes.ts';
import { createProjectsService } from '../features/projects/projects.service.ts';
import { savedSettingsRoutes } from '../features/saved-settings/saved-settings.routes.ts';
import {
  createSavedSettingsService,
  type SavedSettingsService,
} from '../features/saved-settings/saved-settings.service.ts';
import {
  createSettingSecretsService,
  type SettingSecretsService,
} from '../features/saved-settings/setting-secrets.service.ts';
import { transferSettingsRoutes } from '../features/saved-settings/transfer-settings.routes.ts';
import { createTransferSettings } from '../features/saved-settings/transfer-settings.service.ts';
import {
  createUseSettings,
  type UseSettings,
} from '../features/saved-settings/use-settings.service.ts';
import type { ScreenshotsService } from '../features/screenshots/screenshots.service.ts';
import {
  noticeExpiryHandler,
  noticeExpirySchedule,
} from '../features/api-keys/expiry-notices.jobs.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { networkPrefix } from '../lib/network-prefix.ts';
import type { EnqueueAlerts } from './budgets/compose-budgets.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import { fileRoutes } from './compose-files.ts';

type ProjectsService = ReturnType<typeof createProjectsService>;

/** The projects module, with the services that other modules need. */
export interface ProjectsModule extends FeatureModule {
  readonly projects: ProjectsService;
  readonly apiKeys: ApiKeysService;
  readonly idempotency: Idempotency;
  readonly settingSecrets: SettingSecretsService;
  readonly savedSettings: SavedSettingsService;
  readonly useSettings: UseSettings;
}

/** Builds projects and what belongs to them: files, API keys, saved settings, usage figures. */
export function composeProjects(
  input: ModuleContext & {
    readonly screenshots: ScreenshotsService;
    readonly links: FileLinks;
    readonly enqueueAlerts: EnqueueAlerts;
    readonly enqueueMail: MailService['enqueueMail'];
  },
): ProjectsModule {
  const { logger, screenshots, links } = input;
  const { db, keyRing } = input.data;
  const { cancelPendingScreenshots } = screenshots;
  const projects = createProjectsService({
    db,
    isBillingOn: input.config.billing,
    cancelPendingScreenshots,
  });
  const { requireProject } = projects;
  const apiKeys = createApiKeysService({
    db,
    keyRing,
    clock,
    logger,
    requireProject,
    enqueueAlerts: input.enqueueAlerts,
    networkOf: networkPrefix,
  });
  const matches = createMatchesService({
    db,
    queue: input.queue,
    cancelPendingScreenshots,
    requireProject,
  });
  const idempotency = createIdempotency({ db });
  const secrets = createSettingSecretsService({ db, keyRing });
  const savedSettings = createSavedSettingsService({ db, secrets, requireProject });
  return {
    projects,
    apiKeys,
    idempotency,
    settingSecrets: secrets,
    savedSettings,
    useSettings: createUseSettings({ db, secrets }),
    routes: [
      ...overviewRoutes(createOverview(db, projects)),
      ...withIdempotency({ db, keyRing, idempotency }, [
        ...projectsRoutes(projects),
        ...apiKeysRoutes(apiKeys),
        ...savedSettingsRoutes(savedSettings),
        ...transferSettingsRoutes(createTransferSettings({ db, clock, secrets })),
        ...fileRoutes(input, { links, cancelPendingScreenshots, requireProject }),
        ...matchesRoutes(matches, createExportFiles({ db, isBillingOn: input.config.billing })),
      ]),
    ],
    handlers: [...jobHandlers(input), changeMatchesHandler(matches.run)],
    schedules: [removeExpiredFilesSchedule, noticeExpirySchedule],
  };
}

function jobHandlers({
  data: { db },
  logger,
  enqueueMail,
}: Pick<ModuleContext, 'data' | 'logger'> & Pick<MailService, 'enqueueMail'>) {
  return [
    removeExpiredFilesHandler({ db, logger }),
    noticeExpiryHandler({ db, clock, enqueueMail }),
  ];
}

function createOverview(
  db: ModuleContext['data']['db'],
  { listProjects }: ProjectsService,
): ReturnType<typeof createOverviewService> {
  return createOverviewService({
    db,
    listProjects: async (organizationId) =>
      (await listProjects({ organizationId })).map(presentProject),
  });
}
