import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { ChargedCapture } from '../../../shared/capture-charge.ts';

/** A capture as a line of the CSV file; what its image is described by is null if there is none. */
export interface ExportedFile extends ChargedCapture {
  readonly id: string;
  readonly url: string | null;
  readonly projectName: string;
  readonly createdAt: Date;
  readonly contentType: string | null;
  /** Name of the emulated device; null if it has none. */
  readonly deviceName: string | null;
  readonly deviceKind: string;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly sizeBytes: number | null;
}

/** Returns those of the named captures that belong to the organisation, newest first. */
export async function listExportedFiles(
  db: Db,
  input: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ExportedFile[]> {
  const { rows } = await sql<ExportedFile>`
    select s.id, s.url, p.name as "projectName", s.created_at as "createdAt", s.status, s.credits, s.is_refunded as "isRefunded",
      f.content_type as "contentType", s.options ->> 'emulate_device' as "deviceName", search_device(s.options) as "deviceKind",
      f.width_px as "widthPx", f.height_px as "heightPx", f.size_bytes as "sizeBytes"
    from screenshots s
    join projects p on p.id = s.project_id
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    where s.organization_id = ${input.organizationId} and s.id = any(${[...input.ids]}::uuid[])
    order by s.id desc`.execute(db);
  return rows;
}
