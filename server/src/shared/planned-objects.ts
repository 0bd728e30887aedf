import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** Time after which a planned object that no row has counts as abandoned. Unit: minutes. */
export const plannedObjectMinutes = 15;

/**
 * Plans the removal of objects that are about to be stored, so that a process that dies in between leaves
 * none behind. The transaction that inserts their rows removes the plan.
 */
export async function planObjects(db: Db, storageKeys: readonly string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  await sql`
    insert into deleted_objects (storage_key, deleted_at)
    select unnest(${[...storageKeys]}::text[]), now() + make_interval(mins => ${plannedObjectMinutes})`.execute(
    db,
  );
}
