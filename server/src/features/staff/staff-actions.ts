import type { Db, Tx } from '../../db/transaction.ts';

/** What one of the team did, to what. `detail` never holds a secret. */
export interface StaffAction {
  /** Null: the operator, at the command line. */
  readonly actorUserId: string | null;
  /** A noun and a verb, such as `ticket.reply`. */
  readonly action: string;
  readonly subjectKind: 'ticket' | 'saved_reply' | 'coupon' | 'user';
  readonly subjectId: string | number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Writes a line of the log in the transaction of what it tells: there is no action without its line. */
export type LogStaffAction = (tx: Tx, action: StaffAction) => Promise<void>;

/** See {@link LogStaffAction}. */
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
