import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';

/** True if the newest test capture of a URL that has ended is a failed one. */
export async function hasFailedLast(
  db: Db,
  input: { readonly organizationId: string; readonly url: string },
): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select status from screenshots
    where organization_id = ${input.organizationId} and is_test and url = ${input.url} and finished_at is not null
    order by id desc limit 1`.execute(db);
  return rows[0]?.status === 'FAILED';
}
