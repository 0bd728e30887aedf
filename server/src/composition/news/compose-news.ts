import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';
import { createCurrentNews, type CurrentNews } from '../../features/news/current-news.service.ts';
import { noticesRoutes, slidesRoutes } from '../../features/news/news.routes.ts';
import { createNoticesService } from '../../features/news/notices.service.ts';
import { createSlidesService } from '../../features/news/slides.service.ts';
import { logStaffAction } from '../../features/staff/staff-actions.ts';
import { systemClock as clock } from '../../lib/clock.ts';

/** Builds news slides and status notices: edited by the support team, read by everyone. */
export function composeNews({
  config,
  data,
  logger,
}: ModuleContext): FeatureModule & { readonly currentNews: CurrentNews } {
  const { db } = data;
  const { newsSlides: configuredSlides } = config;
  const currentNews = createCurrentNews({ db, clock, logger, configuredSlides });
  const changes = { db, clock, logStaffAction, onChange: currentNews.forget };
  return {
    currentNews,
    routes: [
      ...slidesRoutes(createSlidesService(changes), clock),
      ...noticesRoutes(createNoticesService(changes), clock),
    ],
    handlers: [],
    schedules: [],
  };
}
