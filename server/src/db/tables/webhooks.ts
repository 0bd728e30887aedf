import type { DeliveryState, WebhookInactiveReason } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Headers = ColumnType<Record<string, string>, string, string>;

/**
 * Customers' endpoints. `event_types` empty: all. Projects have separate rows, unless the webhook
 * applies to all.
 */
export interface WebhooksTable {
  id: Generated<number>;
  organization_id: string;
  name: string;
  url: string;
  event_types: string[];
  is_for_all_projects: boolean;
  is_active: Generated<boolean>;
  inactive_reason: WebhookInactiveReason | null;
  /** Time of the first failure since the last success. */
  failing_since: MaybeInstant;
  /** Until this time, its deliveries use the slow queue. */
  slow_until: MaybeInstant;
  /** Last request with this `webhook_url`; null for a webhook that its owner created. */
  used_at: MaybeInstant;
  created_at: Timestamp;
}

/**
 * Projects of a webhook that does not apply to all; when the last one is deleted, the webhook is
 * disabled.
 */
export interface WebhookProjectsTable {
  webhook_id: number;
  organization_id: string;
  project_id: number;
}

/**
 * Secrets that sign deliveries; the ID binds the encrypted value to its row. `expires_at` null: the
 * current secret.
 */
export interface WebhookSecretsTable {
  id: string;
  webhook_id: number;
  secret_sealed: Buffer;
  created_at: Timestamp;
  expires_at: MaybeInstant;
}

/** One event for one webhook, with one ID and one body for all attempts. */
export interface WebhookDeliveriesTable {
  id: string;
  organization_id: string;
  webhook_id: number;
  /** Null for an event of a batch. */
  screenshot_id: string | null;
  batch_id: string | null;
  event_type: string;
  body: string;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  max_attempts: number;
  /** Job of the next attempt; a job with another ID is obsolete and does nothing. */
  job_id: string;
  next_attempt_at: MaybeInstant;
  last_attempt_at: MaybeInstant;
  last_status_code: number | null;
  last_duration_ms: number | null;
  last_error: string | null;
  created_at: Timestamp;
  finished_at: MaybeInstant;
}

/** Request and response of each attempt; responses are truncated. */
export interface WebhookAttemptsTable {
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  duration_ms: number;
  request_headers: Headers;
  status_code: number | null;
  response_headers: Headers;
  response_body: string;
  is_body_cut: boolean;
  error_code: string | null;
  error_message: string | null;
}

/** Times at which samples were sent, for their limit per minute. */
export interface WebhookSamplesTable {
  organization_id: string;
  sent_at: Timestamp;
}
