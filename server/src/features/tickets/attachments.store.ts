import { sql } from 'kysely';
import { isBackupRunning } from '../../db/backup-lock.ts';
import type { Db } from '../../db/transaction.ts';

/** An attachment of a ticket, as stored. */
export interface AttachmentRow {
  readonly id: string;
  readonly storageKey: string;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

const columns = [
  'id',
  'storage_key as storageKey',
  'content_type as contentType',
  'size_bytes as sizeBytes',
  'sha256',
  'width_px as widthPx',
  'height_px as heightPx',
] as const;

/** Attachments of a ticket that the caller may see, in the order of upload. */
export function listAttachments(db: Db, ticketId: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('ticket_attachments')
    .select(columns)
    .where('ticket_id', '=', ticketId)
    .orderBy('position')
    .execute();
}

/**
 * Returns an attachment by its id; for signed URLs, whose signature replaces the check of the
 * ticket.
 */
export function findAttachment(db: Db, id: string): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('ticket_attachments')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Inserts the planned objects as attachments of a ticket. Returns false if some were considered
 * abandoned and already deleted.
 */
export async function insertAttachments(
  db: Db,
  input: { readonly ticketId: number; readonly attachments: readonly AttachmentRow[] },
): Promise<boolean> {
  const { ticketId, attachments } = input;
  if (attachments.length === 0) return true;
  const keys = attachments.map(({ storageKey }) => storageKey);
  const { numDeletedRows } = await db
    .deleteFrom('deleted_objects')
    .where('storage_key', 'in', keys)
    .where('deleted_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numDeletedRows !== BigInt(keys.length)) return false;
  await db
    .insertInto('ticket_attachments')
    .values(
      attachments.map((one, nth) => ({
        id: one.id,
        ticket_id: ticketId,
        position: nth + 1,
        storage_key: one.storageKey,
        content_type: one.contentType,
        size_bytes: one.sizeBytes,
        sha256: one.sha256,
        width_px: one.widthPx,
        height_px: one.heightPx,
      })),
    )
    .execute();
  return true;
}

/**
 * Returns those of the objects that have no row, and marks them so that none can be inserted any
 * more. While a backup is running, the sweep deletes them later.
 */
export async function releaseObjects(db: Db, storageKeys: readonly string[]): Promise<string[]> {
  if (storageKeys.length === 0) return [];
  const rows = await db
    .updateTable('deleted_objects')
    .set({ deleted_at: sql<Date>`least(deleted_at, now())` })
    .where('storage_key', 'in', storageKeys)
    .returning(['storage_key', isBackupRunning.as('isKept')])
    .execute();
  return rows.flatMap((row) => (row.isKept ? [] : [row.storage_key]));
}

/** Deletes the records of objects that were removed from the store. */
export async function forgetObjects(db: Db, storageKeys: readonly string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  await db.deleteFrom('deleted_objects').where('storage_key', 'in', storageKeys).execute();
}
