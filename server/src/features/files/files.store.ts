import { sql } from 'kysely';
import type { ScreenshotStatus, Verdict } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';
import { selectParts, type CapturePart } from '../../shared/capture-parts.ts';

/** A capture with its stored image, if it has one. */
export interface FileRow {
  readonly id: string;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly status: ScreenshotStatus;
  readonly projectId: number;
  readonly credits: number;
  /** True if the verdict returned the credits. */
  readonly isRefunded: boolean;
  /** True for a capture of test mode. */
  readonly isTest: boolean;
  readonly verdict: Verdict | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /**
   * Whole milliseconds as seconds since 1970: text costs the database twice as much, and a list has
   * ten thousand rows.
   */
  readonly createdAtSeconds: number;
  readonly durationSeconds: number | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  /** Id of its public link. */
  readonly publicLinkId: string | null;
  /** Original of an annotated copy; null for a capture. */
  readonly annotatedFrom: string | null;
}

/** List values of those of the named captures that belong to the organisation, in no order. */
export async function listFileRows(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select s.id, s.source, s.url, s.status, s.project_id as "projectId", s.credits, s.is_refunded as "isRefunded", s.is_test as "isTest", s.verdict,
      s.failure_code as "failureCode", s.failure_message as "failureMessage",
      date_part('epoch', date_trunc('milliseconds', s.created_at)) as "createdAtSeconds",
      date_part('epoch', s.finished_at - s.started_at) as "durationSeconds",
      f.id as "fileId", f.name as "fileName", f.content_type as "contentType", f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx",
      l.id as "publicLinkId", s.annotated_from as "annotatedFrom"
    from screenshots s
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    left join public_links l on l.file_id = f.id
    where s.organization_id = ${input.organizationId} and s.id = any(${[...input.ids]}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Returns the number of an organisation's captures of test mode. */
export async function countTestFiles(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from screenshots where organization_id = ${organizationId} and is_test`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Totals of an organisation's live files. */
export async function getFileTotals(
  db: Db,
  organizationId: string,
): Promise<{ total: number; totalSizeBytes: number; totalProjects: number }> {
  const { rows } = await sql<{ total: number; totalSizeBytes: number; totalProjects: number }>`
    select
      (select coalesce(sum(captures), 0)::bigint from capture_counts
        where organization_id = ${organizationId}) as "total",
      coalesce((select storage_used_bytes from credit_accounts
        where organization_id = ${organizationId}), 0) as "totalSizeBytes",
      (select count(*) from projects where organization_id = ${organizationId}) as "totalProjects"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}

/** A stored object with the fields needed to serve it. */
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

/**
 * Returns a file by its id; for signed URLs, whose signature replaces the check of the
 * organisation.
 */
export function findFileById(db: Db, id: string): Promise<StoredObject | undefined> {
  return db.selectFrom('files').select(storedObjectColumns).where('id', '=', id).executeTakeFirst();
}

/** Returns a file by its id if it belongs to the organisation. */
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

/** Returns a screenshot's finished file, thumbnail or preview; for signed URLs. */
export function findFileOfScreenshot(
  db: Db,
  input: { screenshotId: string; kind: 'image' | 'thumbnail' | 'preview' },
): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files')
    .select(storedObjectColumns)
    .where('screenshot_id', '=', input.screenshotId)
    .where('kind', '=', input.kind)
    .executeTakeFirst();
}

/** Inserts a thumbnail's row. Returns false if one exists or the screenshot was deleted. */
export async function insertThumbnail(
  db: Db,
  file: StoredObject & { widthPx: number; heightPx: number },
): Promise<boolean> {
  const result = await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select ${file.id}, s.organization_id, s.id, 'thumbnail', ${file.storageKey}, ${file.name}, ${file.contentType},
      ${file.sizeBytes}, ${file.sha256}, ${file.widthPx}, ${file.heightPx}
    from screenshots s where s.id = ${file.screenshotId} and s.organization_id = ${file.organizationId}
    on conflict (screenshot_id, kind, part) do nothing`.execute(db);
  return result.numAffectedRows === 1n;
}

/** A capture with the fields needed for a zip; `storageKey` is null if there is no image. */
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
  readonly parts: readonly CapturePart[] | null;
}

/** Returns those of the named captures that belong to the organisation, newest first. */
export async function listZipRows(
  db: Db,
  input: {
    organizationId: string;
    projectId: number | null;
    isTest: boolean | undefined;
    ids: readonly string[];
  },
): Promise<ZipRow[]> {
  const { organizationId, projectId, isTest = null } = input;
  const { rows } = await sql<ZipRow>`
    select s.id, s.source, s.url, s.status, s.credits, s.failure_code as "failureCode", s.created_at as "createdAt",
      p.name as "projectName", f.storage_key as "storageKey", f.content_type as "contentType",
      f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx", ${selectParts} as parts
    from screenshots s
    join projects p on p.id = s.project_id
    left join files f on f.screenshot_id = s.id and f.kind = 'image' and s.status = 'COMPLETE'
    where s.organization_id = ${organizationId} and s.id = any(${[...input.ids]}::uuid[])
      and (${projectId}::int is null or s.project_id = ${projectId})
      and (${isTest}::boolean is null or s.is_test = ${isTest})
    order by s.id desc`.execute(db);
  return rows;
}

/** Moves captures to another project; returns their number. */
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

/**
 * Locks the named captures of the organisation, or of one of its projects; returns the ids that
 * exist.
 */
export async function lockOwnScreenshots(
  db: Db,
  input: {
    organizationId: string;
    ids: readonly string[];
    /** Null or absent: all projects. */
    projectId?: number | null;
    /** Absent: both modes. */
    isTest?: boolean | undefined;
  },
): Promise<string[]> {
  const { projectId = null, isTest } = input;
  const rows = await db
    .selectFrom('screenshots')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('id', 'in', input.ids)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .$if(isTest !== undefined, (query) => query.where('is_test', '=', isTest === true))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes captures; a database trigger records their files' objects for removal. */
export async function removeScreenshots(
  db: Db,
  input: { organizationId: string; ids: readonly string[] },
): Promise<number> {
  // In one statement, so that storage usage is updated once: a cascade would delete them one by
  // one.
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
