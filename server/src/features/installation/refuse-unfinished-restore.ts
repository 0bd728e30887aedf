import { sql } from 'kysely';
import { restoreMarker } from '../../db/copy-settings.ts';
import type { Db } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';

/** Throws `conflict` if a restore into this database is running or was interrupted. */
export async function rejectUnfinishedRestore(db: Db): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${restoreMarker})::text as found`.execute(db);
  if (!rows[0]?.found) return;
  throw new AppError({
    code: 'conflict',
    message:
      'A restore into this database is running or was interrupted, so it is incomplete. Wait for it, or restore the backup again into an empty database and an empty DATA_DIR.',
  });
}
