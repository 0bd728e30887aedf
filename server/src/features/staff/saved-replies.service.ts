import type { SavedReply } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import {
  countSavedReplies,
  insertSavedReply,
  listSavedReplies,
  removeSavedReply,
} from './saved-replies.store.ts';
import type { LogStaffAction } from './staff-actions.ts';

/** Saved replies, shared by all staff. */
export interface SavedRepliesService {
  /** Sorted by name. */
  list(): Promise<SavedReply[]>;
  /** Throws `conflict` if there are too many. */
  create(input: {
    readonly actorUserId: string;
    readonly name: string;
    readonly markdown: string;
  }): Promise<SavedReply>;
  /** Throws `saved_reply_not_found`. */
  remove(input: { readonly actorUserId: string; readonly id: number }): Promise<void>;
}

const maxSavedReplies = 500;

/** Creates a {@link SavedRepliesService} that logs every change as a staff action. */
export function createSavedRepliesService(deps: {
  readonly db: Database;
  readonly logStaffAction: LogStaffAction;
}): SavedRepliesService {
  const { db, logStaffAction } = deps;
  const subjectKind = 'saved_reply';
  return {
    list: () => listSavedReplies(db),
    create: ({ actorUserId, name, markdown }) =>
      inTransaction(db, async (tx) => {
        if ((await countSavedReplies(tx)) >= maxSavedReplies) throw tooMany();
        const reply = await insertSavedReply(tx, { name, markdown });
        const action = 'saved_reply.create';
        const detail = { name };
        await logStaffAction(tx, { actorUserId, action, subjectKind, subjectId: reply.id, detail });
        return reply;
      }),
    remove: ({ actorUserId, id }) =>
      inTransaction(db, async (tx) => {
        const name = await removeSavedReply(tx, id);
        if (name === undefined)
          throw notFound('saved_reply_not_found', 'This saved reply does not exist.');
        const action = 'saved_reply.delete';
        await logStaffAction(tx, {
          actorUserId,
          action,
          subjectKind,
          subjectId: id,
          detail: { name },
        });
      }),
  };
}

function tooMany(): AppError {
  return new AppError({
    code: 'conflict',
    message: `At most ${maxSavedReplies} replies can be saved. Delete one first.`,
  });
}
