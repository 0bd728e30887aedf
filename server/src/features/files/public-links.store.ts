import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { StoredObject } from './files.store.ts';
import type { LinkTarget } from '../../shared/signed-links.ts';

/**
 * Makes a capture's image public under `linkId` and returns the link; an existing link is returned
 * unchanged. Returns undefined if there is no such image.
 */
export async function ensurePublicLink(
  db: Db,
  input: { organizationId: string; screenshotId: string; linkId: string },
): Promise<LinkTarget | undefined> {
  const { rows } = await sql<LinkTarget>`
    with picture as (
      select f.id, f.organization_id, f.name from files f
      join screenshots s on s.id = f.screenshot_id and s.status = 'COMPLETE'
      where f.organization_id = ${input.organizationId} and f.screenshot_id = ${input.screenshotId} and f.kind = 'image'
    ), link as (
      insert into public_links (id, organization_id, file_id)
      select ${input.linkId}, organization_id, id from picture
      on conflict (file_id) do update set file_id = excluded.file_id
      returning id
    )
    select link.id, picture.name from link, picture`.execute(db);
  return rows[0];
}

/**
 * Removes a capture's public link, if it has one. Returns false if the organisation has no such
 * image.
 */
export async function removePublicLink(
  db: Db,
  input: { organizationId: string; screenshotId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with picture as (
      select id from files
      where organization_id = ${input.organizationId} and screenshot_id = ${input.screenshotId} and kind = 'image'
    ), revoked as (
      delete from public_links using picture where file_id = picture.id
    )
    select true from picture`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the file of a public link; the link's signature replaces the check of the organisation.
 */
export async function findPublicFile(db: Db, linkId: string): Promise<StoredObject | undefined> {
  const { rows } = await sql<StoredObject>`
    select f.id, f.organization_id as "organizationId", f.screenshot_id as "screenshotId",
      f.storage_key as "storageKey", f.name, f.content_type as "contentType", f.size_bytes as "sizeBytes", f.sha256
    from public_links l join files f on f.id = l.file_id
    where l.id = ${linkId}`.execute(db);
  return rows[0];
}
