import { newsLimits, type NewsSlideValues, type NewsState } from '@shotwright/contract';

const dayMs = 24 * 60 * 60 * 1_000;

/** Publication and period of a slide or a notice. Null: no limit. */
interface Visibility {
  readonly isPublished: boolean;
  readonly from: Date | null;
  readonly until: Date | null;
}

/** The end itself is past. */
function stateAt({ isPublished, from, until }: Visibility, now: Date): NewsState {
  if (!isPublished) return 'draft';
  if (until !== null && until <= now) return 'past';
  return from !== null && from > now ? 'planned' : 'current';
}

/** Returns the state of a slide at a time. */
export function stateOfSlide(
  slide: Pick<NewsSlideValues, 'isPublished' | 'visibleFrom' | 'visibleUntil'>,
  now: Date,
): NewsState {
  const { isPublished, visibleFrom: from, visibleUntil: until } = slide;
  return stateAt({ isPublished, from, until }, now);
}

/** Times that decide the end of a notice. */
interface NoticeTimes {
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** Returns the end of a notice: the earlier of its planned end and its resolution. */
export function endOfNotice({ endsAt, resolvedAt }: NoticeTimes): Date | null {
  if (endsAt === null || resolvedAt === null) return endsAt ?? resolvedAt;
  return endsAt < resolvedAt ? endsAt : resolvedAt;
}

/** Returns the state of a notice at a time. */
export function stateOfNotice(
  notice: NoticeTimes & { readonly isPublished: boolean; readonly startsAt: Date },
  now: Date,
): NewsState {
  const { isPublished, startsAt: from } = notice;
  return stateAt({ isPublished, from, until: endOfNotice(notice) }, now);
}

/** Earliest end of the notices that the history lists. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - newsLimits.historyDays * dayMs);
}
