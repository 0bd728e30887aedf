import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

/**
 * Locks ended captures past the end of their retention with their files, oldest first, so that no
 * public link can be added to them; returns their ids. Those that a public link uses are retained.
 */
export async function lockExpired(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from screenshots s
    where retained_until <= now() and status in ('COMPLETE', 'FAILED') and not ${isInUse}
    order by retained_until limit ${limit}
    for update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`select from files where screenshot_id = any(${ids}::uuid[]) order by id for update`.execute(
    tx,
  );
  return ids;
}

/**
 * Deletes locked captures and their files, except those that a public link has begun to use.
 * Returns their number.
 */
export async function removeExpired(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from screenshots s where id = any(${[...ids]}::uuid[]) and not ${isInUse}`.execute(
    tx,
  );
  const unused = rows.map(({ id }) => id);
  // One statement for the files of all captures, so that storage usage is updated once.
  await sql`delete from files where screenshot_id = any(${unused}::uuid[])`.execute(tx);
  await sql`delete from screenshots where id = any(${unused}::uuid[])`.execute(tx);
  return unused.length;
}

const isInUse = sql`(
  exists (select from files f join public_links l on l.file_id = f.id where f.screenshot_id = s.id)
  or exists (select from baselines b where b.screenshot_id = s.id))`;
