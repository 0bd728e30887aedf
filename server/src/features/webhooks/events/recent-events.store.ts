import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { selectParts } from '../../../shared/capture-parts.ts';
import type { EndedScreenshot } from './webhook-event.present.ts';

/** Captures older than this have always ended; ids start with their creation time. */
const oldestCaptureMs = 3_600_000;

/** Captures that ended after a moment, ordered by their end. */
export async function listEndedAfter(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    /** Absent: both modes. */
    readonly isTest?: boolean | undefined;
    readonly after: Date;
    readonly limit: number;
  },
): Promise<EndedScreenshot[]> {
  const oldestId = newId(input.after.getTime() - oldestCaptureMs);
  const { rows } = await sql<EndedScreenshot>`
    select s.id, s.source, s.url, s.options ->> 'external_id' as "externalId",
      coalesce(s.options -> 'tags', '[]') as tags, s.status, s.project_id as "projectId", p.name as "projectName", s.credits,
      f.id as "fileId", f.name as "fileName", f.size_bytes as "sizeBytes", f.width_px as "widthPx",
      f.height_px as "heightPx", s.created_at as "createdAt", s.started_at as "startedAt",
      s.finished_at as "finishedAt", s.failure_code as "failureCode", s.failure_message as "failureMessage",
      s.is_retryable as "isRetryable", s.report, s.is_test as "isTest", ${selectParts} as parts
    from screenshots s
    join projects p on p.id = s.project_id
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    where s.organization_id = ${input.organizationId} and s.id > ${oldestId} and s.finished_at > ${input.after}
      and (${input.isTest ?? null}::boolean is null or s.is_test = ${input.isTest ?? null}::boolean)
      and (${input.projectId}::int is null or s.project_id = ${input.projectId}::int)
    order by s.finished_at limit ${input.limit}`.execute(db);
  return rows;
}
