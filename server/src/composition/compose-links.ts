import type { createAddressPolicy } from '@shotwright/capture';
import { deviceNames } from '@shotwright/capture';
import { createFindCachedScreenshot } from '../features/screenshots/cache/find-cached-screenshot.service.ts';
import type { UseSettings } from '../features/saved-settings/use-settings.service.ts';
import { createCompleteLink } from '../features/screenshots/links/complete-link.service.ts';
import { createCreateLink } from '../features/screenshots/links/create-link.service.ts';
import { createLinkSecrets } from '../features/screenshots/links/link-secrets.service.ts';
import { linksRoutes } from '../features/screenshots/links/links.routes.ts';
import { createOpenLink } from '../features/screenshots/links/open-link.service.ts';
import { createTakeImage } from '../features/screenshots/links/take-image.service.ts';
import type { RequestScreenshot } from '../features/screenshots/request/screenshot-request.ts';
import { readTargetUrl } from '../features/screenshots/request/target-url.rules.ts';
import type { ScreenshotsService } from '../features/screenshots/screenshots.service.ts';
import type { Route } from '../http/route.ts';
import { createLinkLimit } from '../http/server/rate-limit.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { ModuleContext } from './compose-accounts.ts';

/** Builds the routes of links that capture and return images. */
export function linkRoutes(
  { config, credits, data }: ModuleContext,
  parts: {
    readonly requestScreenshot: RequestScreenshot;
    readonly screenshots: ScreenshotsService;
    readonly checkUrl: ReturnType<typeof createAddressPolicy>['checkUrl'];
    readonly useSettings: UseSettings;
  },
): Route[] {
  const { db, keyRing } = data;
  const { checkUrl } = parts;
  const linkSecrets = createLinkSecrets({ db, keyRing, clock });
  const rules = { checkUrl, deviceNames: deviceNames() };
  const { publicUrl } = config;
  const completeLink = createCompleteLink(parts.useSettings);
  return linksRoutes({
    linkSecrets,
    createLink: createCreateLink({
      ...rules,
      linkSecrets,
      completeLink,
      credits,
      clock,
      publicUrl,
    }),
    takeImage: createTakeImage({
      ...parts,
      clock,
      countLinkCapture: createLinkLimit(config.rateLimitLink),
      openLink: createOpenLink({ linkSecrets, completeLink, clock }),
      findCachedScreenshot: createFindCachedScreenshot({ ...rules, db, keyRing }),
      readUrl: (text) => readTargetUrl(text, checkUrl),
    }),
  });
}
