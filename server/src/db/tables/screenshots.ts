import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json = ColumnType<Record<string, unknown>, string, string>;
type MaybeJson = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>;

/** One asked-for picture, from acceptance to its end. The id is also its job's id. */
export interface ScreenshotsTable {
  id: string;
  organization_id: string;
  project_id: number;
  api_key_id: number | null;
  user_id: string | null;
  source: 'URL' | 'HTML';
  url: string | null;
  html: string | null;
  /** The parsed request, wire names; without `html` and `url`. Secrets inside (headers, proxy password) are sealed. */
  options: Json;
  secrets_sealed: Buffer | null;
  status: Generated<'PENDING' | 'PROCESSING' | 'COMPLETE' | 'FAILED'>;
  /** Raised each time a worker starts; the finishing statement names it, so a late worker changes nothing. */
  attempt: Generated<number>;
  credits: number;
  failure_code: string | null;
  failure_message: string | null;
  is_retryable: Generated<boolean>;
  timings: MaybeJson;
  report: MaybeJson;
  created_at: Instant;
  started_at: MaybeInstant;
  finished_at: MaybeInstant;
}

/**
 * Objects in the store. The key is unguessable; the name is what a person sees. `page`: what was on show when the capture
 * failed.
 */
export interface FilesTable {
  id: string;
  organization_id: string;
  screenshot_id: string;
  kind: 'image' | 'thumbnail' | 'page';
  storage_key: string;
  name: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  width_px: number;
  height_px: number;
  created_at: Instant;
}

/** A file that whoever has its address may see, until the row is removed. */
export interface PublicLinksTable {
  id: string;
  organization_id: string;
  file_id: string;
  created_at: Instant;
}

/** Objects whose rows are gone; removed from the store by a job, so that a failed removal is tried again. */
export interface DeletedObjectsTable {
  storage_key: string;
  deleted_at: Instant;
}

/** First answers by Idempotency-Key, kept 24 hours. `status_code` null: the first request is still running. */
export interface IdempotencyRecordsTable {
  organization_id: string;
  idempotency_key: string;
  operation: string;
  body_hash: string;
  status_code: number | null;
  answer: MaybeJson;
  created_at: Instant;
}
