import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { ReportRef } from '../reports.store.ts';

/** The PDF of a report in one state of it. */
export interface PdfRow {
  readonly status: 'RUNNING' | 'COMPLETE' | 'FAILED';
  readonly storageKey: string | null;
}

/** Time for which an object is stored. Unit: hours. */
const storedHours = 24;
/** A stored PDF older than this is made again, before its object is removed. Unit: hours. */
const usedHours = 23;
/** A PDF that is not made after this time was lost. Unit: minutes. */
const lostMinutes = 5;

/**
 * Inserts the PDF of a report unless it is stored or being made. Returns true if it was inserted and
 * `pdfId` is the id of the job that has to make it.
 */
export async function insertPdf(
  tx: Tx,
  input: ReportRef & { readonly pdfId: string; readonly digest: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into report_pdfs as p (id, report_id, digest, status)
    select ${input.pdfId}, r.id, ${input.digest}, 'RUNNING' from reports r
    where r.id = ${input.id} and r.organization_id = ${input.organizationId}
    on conflict (report_id) do update
      set id = excluded.id, digest = excluded.digest, status = 'RUNNING', storage_key = null, created_at = now()
      where p.digest <> excluded.digest or p.status = 'FAILED'
        or (p.status = 'COMPLETE' and p.created_at < now() - make_interval(hours => ${usedHours}))
        or (p.status = 'RUNNING' and p.created_at < now() - make_interval(mins => ${lostMinutes}))
    returning p.id`.execute(tx);
  return rows.length > 0;
}

/** Returns the PDF of a report in one state; undefined if it was replaced by a newer one. */
export async function findPdf(
  db: Db,
  input: ReportRef & { readonly digest: string },
): Promise<PdfRow | undefined> {
  const { rows } = await sql<PdfRow>`
    select p.status, p.storage_key as "storageKey" from report_pdfs p join reports r on r.id = p.report_id
    where r.id = ${input.id} and r.organization_id = ${input.organizationId} and p.digest = ${input.digest}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the report that a job makes the PDF of; undefined if another job does it by now. */
export async function findPdfReport(db: Db, pdfId: string): Promise<ReportRef | undefined> {
  const { rows } = await sql<ReportRef>`
    select r.id, r.organization_id as "organizationId" from report_pdfs p join reports r on r.id = p.report_id
    where p.id = ${pdfId} and p.status = 'RUNNING'`.execute(db);
  return rows[0];
}

/** Plans the removal of an object before it is stored. */
export async function planPdfObject(db: Db, storageKey: string): Promise<void> {
  await sql`
    insert into deleted_objects (storage_key, deleted_at)
    values (${storageKey}, now() + make_interval(hours => ${storedHours}))`.execute(db);
}

/** Ends the making of a PDF; without a key it failed. */
export async function endPdf(
  db: Db,
  { pdfId, storageKey }: { readonly pdfId: string; readonly storageKey: string | null },
): Promise<void> {
  await sql`
    update report_pdfs set status = ${storageKey === null ? 'FAILED' : 'COMPLETE'}, storage_key = ${storageKey}
    where id = ${pdfId} and status = 'RUNNING'`.execute(db);
}
