import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/** Tables of which an organisation may have a limited number of rows. */
type LimitedTable = 'destinations' | 'reports' | 'saved_settings' | 'schedules';

/**
 * Locks an organisation and returns the number of its rows in a table, so that concurrent inserts cannot
 * both take the last free place.
 */
export async function countForInsert(
  tx: Tx,
  table: LimitedTable,
  organizationId: string,
): Promise<number> {
  await sql`select from organizations where id = ${organizationId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where organization_id = ${organizationId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
