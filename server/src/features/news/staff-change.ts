import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { LogStaffAction, StaffAction } from '../staff/staff-actions.ts';

/** A change by a member of the support team. */
export interface Change {
  readonly actorUserId: string;
}

/** Result of a change, and its entry in the log of staff actions; none if nothing changed. */
interface Changed<T> {
  readonly result: T;
  readonly entry?: {
    /** A verb, such as `create`. */
    readonly action: string;
    readonly id: number;
    readonly detail: Readonly<Record<string, unknown>>;
  };
}

/** Runs a change and logs it, both in one transaction. */
export type RunChange = <T>(change: Change, work: (tx: Tx) => Promise<Changed<T>>) => Promise<T>;

/** Dependencies of the services of news slides and status notices. */
export interface ChangeDependencies {
  readonly db: Database;
  readonly logStaffAction: LogStaffAction;
  /** Called after each change. */
  readonly onChange: () => void;
}

/** Creates a {@link RunChange} for one kind of subject. */
export function createRunChange(
  { db, logStaffAction, onChange }: ChangeDependencies,
  subjectKind: StaffAction['subjectKind'],
): RunChange {
  return async ({ actorUserId }, work) => {
    const { result } = await inTransaction(db, async (tx) => {
      const changed = await work(tx);
      if (changed.entry) {
        const { action: verb, id: subjectId, detail } = changed.entry;
        const action = `${subjectKind}.${verb}`;
        await logStaffAction(tx, { actorUserId, action, subjectKind, subjectId, detail });
      }
      return changed;
    });
    onChange();
    return result;
  };
}
