import type { RenderReport } from '@shotwright/capture';
import { sql } from 'kysely';
import { isBackupRunning } from '../../../db/backup-lock.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { storableText } from '../../../lib/storable-text.ts';
import { notifyStatus } from '../events/screenshot-events.ts';
import { inScope, type ScreenshotScope } from '../screenshots.store.ts';
import { plannedObjectMinutes } from '../../../shared/planned-objects.ts';

/**
 * Identifies one worker's attempt at a capture. Statements that end a capture name it, so that a
 * late worker changes nothing.
 */
export interface AttemptRef {
  readonly organizationId: string;
  readonly id: string;
  readonly attempt: number;
}

/** Values a worker receives when it starts. */
export interface StartedAttempt extends AttemptRef {
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Record<string, unknown>;
  readonly encryptedSecrets: Buffer | null;
  readonly credits: number;
  readonly apiKeyId: number | null;
  /** True for a capture of test mode. */
  readonly isTest: boolean;
  /** Null for a single capture. */
  readonly batchId: string | null;
  /** True if captures of its organisation are compared with baselines. */
  readonly hasBaselines: boolean;
  readonly createdAt: Date;
  /** Time from acceptance to this start, by the database's clock. */
  readonly queueMs: number;
}

/**
 * Takes a capture that has not ended, counts the attempt, and publishes the start if a user
 * requested the capture. Records `storageKey` for removal first, so that a worker that dies after
 * storing its object leaves none behind. Returns undefined if the capture has ended or was deleted.
 */
export async function startAttempt(
  db: Db,
  input: { readonly organizationId: string; readonly id: string; readonly storageKey: string },
): Promise<StartedAttempt | undefined> {
  const { rows } = await sql<StartedAttempt>`
    with started as (
      update screenshots
      set status = 'PROCESSING', attempt = attempt + 1, started_at = coalesce(started_at, now())
      where id = ${input.id} and organization_id = ${input.organizationId} and status in ('PENDING', 'PROCESSING')
      returning *
    ), planned as (
      insert into deleted_objects (storage_key, deleted_at)
      select ${input.storageKey}, now() + make_interval(mins => ${plannedObjectMinutes}) from started
    )
    select case when user_id is null then null else ${notifyStatus}::text end,
      id, organization_id as "organizationId", attempt, url, html, options, secrets_sealed as "encryptedSecrets", credits,
      api_key_id as "apiKeyId", is_test as "isTest", batch_id as "batchId",
      exists (select from baselines b where b.organization_id = started.organization_id) as "hasBaselines", created_at as "createdAt",
      (extract(epoch from now() - created_at) * 1000)::float8 as "queueMs"
    from started`.execute(db);
  return rows[0];
}

