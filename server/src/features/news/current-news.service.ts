import { hasPlainOrigin, type NewsSlide, type ServiceStatus } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { createRecentValue } from './recent-value.ts';
import { endOfNotice, historyStart, stateOfNotice, stateOfSlide } from './news.rules.ts';
import { presentPublicNotice } from './news.present.ts';
import { listPublishedNotices, type NoticeRow } from './notices.store.ts';
import { listSlides, type SlideRow } from './slides.store.ts';

/** Notices for everyone: current ones, planned maintenance, and those that ended in the last days. */
export type PublicNotices = Pick<ServiceStatus, 'notices' | 'planned' | 'history'>;

/** Slides and notices of this moment. */
export interface CurrentNews {
  /** Slides of the support team, or the configured ones if none of those is current. */
  slides(): Promise<readonly NewsSlide[]>;
  notices(): Promise<PublicNotices>;
  /** Origins of the images of the slides, without waiting for the database. */
  imageOrigins(): readonly string[];
  /** Makes this process show a change at once. */
  forget(): void;
}

/**
 * Time after which a change of another process is shown. The database is asked at most once in this time,
 * regardless of the number of pages. Unit: ms.
 */
const maxAgeMs = 5_000;
/** Longest wait for the database; then the pages show what was last known. Unit: ms. */
const timeoutMs = 1_000;

/** Creates the {@link CurrentNews} of this process. */
export function createCurrentNews(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly configuredSlides: readonly NewsSlide[];
}): CurrentNews {
  const { db, clock, logger, configuredSlides } = deps;
  const recent = createRecentValue<Loaded>({
    load: async () => {
      const endedAfter = historyStart(clock.now());
      const [slides, notices] = await Promise.all([
        listSlides(db),
        listPublishedNotices(db, endedAfter),
      ]);
      return { slides, notices };
    },
    initial: { slides: [], notices: [] },
    maxAgeMs,
    timeoutMs,
    clock,
    onError: (err) => logger.warn({ err }, 'news slides and status notices could not be read'),
  });
  const slidesOf = ({ slides }: Loaded): readonly NewsSlide[] => {
    const current = slides.filter((slide) => stateOfSlide(slide, clock.now()) === 'current');
    return current.length === 0 ? configuredSlides : current.map(publicSlide);
  };
  return {
    slides: async () => slidesOf(await recent.read()),
    notices: async () => publicNotices((await recent.read()).notices, clock.now()),
    imageOrigins: () => [
      ...new Set(slidesOf(recent.latest()).flatMap(({ image }) => originOf(image))),
    ],
    forget: recent.forget,
  };
}

interface Loaded {
  readonly slides: readonly SlideRow[];
  readonly notices: readonly NoticeRow[];
}

function publicSlide({ title, text, href, image }: SlideRow): NewsSlide {
  return { title, text, ...(href !== null && { href }), ...(image !== null && { image }) };
}

/** A path of this site has no origin of its own. */
function originOf(image: string | undefined): string[] {
  return image !== undefined && hasPlainOrigin(image) ? [new URL(image).origin] : [];
}

function publicNotices(rows: readonly NoticeRow[], now: Date): PublicNotices {
  const inState = (state: 'current' | 'planned' | 'past') =>
    rows.filter((row) => stateOfNotice(row, now) === state);
  const planned = inState('planned').filter(({ kind }) => kind === 'maintenance');
  const history = inState('past').flatMap((row) => {
    const endedAt = endOfNotice(row);
    return endedAt === null ? [] : [{ row, endedAt }];
  });
  return {
    notices: inState('current').map(presentPublicNotice),
    planned: planned.toReversed().map(presentPublicNotice),
    history: history
      .toSorted((one, other) => other.endedAt.getTime() - one.endedAt.getTime())
      .map(({ row, endedAt }) => ({
        ...presentPublicNotice(row),
        endedAt: endedAt.toISOString(),
      })),
  };
}
