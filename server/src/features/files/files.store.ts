import { sql } from 'kysely';
import type { ScreenshotStatus } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

/** A capture with its stored picture, if it has one. */
export interface FileRow {
  readonly id: string;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly status: ScreenshotStatus;
  readonly projectId: number;
  readonly credits: number;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** Whole milliseconds as seconds since 1970: text costs the database twice as much, and a list has ten thousand. */
  readonly createdAtSeconds: number;
  readonly durationSeconds: number | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  /** Of its public link. */
  readonly publicLinkId: string | null;
}

/** A capture of a list, and in which version: what a list shows of it changes only together with one of these. */
export interface ListedFile {
  readonly id: string;
  /** The transactions that wrote the capture and its picture. Source: PostgreSQL, System Columns. */
  readonly version: string;
  readonly fileVersion: string | null;
  /** Of its public link. */
  readonly publicLinkId: string | null;
}

const beyondAnyId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Captures newest first, `limit` of them, older than `cursor` when given; taken before anything is joined to them. */
export async function listFiles(
  db: Db,
  input: { organizationId: string; limit: number; cursor: string | null },
): Promise<ListedFile[]> {
  const { rows } = await sql<ListedFile>`
    select s.id, s.version, f.xmin as "fileVersion", l.id as "publicLinkId"
    from (
      select id, xmin as version from screenshots
      where organization_id = ${input.organizationId} and id < ${input.cursor ?? beyondAnyId}::uuid
      order by id desc
      limit ${input.limit}
    ) s
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    left join public_links l on l.file_id = f.id
    order by s.id desc`.execute(db);
  return rows;
}

/** What a list shows of those of the named captures that are the organisation's; in no order. */
export async function listFileRows(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select s.id, s.source, s.url, s.status, s.project_id as "projectId", s.credits,
      s.failure_code as "failureCode", s.failure_message as "failureMessage",
      date_part('epoch', date_trunc('milliseconds', s.created_at)) as "createdAtSeconds",
      date_part('epoch', s.finished_at - s.started_at) as "durationSeconds",
      f.id as "fileId", f.name as "fileName", f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx",
      l.id as "publicLinkId"
    from screenshots s
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    left join public_links l on l.file_id = f.id
    where s.organization_id = ${input.organizationId} and s.id = any(${[...input.ids]}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Figures of the whole list. */
export async function getFileTotals(
  db: Db,
  organizationId: string,
): Promise<{ total: number; totalSizeBytes: number; totalProjects: number }> {
  const { rows } = await sql<{ total: number; totalSizeBytes: number; totalProjects: number }>`
    select
      (select count(*) from screenshots where organization_id = ${organizationId}) as "total",
      coalesce((select storage_used_bytes from credit_accounts
        where organization_id = ${organizationId}), 0) as "totalSizeBytes",
      (select count(*) from projects where organization_id = ${organizationId}) as "totalProjects"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}

/** A stored object with what is needed to serve it. */
export interface StoredObject {
  readonly id: string;
  readonly organizationId: string;
  readonly screenshotId: string;
  readonly storageKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

const storedObjectColumns = [
  'id',
  'organization_id as organizationId',
  'screenshot_id as screenshotId',
  'storage_key as storageKey',
  'name',
  'content_type as contentType',
  'size_bytes as sizeBytes',
  'sha256',
] as const;

/** A file by its id; for signed addresses, whose signature stands for the organisation. */
export function findFileById(db: Db, id: string): Promise<StoredObject | undefined> {
  return db.selectFrom('files').select(storedObjectColumns).where('id', '=', id).executeTakeFirst();
}

/** A file by its id when it is the organisation's. */
export function findOwnFile(
  db: Db,
  input: { organizationId: string; id: string },
): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files')
    .select(storedObjectColumns)
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
}

/** A screenshot's picture or thumbnail; for signed addresses. */
export function findFileOfScreenshot(
  db: Db,
  input: { screenshotId: string; kind: 'image' | 'thumbnail' },
): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files')
    .select(storedObjectColumns)
    .where('screenshot_id', '=', input.screenshotId)
    .where('kind', '=', input.kind)
    .executeTakeFirst();
}

/** Inserts a thumbnail's row; false when there is one already or the screenshot has gone. */
export async function insertThumbnail(
  db: Db,
  file: StoredObject & { widthPx: number; heightPx: number },
): Promise<boolean> {
  const result = await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select ${file.id}, s.organization_id, s.id, 'thumbnail', ${file.storageKey}, ${file.name}, ${file.contentType},
      ${file.sizeBytes}, ${file.sha256}, ${file.widthPx}, ${file.heightPx}
    from screenshots s where s.id = ${file.screenshotId} and s.organization_id = ${file.organizationId}
    on conflict (screenshot_id, kind) do nothing`.execute(db);
  return result.numAffectedRows === 1n;
}

/** A capture with what a zip needs of it; `storageKey` null: there is no picture. */
export interface ZipRow {
  readonly id: string;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly status: ScreenshotStatus;
  readonly credits: number;
  readonly failureCode: string | null;
  readonly createdAt: Date;
  readonly projectName: string;
  readonly storageKey: string | null;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

/** Those of the named captures that are the organisation's, newest first. */
export async function listZipRows(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<ZipRow[]> {
  const { rows } = await sql<ZipRow>`
    select s.id, s.source, s.url, s.status, s.credits, s.failure_code as "failureCode", s.created_at as "createdAt",
      p.name as "projectName", f.storage_key as "storageKey", f.content_type as "contentType",
      f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx"
    from screenshots s
    join projects p on p.id = s.project_id
    left join files f on f.screenshot_id = s.id and f.kind = 'image' and s.status = 'COMPLETE'
    where s.organization_id = ${input.organizationId} and s.id = any(${[...input.ids]}::uuid[])
    order by s.id desc`.execute(db);
  return rows;
}

/** Puts captures into another project; answers how many. */
export async function moveScreenshots(
  db: Db,
  input: { organizationId: string; ids: readonly string[]; projectId: number },
): Promise<number> {
  const { rows } = await sql`
    update screenshots set project_id = ${input.projectId}
    where organization_id = ${input.organizationId} and id = any(${[...input.ids]}::uuid[])
    returning true`.execute(db);
  return rows.length;
}

/** Locks the named captures of the organisation; answers the ids that exist. */
export async function lockOwnScreenshots(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('screenshots')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('id', 'in', input.ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Removes captures; their files' objects are remembered for removal by the database itself. */
export async function removeScreenshots(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<number> {
  // All at once, so that what is stored is counted once: a cascade would take them one by one.
  await db
    .deleteFrom('files')
    .where('organization_id', '=', input.organizationId)
    .where('screenshot_id', 'in', input.ids)
    .execute();
  const result = await db
    .deleteFrom('screenshots')
    .where('organization_id', '=', input.organizationId)
    .where('id', 'in', input.ids)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
