import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import { isInScope, type CaptureScope } from '../../shared/capture-scope.ts';

/** An annotated copy with its file. Sizes in bytes and pixels. */
export interface CopyRow {
  readonly id: string;
  readonly annotatedFrom: string;
  readonly projectId: number;
  readonly createdAt: Date;
  readonly fileId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A copy whose object has been stored. */
export interface NewCopy {
  readonly id: string;
  readonly organizationId: string;
  readonly originalId: string;
  readonly userId: string | null;
  readonly apiKeyId: number | null;
  readonly file: {
    readonly id: string;
    readonly storageKey: string;
    readonly name: string;
    readonly contentType: string;
    readonly sizeBytes: number;
    readonly sha256: string;
    readonly widthPx: number;
    readonly heightPx: number;
  };
}

/**
 * Inserts a copy in the project and mode of its original, with its tags, and to be retained for as long as the
 * original was from its request on. Returns undefined if the original was deleted; the caller's
 * transaction must then end.
 */
export async function insertCopy(tx: Tx, copy: NewCopy): Promise<CopyRow | undefined> {
  const { file } = copy;
  const planned = await sql`
    delete from deleted_objects where storage_key = ${file.storageKey} returning storage_key`.execute(
    tx,
  );
  if (planned.rows.length === 0) throw new Error('The object of a copy was removed.');
  const { rows } = await sql<Pick<CopyRow, 'projectId' | 'createdAt'> & { isTest: boolean }>`
    insert into screenshots (id, organization_id, project_id, api_key_id, user_id, source, url, options, status, credits,
      is_test, retained_until, finished_at, annotated_from)
    select ${copy.id}, organization_id, project_id, (select id from api_keys where id = ${copy.apiKeyId}::int),
      ${copy.userId}::uuid, source, url, jsonb_strip_nulls(jsonb_build_object('tags', options -> 'tags')), 'COMPLETE', 0,
      is_test, now() + (retained_until - created_at), now(), id
    from screenshots where id = ${copy.originalId} and organization_id = ${copy.organizationId}
    for key share
    returning project_id as "projectId", created_at as "createdAt", is_test as "isTest"`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return undefined;
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256,
      width_px, height_px, is_test)
    values (${file.id}, ${copy.organizationId}, ${copy.id}, 'image', ${file.storageKey}, ${file.name}, ${file.contentType},
      ${file.sizeBytes}, ${file.sha256}, ${file.widthPx}, ${file.heightPx}, ${row.isTest})`.execute(
    tx,
  );
  const { projectId, createdAt } = row;
  const { id: fileId, name, sizeBytes, widthPx, heightPx } = file;
  return {
    id: copy.id,
    annotatedFrom: copy.originalId,
    projectId,
    createdAt,
    fileId,
    name,
    sizeBytes,
    widthPx,
    heightPx,
  };
}

/** Returns the copies of a screenshot that are in scope, newest first, at most `limit`. */
export async function listCopies(
  db: Db,
  {
    originalId,
    limit,
    ...scope
  }: CaptureScope & { readonly originalId: string; readonly limit: number },
): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    select s.id, s.annotated_from as "annotatedFrom", s.project_id as "projectId", s.created_at as "createdAt",
      f.id as "fileId", f.name, f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx"
    from screenshots s join files f on f.screenshot_id = s.id and f.kind = 'image'
    where s.annotated_from = ${originalId} and ${isInScope('s', scope)}
    order by s.id desc limit ${limit}`.execute(db);
  return rows;
}
