import { newsLimits, type NoticeValues } from '@shotwright/contract';
import type { Clock } from '../../lib/clock.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import { stateOfNotice } from './news.rules.ts';
import {
  countNoticesForInsert,
  findNoticeForUpdate,
  insertNotice,
  listNotices,
  removeNotice,
  updateNotice,
  updateResolution,
  type NoticeRow,
} from './notices.store.ts';
import { createRunChange, type Change, type ChangeDependencies } from './staff-change.ts';

/** Status notices, edited by the support team. */
export interface NoticesService {
  /** The latest start first. */
  list(): Promise<NoticeRow[]>;
  /** Throws `conflict` if there are too many. */
  create(input: Change & { readonly values: NoticeValues }): Promise<NoticeRow>;
  /** Throws `news_not_found`. */
  update(
    input: Change & { readonly id: number; readonly values: NoticeValues },
  ): Promise<NoticeRow>;
  /** Throws `news_not_found`, and `conflict` if the notice is not current. */
  resolve(input: Change & { readonly id: number }): Promise<NoticeRow>;
  /** Throws `news_not_found`. */
  remove(input: Change & { readonly id: number }): Promise<void>;
}

/** Creates a {@link NoticesService} that logs every change as a staff action. */
export function createNoticesService(
  deps: ChangeDependencies & { readonly clock: Clock },
): NoticesService {
  const runChange = createRunChange(deps, 'status_notice');
  return {
    list: () => listNotices(deps.db),
    create: ({ values, ...change }) =>
      runChange(change, async (tx) => {
        if ((await countNoticesForInsert(tx)) >= newsLimits.notices) throw tooMany();
        const notice = await insertNotice(tx, values);
        const { id } = notice;
        return { result: notice, entry: { action: 'create', id, detail: { ...values } } };
      }),
    update: ({ id, values, ...change }) =>
      runChange(change, async (tx) => {
        const notice = await updateNotice(tx, { id, values });
        if (!notice) throw unknownNotice();
        return { result: notice, entry: { action: 'update', id, detail: { ...values } } };
      }),
    resolve: ({ id, ...change }) =>
      runChange(change, async (tx) => {
        const found = await findNoticeForUpdate(tx, id);
        if (!found) throw unknownNotice();
        const resolvedAt = deps.clock.now();
        if (stateOfNotice(found, resolvedAt) !== 'current') throw notCurrent();
        const notice = await updateResolution(tx, { id, resolvedAt });
        const { title } = notice;
        return { result: notice, entry: { action: 'resolve', id, detail: { title } } };
      }),
    remove: ({ id, ...change }) =>
      runChange(change, async (tx) => {
        const title = await removeNotice(tx, id);
        if (title === undefined) throw unknownNotice();
        return { result: undefined, entry: { action: 'delete', id, detail: { title } } };
      }),
  };
}

function unknownNotice(): AppError {
  return notFound('news_not_found', 'This notice does not exist.');
}

function notCurrent(): AppError {
  return new AppError({
    code: 'conflict',
    message: 'Only a published notice that has started and not ended can be resolved.',
  });
}

function tooMany(): AppError {
  return new AppError({
    code: 'conflict',
    message: `There can be at most ${newsLimits.notices} notices. Delete old ones first.`,
  });
}
