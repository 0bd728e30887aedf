import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { endedColumns, endedJoins } from './ended-screenshot.store.ts';
import type { EndedScreenshot } from './webhook-event.present.ts';

/** Captures older than this have always ended; ids start with their creation time. */
const oldestCaptureMs = 3_600_000;

/**
 * Captures that ended after a moment, ordered by their end: the first `limit`, and all that ended at the same
 * time as the last of them. Annotated copies are no captures.
 */
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
    select ${endedColumns} from screenshots s ${endedJoins}
    where s.organization_id = ${input.organizationId} and s.id > ${oldestId} and s.finished_at > ${input.after}
      and s.annotated_from is null
      and (${input.isTest ?? null}::boolean is null or s.is_test = ${input.isTest ?? null}::boolean)
      and (${input.projectId}::int is null or s.project_id = ${input.projectId}::int)
    order by s.finished_at fetch first (${input.limit}) rows with ties`.execute(db);
  return rows;
}
