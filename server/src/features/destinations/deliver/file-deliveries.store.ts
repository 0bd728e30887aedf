import type { FileDeliveryState } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

/** Identifies the delivery of a capture's file. */
export interface FileDeliveryRef {
  readonly organizationId: string;
  readonly screenshotId: string;
}

/**
 * Inserts the delivery of a capture that was just accepted. Returns false if its destination does
 * not exist in the organisation.
 */
export async function insertFileDelivery(
  tx: Tx,
  input: FileDeliveryRef & {
    readonly id: string;
    readonly destinationId: number | null;
    readonly encryptedUploadUrl: Buffer | null;
    readonly storagePath: string | null;
  },
): Promise<boolean> {
  const { organizationId, destinationId } = input;
  const { rows } = await sql`
    insert into file_deliveries (id, organization_id, screenshot_id, destination_id, upload_url_sealed, storage_path)
    select ${input.id}::uuid, ${organizationId}::uuid, ${input.screenshotId}::uuid, ${destinationId}::int,
      ${input.encryptedUploadUrl}::bytea, ${input.storagePath}
    where ${destinationId}::int is null
      or exists (select from destinations where id = ${destinationId}::int and organization_id = ${organizationId} for key share)
    returning true`.execute(tx);
  return rows.length > 0;
}

