import { sql, type RawBuilder } from 'kysely';
import { selectParts } from '../../../shared/capture-parts.ts';

/** Columns of an `EndedScreenshot`: the screenshot `s` with the tables of {@link endedJoins}. */
export const endedColumns: RawBuilder<unknown> = sql`s.id, s.source, s.url,
  s.options ->> 'external_id' as "externalId", coalesce(s.options -> 'tags', '[]') as tags, s.status,
  s.project_id as "projectId", p.name as "projectName", s.credits, s.is_refunded as "isRefunded", s.is_test as "isTest",
  f.id as "fileId", f.name as "fileName", f.size_bytes as "sizeBytes", f.width_px as "widthPx",
  f.height_px as "heightPx", s.created_at as "createdAt", s.started_at as "startedAt",
  s.finished_at as "finishedAt", s.failure_code as "failureCode", s.failure_message as "failureMessage",
  s.is_retryable as "isRetryable", s.verdict, s.report, ${selectParts} as parts`;

/** Project and image of the screenshot `s`. */
export const endedJoins: RawBuilder<unknown> = sql`
  join projects p on p.id = s.project_id
  left join files f on f.screenshot_id = s.id and f.kind = 'image'`;
