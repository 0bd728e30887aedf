import type { Db, Tx } from '../../db/transaction.ts';

/** Actor, action and subject of a staff action. `detail` never contains a secret. */
export interface StaffAction {
  /** Null for the operator on the command line. */
  readonly actorUserId: string | null;
  /** A noun and a verb, such as `ticket.reply`. */
  readonly action: string;
  readonly subjectKind:
    | 'ticket'
    | 'saved_reply'
    | 'coupon'
    | 'user'
    | 'news_slide'
    | 'status_notice';
  readonly subjectId: string | number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Logs an action in its own transaction, so that there is no action without a log entry. */
export type LogStaffAction = (tx: Tx, action: StaffAction) => Promise<void>;

/** {@link LogStaffAction} that writes to the `staff_actions` table. */
export async function logStaffAction(tx: Db, action: StaffAction): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({
      actor_user_id: action.actorUserId,
      action: action.action,
      subject_kind: action.subjectKind,
      subject_id: String(action.subjectId),
      detail: JSON.stringify(action.detail ?? {}),
    })
    .execute();
}
