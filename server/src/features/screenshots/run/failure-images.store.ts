import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { NewImageFile } from './attempts.store.ts';

/**
 * Maximum number of stored page images of failed captures per organisation; the oldest are deleted
 * first.
 */
export const maxFailureImages = 200;
/** Maximum age of a stored page image; days. */
const retentionDays = 30;
/** More than one is over the limit only if the limit was lowered. */
const removedAtOnce = 20;

/**
 * Adds the page image to a capture that has just failed, and deletes the organisation's oldest
 * ones. Returns false if the plan of the object was removed in the meantime; the caller must then
 * record the object for removal.
 */
export async function insertFailureImage(
  tx: Tx,
  input: { readonly organizationId: string; readonly id: string; readonly file: NewImageFile },
): Promise<boolean> {
  const { organizationId, id, file } = input;
  const { rows } = await sql`
    with planned as (
      delete from deleted_objects where storage_key = ${file.storageKey} returning storage_key
    )
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select ${file.id}, ${organizationId}, ${id}, 'page', storage_key, ${file.name}, ${file.contentType},
      ${file.sizeBytes}::int, ${file.sha256}, ${file.widthPx}::int, ${file.heightPx}::int
    from planned
    returning true`.execute(tx);
  if (rows.length === 0) return false;
  // Does not wait for rows that a concurrent transaction is deleting.
  await sql`
    delete from files where id in (
      select id from files where id in (
        select id from files where organization_id = ${organizationId} and kind = 'page'
        order by id desc offset ${maxFailureImages} limit ${removedAtOnce})
      for update skip locked)`.execute(tx);
  return true;
}

/**
 * Deletes expired page images, at most `limit`; a database trigger records their objects for
 * removal.
 */
export async function removeOldPageImages(db: Db, limit: number): Promise<number> {
  const result = await sql`
    delete from files where id in (
      select id from files where kind = 'page' and created_at < now() - make_interval(days => ${retentionDays})
      order by created_at limit ${limit}
      for update skip locked)`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
