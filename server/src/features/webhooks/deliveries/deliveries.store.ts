import { sql, type RawBuilder } from 'kysely';
import type { DeliveryState, WebhookEventType } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { WebhookRef } from '../endpoints/webhooks.store.ts';

/** A delivery as shown to its owner. */
export interface DeliveryRow {
  readonly id: string;
  readonly webhookId: number;
  readonly eventType: WebhookEventType;
  /** Null for an event of a batch. */
  readonly screenshotId: string | null;
  readonly batchId: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly lastDurationMs: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Identifies one delivery of a webhook. */
export interface DeliveryRef extends WebhookRef {
  readonly deliveryId: string;
}

const columns = sql`id, webhook_id as "webhookId", event_type as "eventType", screenshot_id as "screenshotId",
  batch_id as "batchId", state,
  attempts, max_attempts as "maxAttempts", next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt",
  last_status_code as "lastStatusCode", last_duration_ms as "lastDurationMs", last_error as "lastError",
  created_at as "createdAt", finished_at as "finishedAt"`;

const ofWebhook = ({ organizationId, id }: WebhookRef): RawBuilder<unknown> =>
  sql`organization_id = ${organizationId} and webhook_id = ${id}`;

/** Newest deliveries of a webhook. */
export async function listDeliveries(
  db: Db,
  input: WebhookRef & { readonly limit: number; readonly state?: DeliveryState | undefined },
): Promise<DeliveryRow[]> {
  const state = input.state ?? null;
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_deliveries
    where ${ofWebhook(input)} and (${state}::text is null or state = ${state})
    order by id desc limit ${input.limit}`.execute(db);
  return rows;
}

/** Counts the stored deliveries of a webhook by state. */
export async function countDeliveries(
  db: Db,
  input: WebhookRef,
): Promise<{ readonly pending: number; readonly succeeded: number; readonly failed: number }> {
  const { rows } = await sql<{ pending: number; succeeded: number; failed: number }>`
    select count(*) filter (where state = 'PENDING') as pending,
      count(*) filter (where state = 'SUCCEEDED') as succeeded, count(*) filter (where state = 'FAILED') as failed
    from webhook_deliveries where ${ofWebhook(input)}`.execute(db);
  return rows[0] ?? { pending: 0, succeeded: 0, failed: 0 };
}

/** Returns one delivery with its body. */
export async function findDelivery(
  db: Db,
  input: DeliveryRef,
): Promise<(DeliveryRow & { readonly body: string }) | undefined> {
  const { rows } = await sql<DeliveryRow & { body: string }>`
    select ${columns}, body from webhook_deliveries where ${ofWebhook(input)} and id = ${input.deliveryId}`.execute(
    db,
  );
  return rows[0];
}

/** Request and response of one attempt. */
export interface AttemptRow {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestHeaders: Record<string, string>;
  readonly statusCode: number | null;
  readonly responseHeaders: Record<string, string>;
  readonly responseBody: string;
  readonly isBodyCut: boolean;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** Attempts at a delivery, first to last. */
export async function listAttempts(db: Db, input: DeliveryRef): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.number, a.started_at as "startedAt", a.duration_ms as "durationMs",
      a.request_headers as "requestHeaders", a.status_code as "statusCode", a.response_headers as "responseHeaders",
      a.response_body as "responseBody", a.is_body_cut as "isBodyCut", a.error_code as "errorCode",
      a.error_message as "errorMessage"
    from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where d.organization_id = ${input.organizationId} and d.webhook_id = ${input.id} and d.id = ${input.deliveryId}
    order by a.number`.execute(db);
  return rows;
}

/** Deliveries of a webhook that have failed since a moment, oldest first. */
export async function listFailedIds(
  db: Db,
  input: WebhookRef & { readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_deliveries
    where ${ofWebhook(input)} and state = 'FAILED' and finished_at >= ${input.since}
    order by id limit ${input.limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the number of deliveries that have failed since a moment. */
export async function countFailed(
  db: Db,
  input: WebhookRef & { readonly since: Date },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from webhook_deliveries
    where ${ofWebhook(input)} and state = 'FAILED' and finished_at >= ${input.since}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Makes a delivery due now under a new job. One that had ended gets a single additional attempt, a
 * pending one retains its schedule. Returns false if the delivery does not exist.
 */
export async function scheduleNow(
  tx: Tx,
  input: DeliveryRef & { readonly jobId: string },
): Promise<boolean> {
  const result = await sql`
    update webhook_deliveries set job_id = ${input.jobId}, next_attempt_at = now(), finished_at = null,
      max_attempts = case when state = 'PENDING' then max_attempts else attempts + 1 end, state = 'PENDING'
    where ${ofWebhook(input)} and id = ${input.deliveryId}`.execute(tx);
  return result.numAffectedRows === 1n;
}
