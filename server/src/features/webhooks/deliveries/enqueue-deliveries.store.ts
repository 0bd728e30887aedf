import type { WebhookEventType } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { endedColumns, endedJoins } from '../events/ended-screenshot.store.ts';
import type { EndedScreenshot } from '../events/webhook-event.present.ts';

/** A webhook subscribed to an end. */
export interface MatchingWebhook {
  readonly webhookId: number;
  readonly webhookUrl: string;
  /** True if it was slow recently. */
  readonly isSlow: boolean;
  /** True if the capture's request named it. */
  readonly isOfRequest: boolean;
}

/**
 * Returns a screenshot that has just ended, once per active webhook subscribed to it or named by its
 * request; empty for most. The webhooks are locked against deletion until the transaction ends, so that their
 * deliveries can be inserted.
 */
export async function listMatches(
  tx: Tx,
  input: { readonly organizationId: string; readonly id: string },
): Promise<(EndedScreenshot & MatchingWebhook)[]> {
  const { rows } = await sql<EndedScreenshot & MatchingWebhook>`
    select w.id as "webhookId", w.url as "webhookUrl",
      coalesce(w.slow_until > now(), false) as "isSlow", w.used_at is not null as "isOfRequest", ${endedColumns}
    from webhooks w
    join screenshots s on s.organization_id = w.organization_id and s.id = ${input.id} ${endedJoins}
    where w.organization_id = ${input.organizationId} and w.id = any(array(
        select id from webhooks where organization_id = ${input.organizationId} and used_at is null
        union all
        select h.id from screenshots r join webhooks h on h.organization_id = r.organization_id
          and h.used_at is not null and md5(h.url) = md5(r.options ->> 'webhook_url')
        where r.organization_id = ${input.organizationId} and r.id = ${input.id}))
      and w.is_active and s.finished_at is not null
      and (w.used_at is null or w.url = s.options ->> 'webhook_url')
      and (w.event_types = '{}'
        or case s.status when 'COMPLETE' then 'screenshot.completed' else 'screenshot.failed' end = any(w.event_types))
      and (w.is_for_all_projects
        or exists (select from webhook_projects wp where wp.webhook_id = w.id and wp.project_id = s.project_id))
    for key share of w`.execute(tx);
  return rows;
}

/**
 * Returns the active webhooks subscribed to an event of a project, and the one with the `webhookUrl` of
 * its request. They are locked as those of {@link listMatches}.
 */
export async function listEventMatches(
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly projectId: number;
    readonly eventType: WebhookEventType;
    /** Null if no request named one. */
    readonly webhookUrl: string | null;
  },
): Promise<MatchingWebhook[]> {
  const { rows } = await sql<MatchingWebhook>`
    select w.id as "webhookId", w.url as "webhookUrl", coalesce(w.slow_until > now(), false) as "isSlow",
      w.used_at is not null as "isOfRequest"
    from webhooks w
    where w.organization_id = ${input.organizationId} and w.is_active
      and (w.used_at is null or w.url = ${input.webhookUrl}::text)
      and (w.event_types = '{}' or ${input.eventType} = any(w.event_types))
      and (w.is_for_all_projects
        or exists (select from webhook_projects wp where wp.webhook_id = w.id and wp.project_id = ${input.projectId}))
    for key share of w`.execute(tx);
  return rows;
}

/** Fields of a new delivery. */
export interface NewDelivery {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: number;
  /** Null for an event of a batch. */
  readonly screenshotId: string | null;
  readonly batchId: string | null;
  readonly eventType: string;
  readonly body: string;
  readonly maxAttempts: number;
  readonly jobId: string;
}

/** Inserts deliveries. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map((one) => ({
        id: one.id,
        organization_id: one.organizationId,
        webhook_id: one.webhookId,
        screenshot_id: one.screenshotId,
        batch_id: one.batchId,
        event_type: one.eventType,
        body: one.body,
        max_attempts: one.maxAttempts,
        job_id: one.jobId,
      })),
    )
    .execute();
}
