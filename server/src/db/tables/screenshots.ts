import type { ScreenshotStatus, Verdict } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json = ColumnType<Record<string, unknown>, string, string>;
type MaybeJson = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>;

/** Requested screenshots, from acceptance to the end. The ID is also the job's ID. */
export interface ScreenshotsTable {
  id: string;
  organization_id: string;
  project_id: number;
  api_key_id: number | null;
  user_id: string | null;
  source: 'URL' | 'HTML';
  url: string | null;
  html: string | null;
  /**
   * Parsed options of the request under their wire names, without `html` and `url`. Secrets (headers,
   * proxy password) are masked.
   */
  options: Json;
  secrets_sealed: Buffer | null;
  status: Generated<ScreenshotStatus>;
  /**
   * Incremented each time a worker starts. The finishing statement names it, so a late worker
   * changes nothing.
   */
  attempt: Generated<number>;
  credits: number;
  failure_code: string | null;
  failure_message: string | null;
  is_retryable: Generated<boolean>;
  timings: MaybeJson;
  report: MaybeJson;
  /** Verdict about the image; null without an image, and for captures older than verdicts. */
  verdict: ColumnType<Verdict | null, string | null | undefined, string | null>;
  /** True if the verdict returned the credits of this COMPLETE capture. */
  is_refunded: Generated<boolean>;
  /** True for a capture of test mode, which counts nowhere. */
  is_test: Generated<boolean>;
  created_at: Timestamp;
  started_at: MaybeInstant;
  finished_at: MaybeInstant;
  /** Time of its deletion, unless it is in use; null: retained until it is deleted. */
  retained_until: MaybeInstant;
  /** Batch, with the position there; null for a single capture, and for a failed one that was retried. */
  batch_id: string | null;
  batch_index: number | null;
  /** Original of an annotated copy; it may have been deleted. Null for a capture. */
  annotated_from: Generated<string | null>;
}

/**
 * Objects in the store. The key is unguessable; the name is shown to users. `page` is the image of
 * the page at the time of failure, `preview` the image beside a document, `unstored` one that is only
 * passed on.
 */
export interface FilesTable {
  id: string;
  organization_id: string;
  screenshot_id: string;
  kind: 'image' | 'thumbnail' | 'page' | 'preview' | 'extract' | 'slice' | 'unstored';
  /** Name of an extract, number of a slice; else empty. */
  part: Generated<string>;
  storage_key: string;
  name: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  width_px: number | null;
  height_px: number | null;
  /** As of its screenshot, for the triggers that count files. */
  is_test: Generated<boolean>;
  created_at: Timestamp;
}

/**
 * Captures that were not charged because of their verdict; kept for an hour, also after the capture
 * was deleted.
 */
export interface VerdictRefundsTable {
  screenshot_id: string;
  organization_id: string;
  /** Host of the requested URL; empty for pasted HTML. */
  host: string;
  refunded_at: Timestamp;
}

/**
 * Counts of captures by project and day of the request (UTC), written by triggers. Each transaction
 * appends its difference; only the sums of rows have a meaning. `day` null: long ago.
 */
export interface CaptureCountsTable {
  organization_id: string;
  project_id: number;
  day: Date | null;
  captures: number;
  completed: number;
  failed: number;
  /** Credits of complete captures that were not refunded. */
  credits: number;
  image_bytes: number;
  /** False until a job has added the row to those of the same project and day. */
  is_folded: Generated<boolean>;
}

/**
 * Newest capture of each cache key of an organisation, and the one with an image before it, which may
 * have been deleted.
 */
export interface CaptureCacheTable {
  organization_id: string;
  key: string;
  screenshot_id: string;
  previous_id: string | null;
}

/** Files that anyone with the link may view, until the row is removed. */
export interface PublicLinksTable {
  id: string;
  organization_id: string;
  file_id: string;
  created_at: Timestamp;
}

/**
 * Objects whose rows were deleted. A job removes them from the store, so that a failed removal is
 * retried.
 */
export interface DeletedObjectsTable {
  storage_key: string;
  deleted_at: Timestamp;
}

/**
 * First responses by Idempotency-Key, retained for 24 hours. `status_code` null: the first request
 * is still running.
 */
export interface IdempotencyRecordsTable {
  organization_id: string;
  idempotency_key: string;
  operation: string;
  body_hash: string;
  status_code: number | null;
  answer: MaybeJson;
  created_at: Timestamp;
}

/** Text and filters by which each file is found; written by triggers. */
export interface FileTextsTable {
  organization_id: string;
  is_test: boolean;
  screenshot_id: string;
  project_id: number;
  source: 'URL' | 'HTML';
  status: 'OPEN' | 'COMPLETE' | 'FAILED';
  /** Kind of the verdict. */
  verdict: string | null;
  tags: MaybeJson;
  /** In lower case; upper-case letters stand for punctuation. */
  text: string;
  device: 'desktop' | 'mobile';
}
