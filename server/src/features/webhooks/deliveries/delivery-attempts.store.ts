import type { DeliveryState } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import { selectSecrets, type SelectedSecret } from '../endpoints/webhook-secrets.store.ts';
import type { TruncatedResponse } from './response.rules.ts';

/** A delivery due for an attempt. */
export interface DueDelivery {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: number;
  readonly url: string;
  readonly isActive: boolean;
  /** True if every delivery since the last success has failed. */
  readonly isFailing: boolean;
  /** True if a response was slow or missing recently. */
  readonly isSlow: boolean;
  readonly body: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Signing secrets of the webhook, the current one first. */
  readonly secrets: readonly SelectedSecret[];
}

/**
 * Returns the delivery whose next attempt is this job, or undefined if it has ended, belongs to
 * another job by now, or was deleted.
 */
export async function findDueDelivery(
  db: Db,
  input: { readonly organizationId: string; readonly deliveryId: string; readonly jobId: string },
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.organization_id as "organizationId", d.webhook_id as "webhookId", w.url,
      w.is_active as "isActive", w.failing_since is not null as "isFailing",
      coalesce(w.slow_until > now(), false) as "isSlow", d.body, d.attempts, d.max_attempts as "maxAttempts",
      ${selectSecrets} as secrets
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${input.deliveryId} and d.organization_id = ${input.organizationId}
      and d.job_id = ${input.jobId} and d.state = 'PENDING'`.execute(db);
  return rows[0];
}

/** Health of a webhook. */
export interface WebhookHealth {
  readonly name: string;
  readonly isActive: boolean;
  /** True if single requests name it; its owner does not manage it. */
  readonly isOfRequests: boolean;
  /** Days since the first failure after the last success; 0 if there is none. */
  readonly failingDays: number;
}

/**
 * Locks the webhook against deletion until the transaction ends. Returns undefined if it was
 * deleted. Must precede every other lock.
 */
export async function lockWebhookForDelivery(
  tx: Tx,
  input: { readonly organizationId: string; readonly webhookId: number },
): Promise<WebhookHealth | undefined> {
  const { rows } = await sql<WebhookHealth>`
    select name, is_active as "isActive", used_at is not null as "isOfRequests",
      coalesce(extract(epoch from now() - failing_since) / 86400, 0)::float8 as "failingDays"
    from webhooks where organization_id = ${input.organizationId} and id = ${input.webhookId} for key share`.execute(
    tx,
  );
  return rows[0];
}

/** Next step of a delivery after an attempt. */
export type DeliveryStep =
  | { readonly state: Exclude<DeliveryState, 'PENDING'> }
  | { readonly state: 'PENDING'; readonly jobId: string; readonly delaySeconds: number };

/**
 * Records an attempt and its next step. Returns false if another worker has recorded this attempt;
 * nothing is changed then.
 */
export async function recordAttempt(
  db: Db,
  input: {
    readonly delivery: DueDelivery;
    readonly jobId: string;
    readonly startedAt: Date;
    readonly requestHeaders: Readonly<Record<string, string>>;
    readonly response: TruncatedResponse;
    readonly lastError: string | null;
    readonly step: DeliveryStep;
  },
): Promise<boolean> {
  const { delivery, jobId, startedAt, requestHeaders, response, lastError, step } = input;
  const next = step.state === 'PENDING' ? step : undefined;
  const { rows } = await sql`
    with counted as (
      update webhook_deliveries set attempts = attempts + 1, state = ${step.state},
        job_id = coalesce(${next?.jobId ?? null}::uuid, job_id),
        next_attempt_at = now() + make_interval(secs => ${next?.delaySeconds ?? null}::float8),
        finished_at = case when ${step.state} = 'PENDING' then null else now() end,
        last_attempt_at = ${startedAt}, last_status_code = ${response.statusCode}::int,
        last_duration_ms = ${response.durationMs}::int, last_error = ${lastError}
      where id = ${delivery.id} and organization_id = ${delivery.organizationId}
        and job_id = ${jobId} and state = 'PENDING' and attempts = ${delivery.attempts}
      returning id, attempts
    )
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, request_headers, status_code,
      response_headers, response_body, is_body_cut, error_code, error_message)
    select id, attempts, ${startedAt}, ${response.durationMs}::int, ${JSON.stringify(requestHeaders)}::jsonb,
      ${response.statusCode}::int, ${JSON.stringify(response.headers)}::jsonb, ${response.body}, ${response.isBodyCut}::boolean,
      ${response.error?.code ?? null}, ${response.error?.message ?? null}
    from counted
    returning number`.execute(db);
  return rows.length > 0;
}

/**
 * Records the time since which a webhook has only failed. If it is already recorded, changes
 * nothing and therefore waits for no lock.
 */
export async function recordHealth(
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly webhookId: number;
    readonly isDelivered: boolean;
  },
): Promise<void> {
  const { organizationId, webhookId, isDelivered } = input;
  await sql`
    update webhooks set failing_since = case when ${isDelivered}::boolean then null else now() end
    where organization_id = ${organizationId} and id = ${webhookId}
      and (failing_since is null) = (not ${isDelivered}::boolean)`.execute(tx);
}

/** Records that a webhook is slow, for a number of minutes, or that it no longer is (0). */
export async function recordSpeed(
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly webhookId: number;
    readonly slowForMinutes: number;
  },
): Promise<void> {
  const { organizationId, webhookId, slowForMinutes } = input;
  await sql`
    update webhooks set slow_until = case when ${slowForMinutes}::int > 0
      then now() + make_interval(mins => ${slowForMinutes}::int) end
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(tx);
}