/** Makes a delivery due under a job. Returns its id, or undefined if the capture has none. */
export async function startFileDelivery(
  tx: Tx,
  input: FileDeliveryRef & { readonly jobId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update file_deliveries set job_id = ${input.jobId}, next_attempt_at = now()
    where organization_id = ${input.organizationId} and screenshot_id = ${input.screenshotId} and state = 'PENDING'
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Deletes the delivery of a capture that has failed. */
export async function removeFileDelivery(tx: Tx, ref: FileDeliveryRef): Promise<void> {
  await tx
    .deleteFrom('file_deliveries')
    .where('organization_id', '=', ref.organizationId)
    .where('screenshot_id', '=', ref.screenshotId)
    .execute();
}

/** A delivery that is due, with the file to deliver. */
export interface DueFileDelivery {
  readonly id: string;
  readonly organizationId: string;
  readonly screenshotId: string;
  readonly destinationId: number | null;
  readonly encryptedUploadUrl: Buffer | null;
  readonly storagePath: string | null;
  readonly objectKey: string | null;
  readonly attempts: number;
  readonly projectName: string;
  readonly url: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Null if it was deleted. */
  readonly storageKey: string | null;
  readonly name: string;
  readonly contentType: string;
  readonly sha256: string;
}

/** Returns the delivery of a job, or undefined if it has ended or belongs to another job by now. */
export async function findDueFileDelivery(
  db: Db,
  input: { readonly organizationId: string; readonly id: string; readonly jobId: string },
): Promise<DueFileDelivery | undefined> {
  const { rows } = await sql<DueFileDelivery>`
    select d.id, d.organization_id as "organizationId", d.screenshot_id as "screenshotId",
      d.destination_id as "destinationId", d.upload_url_sealed as "encryptedUploadUrl",
      d.storage_path as "storagePath", d.object_key as "objectKey", d.attempts, p.name as "projectName", s.url,
      s.options, s.created_at as "createdAt", f.storage_key as "storageKey", f.name, f.content_type as "contentType", f.sha256
    from file_deliveries d
    join screenshots s on s.id = d.screenshot_id
    join projects p on p.id = s.project_id
    left join files f on f.screenshot_id = s.id and f.kind in ('image', 'unstored') and f.part = ''
    where d.organization_id = ${input.organizationId} and d.id = ${input.id} and d.job_id = ${input.jobId}
      and d.state = 'PENDING'`.execute(db);
  return rows[0];
}

/** Fixes the key of a delivery before its first upload. */
export async function putObjectKey(
  db: Db,
  input: { readonly id: string; readonly organizationId: string; readonly objectKey: string },
): Promise<void> {
  await db
    .updateTable('file_deliveries')
    .set({ object_key: input.objectKey })
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .execute();
}

interface EndedAttempt {
  readonly id: string;
  readonly organizationId: string;
  readonly jobId: string;
}

/** Ends a delivery. Returns false if another worker has ended it; nothing is changed then. */
export async function endFileDelivery(
  tx: Tx,
  input: EndedAttempt & { readonly error: { code: string; message: string } | null },
): Promise<boolean> {
  const { error } = input;
  const { rows } = await sql`
    update file_deliveries set attempts = attempts + 1, next_attempt_at = null, upload_url_sealed = null,
      state = ${error ? 'FAILED' : 'DELIVERED'}, delivered_at = case when ${error === null}::boolean then now() end,
      error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null}
    where organization_id = ${input.organizationId} and id = ${input.id} and job_id = ${input.jobId} and state = 'PENDING'
    returning true`.execute(tx);
  return rows.length > 0;
}

/** Records a failed attempt that is followed by another one. Returns false as above. */
export async function postponeFileDelivery(
  tx: Tx,
  input: EndedAttempt & {
    readonly error: { readonly code: string; readonly message: string };
    readonly nextJobId: string;
    readonly delaySeconds: number;
  },
): Promise<boolean> {
  const { rows } = await sql`
    update file_deliveries set attempts = attempts + 1, job_id = ${input.nextJobId},
      next_attempt_at = now() + make_interval(secs => ${input.delaySeconds}::float8),
      error_code = ${input.error.code}, error_message = ${input.error.message}
    where organization_id = ${input.organizationId} and id = ${input.id} and job_id = ${input.jobId} and state = 'PENDING'
    returning true`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes our copy of a delivered file with its thumbnail, unless a public link uses it; triggers
 * adjust the counts and record the objects for removal.
 */
export async function removeLocalCopy(
  tx: Tx,
  { organizationId, screenshotId }: FileDeliveryRef,
): Promise<void> {
  await sql`
    select from files where organization_id = ${organizationId} and screenshot_id = ${screenshotId}
    order by id for update`.execute(tx);
  await sql`
    delete from files where organization_id = ${organizationId} and screenshot_id = ${screenshotId}
      and kind in ('image', 'thumbnail', 'preview', 'unstored')
      and not exists (
        select from files f join public_links l on l.file_id = f.id where f.screenshot_id = ${screenshotId})`.execute(
    tx,
  );
}

/** A delivery as shown to its owner. */
export interface FileDeliveryRow {
  readonly state: FileDeliveryState;
  readonly destinationId: number | null;
  readonly destination: string | null;
  readonly objectKey: string | null;
  readonly publicBaseUrl: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** Returns the delivery of a capture; undefined if it has none. */
export async function findFileDelivery(
  db: Db,
  ref: FileDeliveryRef,
): Promise<FileDeliveryRow | undefined> {
  const { rows } = await sql<FileDeliveryRow>`
    select d.state, d.destination_id as "destinationId", t.name as destination, d.object_key as "objectKey",
      t.public_base_url as "publicBaseUrl", d.attempts, d.next_attempt_at as "nextAttemptAt",
      d.delivered_at as "deliveredAt", d.error_code as "errorCode", d.error_message as "errorMessage"
    from file_deliveries d left join destinations t on t.id = d.destination_id
    where d.organization_id = ${ref.organizationId} and d.screenshot_id = ${ref.screenshotId}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Starts a delivery that has failed, or waits for its next attempt, again. Returns its id, or
 * undefined if there is none, its file was deleted, or its URL is not stored any more.
 */
export async function restartFileDelivery(
  tx: Tx,
  input: FileDeliveryRef & { readonly jobId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update file_deliveries d set job_id = ${input.jobId}, next_attempt_at = now(), attempts = 0, state = 'PENDING'
    where organization_id = ${input.organizationId} and screenshot_id = ${input.screenshotId} and job_id is not null
      and state <> 'DELIVERED' and (destination_id is not null or upload_url_sealed is not null)
      and exists (select from files f where f.screenshot_id = d.screenshot_id and f.kind in ('image', 'unstored'))
    returning id`.execute(tx);
  return rows[0]?.id;
}
