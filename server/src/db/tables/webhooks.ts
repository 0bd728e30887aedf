import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Headers = ColumnType<Record<string, string>, string, string>;

/** Endpoints of customers. `event_types` empty: all; projects are rows of their own unless it is for all. */
export interface WebhooksTable {
  id: Generated<number>;
  organization_id: string;
  name: string;
  url: string;
  event_types: string[];
  is_for_all_projects: boolean;
  is_active: Generated<boolean>;
  inactive_reason: 'switched_off' | 'no_projects' | 'gone' | 'failing' | null;
  /** Of the first failure since the last success. */
  failing_since: MaybeInstant;
  /** Until then its deliveries go through the slow queue. */
  slow_until: MaybeInstant;
  created_at: Instant;
}

/** The projects of a webhook that is not for all of them; when the last one goes, the webhook is switched off. */
export interface WebhookProjectsTable {
  webhook_id: number;
  organization_id: string;
  project_id: number;
}

/** What deliveries are signed with; the id binds the sealed value to its row. `expires_at` null: the current one. */
export interface WebhookSecretsTable {
  id: string;
  webhook_id: number;
  secret_sealed: Buffer;
  created_at: Instant;
  expires_at: MaybeInstant;
}

/** One event for one webhook: one id and one body for ever. */
export interface WebhookDeliveriesTable {
  id: string;
  organization_id: string;
  webhook_id: number;
  screenshot_id: string;
  event_type: string;
  body: string;
  state: Generated<'PENDING' | 'SUCCEEDED' | 'FAILED'>;
  attempts: Generated<number>;
  max_attempts: number;
  /** Of the next attempt; a job of another id is an old one and does nothing. */
  job_id: string;
  next_attempt_at: MaybeInstant;
  last_attempt_at: MaybeInstant;
  last_status_code: number | null;
  last_duration_ms: number | null;
  last_error: string | null;
  created_at: Instant;
  finished_at: MaybeInstant;
}

/** What went to and fro at each attempt; answers are cut. */
export interface WebhookAttemptsTable {
  delivery_id: string;
  number: number;
  started_at: Instant;
  duration_ms: number;
  request_headers: Headers;
  status_code: number | null;
  response_headers: Headers;
  response_body: string;
  is_body_cut: boolean;
  error_code: string | null;
  error_message: string | null;
}

/** When samples were sent, for their limit per minute. */
export interface WebhookSamplesTable {
  organization_id: string;
  sent_at: Instant;
}
