import { newsEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import { presentNotice, presentSlide } from './news.present.ts';
import type { NoticesService } from './notices.service.ts';
import type { SlidesService } from './slides.service.ts';

/** Routes for news slides, for staff. */
export function slidesRoutes(service: SlidesService, clock: Clock): Route[] {
  return [
    route(newsEndpoints.listNewsSlides, async () => {
      const slides = await service.list();
      return { data: { slides: slides.map((slide) => presentSlide(slide, clock.now())) } };
    }),
    route(newsEndpoints.createNewsSlide, async ({ caller, body: values }) => {
      const slide = await service.create({ actorUserId: caller.userId, values });
      return {
        data: { slide: presentSlide(slide, clock.now()) },
        message: 'The slide was created.',
      };
    }),
    route(newsEndpoints.updateNewsSlide, async ({ caller, params, body: values }) => {
      const slide = await service.update({ actorUserId: caller.userId, ...params, values });
      return { data: { slide: presentSlide(slide, clock.now()) }, message: 'The slide was saved.' };
    }),
    route(newsEndpoints.moveNewsSlide, async ({ caller, params, body }) => {
      const slides = await service.move({ actorUserId: caller.userId, ...params, ...body });
      return {
        data: { slides: slides.map((slide) => presentSlide(slide, clock.now())) },
        message: 'The slide was moved.',
      };
    }),
    route(newsEndpoints.deleteNewsSlide, async ({ caller, params }) => {
      await service.remove({ actorUserId: caller.userId, ...params });
      return { data: {}, message: 'The slide was deleted.' };
    }),
  ];
}

/** Routes for status notices, for staff. */
export function noticesRoutes(service: NoticesService, clock: Clock): Route[] {
  return [
    route(newsEndpoints.listStatusNotices, async () => {
      const notices = await service.list();
      return { data: { notices: notices.map((notice) => presentNotice(notice, clock.now())) } };
    }),
    route(newsEndpoints.createStatusNotice, async ({ caller, body: values }) => {
      const notice = await service.create({ actorUserId: caller.userId, values });
      return {
        data: { notice: presentNotice(notice, clock.now()) },
        message: 'The notice was created.',
      };
    }),
    route(newsEndpoints.updateStatusNotice, async ({ caller, params, body: values }) => {
      const notice = await service.update({ actorUserId: caller.userId, ...params, values });
      return {
        data: { notice: presentNotice(notice, clock.now()) },
        message: 'The notice was saved.',
      };
    }),
    route(newsEndpoints.resolveStatusNotice, async ({ caller, params }) => {
      const notice = await service.resolve({ actorUserId: caller.userId, ...params });
      return {
        data: { notice: presentNotice(notice, clock.now()) },
        message: 'The notice was resolved.',
      };
    }),
    route(newsEndpoints.deleteStatusNotice, async ({ caller, params }) => {
      await service.remove({ actorUserId: caller.userId, ...params });
      return { data: {}, message: 'The notice was deleted.' };
    }),
  ];
}
