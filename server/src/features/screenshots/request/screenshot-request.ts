import type { CaptureOptions, ResponseType } from '@shotwright/contract';
import type { CacheRequest } from '../cache/cache-request.rules.ts';
import type { CacheOrigin } from '../cache/cached-capture.service.ts';
import type { ScreenshotRow } from '../screenshots.store.ts';

/** A capture request with its caller, project and response options. */
export interface ScreenshotRequest {
  readonly organizationId: string;
  readonly apiKeyId: number | null;
  /** True for a capture of test mode. */
  readonly isTest: boolean;
  readonly userId: string | null;
  /** The only project the caller may use; null means any. */
  readonly boundProjectId: number | null;
  readonly projectId: number | undefined;
  /** The only API key whose captures the caller may see, also from the cache; absent: any. */
  readonly onlyKeyId?: number | undefined;
  readonly fields: CaptureOptions;
  /** Absent: the cache is not used. */
  readonly cache?: CacheRequest | undefined;
  /** The complete parsed body; distinguishes a repeat from another request with the same key. */
  readonly body: unknown;
  readonly operation: string;
  readonly idempotencyKey: string | undefined;
  /** Time the caller waits for the end; 0 means not at all. */
  readonly waitMs: number;
  readonly responseType: ResponseType;
  readonly signal: AbortSignal;
  /** Called once if no earlier capture answers the request; rejects it by throwing. */
  readonly beforeCapture?: () => Promise<void>;
}

/** An accepted capture and, if it ended while the caller waited, its end. */
export interface AcceptedScreenshot {
  readonly id: string;
  readonly projectId: number;
  readonly credits: number;
  /**
   * Remaining credits of the organisation; null for a repeated request, which holds none, and
   * without billing.
   */
  readonly creditsRemaining: number | null;
  readonly isReplay: boolean;
  /** Undefined if the request does not use the cache. */
  readonly cache?: CacheOrigin | undefined;
  /** Null if the capture did not end in time. */
  readonly ended: ScreenshotRow | null;
}

/**
 * Accepts a capture: row, credit hold, job and idempotency record in one transaction; then waits as
 * long as requested. Throws the errors of the rules, `project_not_found`,
 * `api_key_project_forbidden`, the errors of credits and idempotency, `concurrency_limit_reached`
 * (429) and `queue_full` (503).
 */
export type RequestScreenshot = (request: ScreenshotRequest) => Promise<AcceptedScreenshot>;