/**
 * Ends the pending deliveries of a webhook, except those being sent now: their workers detect it
 * themselves.
 */
export async function endPendingDeliveries(
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly webhookId: number;
    readonly lastErrorText: string;
  },
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'FAILED', next_attempt_at = null, finished_at = now(),
      last_error = ${input.lastErrorText}
    where id in (
      select id from webhook_deliveries
      where organization_id = ${input.organizationId} and webhook_id = ${input.webhookId} and state = 'PENDING'
      for update skip locked)`.execute(tx);
}

/** Ends one delivery that was not attempted. */
export async function endDelivery(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly id: string;
    readonly jobId: string;
    readonly lastErrorText: string;
  },
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'FAILED', next_attempt_at = null, finished_at = now(),
      last_error = ${input.lastErrorText}
    where id = ${input.id} and organization_id = ${input.organizationId} and job_id = ${input.jobId}
      and state = 'PENDING'`.execute(db);
}

const emptyId = '00000000-0000-0000-0000-000000000000';

/** A delivery whose attempt is overdue. */
export interface OverdueDelivery {
  readonly id: string;
  readonly organizationId: string;
  readonly jobId: string;
  readonly url: string;
  /** Time of the attempt as text, because a `Date` has no microseconds. */
  readonly dueAt: string;
}

/**
 * Deliveries whose attempt is a minute late, oldest first, `limit` of them after the given one; they may have
 * lost their job.
 */
export async function listOverdue(
  db: Db,
  input: { readonly after: OverdueDelivery | undefined; readonly limit: number },
): Promise<OverdueDelivery[]> {
  const { after, limit } = input;
  const { rows } = await sql<OverdueDelivery>`
    select d.id, d.organization_id as "organizationId", d.job_id as "jobId", w.url,
      d.next_attempt_at::text as "dueAt"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.state = 'PENDING' and d.next_attempt_at < now() - interval '1 minute'
      and (d.next_attempt_at, d.id) > (${after?.dueAt ?? '-infinity'}::timestamptz, ${after?.id ?? emptyId}::uuid)
    order by d.next_attempt_at, d.id limit ${limit}`.execute(db);
  return rows;
}

/** Assigns a new job to a delivery. Returns false if it already has one or has ended. */
export async function replaceJob(
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly id: string;
    readonly oldJobId: string;
    readonly jobId: string;
    /** Default: immediately. */
    readonly delaySeconds?: number;
  },
): Promise<boolean> {
  const result = await sql`
    update webhook_deliveries set job_id = ${input.jobId},
      next_attempt_at = now() + make_interval(secs => ${input.delaySeconds ?? 0}::float8)
    where id = ${input.id} and organization_id = ${input.organizationId} and job_id = ${input.oldJobId}
      and state = 'PENDING'`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Deletes deliveries that ended `days` ago, in batches; returns their number. */
export async function removeOldDeliveries(
  db: Db,
  input: { readonly days: number; readonly limit: number },
): Promise<number> {
  const result = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where state <> 'PENDING' and finished_at < now() - make_interval(days => ${input.days})
      limit ${input.limit})`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
