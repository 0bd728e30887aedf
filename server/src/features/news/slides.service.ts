import { newsLimits, type NewsSlideValues } from '@shotwright/contract';
import { AppError, notFound } from '../../shared/app-error.ts';
import {
  insertSlide,
  listSlides,
  lockSlides,
  removeSlide,
  updateOrder,
  updateSlide,
  type SlideRow,
} from './slides.store.ts';
import { createRunChange, type Change, type ChangeDependencies } from './staff-change.ts';

/** News slides, edited by the support team. */
export interface SlidesService {
  /** In their order. */
  list(): Promise<SlideRow[]>;
  /** Throws `conflict` if there are too many. */
  create(input: Change & { readonly values: NewsSlideValues }): Promise<SlideRow>;
  /** Throws `news_not_found`. */
  update(
    input: Change & { readonly id: number; readonly values: NewsSlideValues },
  ): Promise<SlideRow>;
  /** Moves a slide by one place and returns all. Throws `news_not_found`. */
  move(
    input: Change & { readonly id: number; readonly direction: 'up' | 'down' },
  ): Promise<SlideRow[]>;
  /** Throws `news_not_found`. */
  remove(input: Change & { readonly id: number }): Promise<void>;
}

/** Creates a {@link SlidesService} that logs every change as a staff action. */
export function createSlidesService(deps: ChangeDependencies): SlidesService {
  const runChange = createRunChange(deps, 'news_slide');
  return {
    list: () => listSlides(deps.db),
    create: ({ values, ...change }) =>
      runChange(change, async (tx) => {
        await lockSlides(tx);
        if ((await listSlides(tx)).length >= newsLimits.slides) throw tooMany();
        const slide = await insertSlide(tx, values);
        return { result: slide, entry: { action: 'create', id: slide.id, detail: { ...values } } };
      }),
    update: ({ id, values, ...change }) =>
      runChange(change, async (tx) => {
        const slide = await updateSlide(tx, { id, values });
        if (!slide) throw unknownSlide();
        return { result: slide, entry: { action: 'update', id, detail: { ...values } } };
      }),
    move: ({ id, direction, ...change }) =>
      runChange(change, async (tx) => {
        await lockSlides(tx);
        const slides = await listSlides(tx);
        const from = slides.findIndex((slide) => slide.id === id);
        const slide = slides[from];
        if (!slide) throw unknownSlide();
        const to = direction === 'up' ? from - 1 : from + 1;
        if (to < 0 || to >= slides.length) return { result: slides };
        const moved = slides.toSpliced(from, 1).toSpliced(to, 0, slide);
        const ids = moved.map((one) => one.id);
        await updateOrder(tx, ids);
        return { result: moved, entry: { action: 'move', id, detail: { place: to + 1 } } };
      }),
    remove: ({ id, ...change }) =>
      runChange(change, async (tx) => {
        const title = await removeSlide(tx, id);
        if (title === undefined) throw unknownSlide();
        return { result: undefined, entry: { action: 'delete', id, detail: { title } } };
      }),
  };
}

function unknownSlide(): AppError {
  return notFound('news_not_found', 'This slide does not exist.');
}

function tooMany(): AppError {
  return new AppError({
    code: 'conflict',
    message: `There can be at most ${newsLimits.slides} slides. Delete one first.`,
  });
}
