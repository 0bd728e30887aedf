import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { StoredImage } from './screenshots.store.ts';

/** Time that the image of a capture with `store` false can be read. Unit: minutes. */
const readableMinutes = 10;

const isToBeDelivered = sql`exists (
  select from file_deliveries d where d.screenshot_id = files.screenshot_id and d.state = 'PENDING')`;

/** Returns the image of a capture that is not stored, or undefined if it was deleted. */
export function findUnstoredImage(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<StoredImage | undefined> {
  return db
    .selectFrom('files')
    .select([
      'id',
      'storage_key as storageKey',
      'name',
      'content_type as contentType',
      'sha256',
      'size_bytes as sizeBytes',
      'width_px as widthPx',
      'height_px as heightPx',
    ])
    .where('organization_id', '=', input.organizationId)
    .where('screenshot_id', '=', input.id)
    .where('kind', '=', 'unstored')
    .where('part', '=', '')
    .executeTakeFirst();
}

/**
 * Deletes the image of a capture that is not stored, unless it is still to be delivered; a trigger
 * records its object for removal.
 */
export async function removeUnstoredImage(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  await db
    .deleteFrom('files')
    .where('organization_id', '=', input.organizationId)
    .where('screenshot_id', '=', input.id)
    .where('kind', '=', 'unstored')
    .where(sql<boolean>`not ${isToBeDelivered}`)
    .execute();
}

/** Deletes images that no response has taken in time and no delivery needs, at most `limit`. */
export async function removeOldUnstoredImages(db: Db, limit: number): Promise<void> {
  await sql`
    delete from files where id in (
      select id from files
      where kind = 'unstored' and not ${isToBeDelivered} and created_at < now() - make_interval(mins => ${readableMinutes})
      order by created_at limit ${limit}
      for update skip locked)`.execute(db);
}