/** A stored object with the values of its row; only images have a size in pixels. */
export interface NewFile extends Omit<NewImageFile, 'widthPx' | 'heightPx'> {
  readonly kind: 'image' | 'preview' | 'extract' | 'slice' | 'unstored';
  /** Name of an extract, number of a slice; else empty. */
  readonly part: string;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

/** A stored image with the values of its row. */
export interface NewImageFile {
  readonly id: string;
  readonly storageKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Stored details of a capture's end. */
export interface AttemptRecord {
  readonly timings: object;
  readonly report: RenderReport | null;
}

/**
 * Ends an attempt with its files and publishes the end. Returns false if another attempt is
 * running, or the capture has ended or was deleted; then only the plans of the objects have changed
 * and the caller must record the objects for removal.
 */
export async function completeAttempt(
  tx: Tx,
  input: AttemptRef &
    AttemptRecord & { readonly files: readonly NewFile[]; readonly isRefunded: boolean },
): Promise<boolean> {
  const { files } = input;
  const keys = files.map(({ storageKey }) => storageKey);
  const { rows } = await sql`
    with planned as (
      delete from deleted_objects where storage_key = any(${keys}::text[]) returning storage_key
    ), ended as (
      update screenshots set status = 'COMPLETE', finished_at = now(), secrets_sealed = null,
        timings = ${JSON.stringify(input.timings)}::jsonb, report = ${jsonb(input.report)}::jsonb,
        verdict = ${jsonb(input.report?.verdict)}::jsonb, is_refunded = ${input.isRefunded}
      from (select count(*) as planned_count from planned) plans
      where id = ${input.id} and organization_id = ${input.organizationId}
        and attempt = ${input.attempt} and status = 'PROCESSING' and plans.planned_count = ${keys.length}
      returning id, organization_id, status, is_test
    ), stored as (
      insert into files (id, organization_id, screenshot_id, kind, part, storage_key, name, content_type, size_bytes, sha256, width_px, height_px, is_test)
      select f.id, ended.organization_id, ended.id, f.kind, f.part, f."storageKey", f.name, f."contentType",
        f."sizeBytes", f.sha256, f."widthPx", f."heightPx", ended.is_test
      from ended, jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (id uuid, kind text, part text, "storageKey" text,
        name text, "contentType" text, "sizeBytes" int, sha256 text, "widthPx" int, "heightPx" int)
    )
    select ${notifyStatus} from ended`.execute(tx);
  return rows.length > 0;
}

/** Reason for a failed capture, for its owner. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
}

/**
 * Ends an attempt without an image and publishes the end. Returns false as {@link completeAttempt}
 * does.
 */
export async function failAttempt(
  tx: Tx,
  input: AttemptRef & Partial<AttemptRecord> & { readonly failure: Failure },
): Promise<boolean> {
  const { failure } = input;
  const { rows } = await sql`
    with ended as (
      update screenshots set status = 'FAILED', finished_at = now(), secrets_sealed = null,
        failure_code = ${failure.code}, failure_message = ${storableText(failure.message)}, is_retryable = ${failure.isRetryable},
        timings = ${jsonb(input.timings)}::jsonb, report = ${jsonb(input.report)}::jsonb,
        verdict = ${jsonb(input.report?.verdict)}::jsonb
      where id = ${input.id} and organization_id = ${input.organizationId}
        and attempt = ${input.attempt} and status in ('PENDING', 'PROCESSING')
      returning id, organization_id, status
    )
    select ${notifyStatus} from ended`.execute(tx);
  return rows.length > 0;
}

function jsonb(value: object | null | undefined): string | null {
  if (!value) return null;
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'string' ? storableText(inner) : inner,
  );
}

/** An attempt that has not ended, with the fields needed to end it. */
export interface OpenAttempt extends AttemptRef {
  readonly credits: number;
  readonly apiKeyId: number | null;
  /** Null for a single capture. */
  readonly batchId: string | null;
}

const openColumns = sql`
  id, organization_id as "organizationId", attempt, credits, api_key_id as "apiKeyId", batch_id as "batchId"`;

/**
 * Locks a capture that has not ended. Returns undefined if it has ended, does not exist or is out
 * of scope.
 */
export async function lockOpenAttempt(
  tx: Tx,
  input: ScreenshotScope & { readonly id: string },
): Promise<OpenAttempt | undefined> {
  const { rows } = await sql<OpenAttempt>`
    select ${openColumns} from screenshots s
    where id = ${input.id} and ${inScope(input)} and status in ('PENDING', 'PROCESSING')
    for update`.execute(tx);
  return rows[0];
}

/** Captures that have not ended, ordered by id, `limit` of them after `afterId`. */
export async function listOpenAttempts(
  db: Db,
  input: { readonly afterId: string | null; readonly limit: number },
): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    select ${openColumns} from screenshots
    where status in ('PENDING', 'PROCESSING') and (${input.afterId}::uuid is null or id > ${input.afterId}::uuid)
    order by id limit ${input.limit}`.execute(db);
  return rows;
}

/** Records an object for immediate removal. */
export async function insertDeletedObject(db: Db, storageKey: string): Promise<void> {
  await sql`
    insert into deleted_objects (storage_key) values (${storageKey})
    on conflict (storage_key) do update set deleted_at = now()`.execute(db);
}

/** Objects due for removal, oldest first; none while a backup is running. */
export async function listDeletedObjects(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deleted_objects')
    .select('storage_key')
    .where('deleted_at', '<=', sql<Date>`now()`)
    .where(({ not }) => not(isBackupRunning))
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Deletes the records of objects that were removed from the store or never stored. */
export async function removeDeletedObjects(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('deleted_objects').where('storage_key', 'in', keys).execute();
}
