import { sql } from 'kysely';
import type { WebhookInactiveReason } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';

/** A webhook with its projects; an empty list means all of them. */
export interface WebhookRow {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly eventTypes: string[];
  readonly isForAllProjects: boolean;
  readonly projects: { readonly id: number; readonly name: string }[];
  readonly isActive: boolean;
  readonly inactiveReason: WebhookInactiveReason | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

/** Identifies one webhook of an organisation. */
export interface WebhookRef {
  readonly organizationId: string;
  readonly id: number;
}

/**
 * Webhooks of an organisation, newest first, without those of single requests; `onlyId` narrows to
 * one of any kind.
 */
export async function listWebhooks(
  db: Db,
  input: { readonly organizationId: string; readonly onlyId?: number },
): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.name, w.url, w.event_types as "eventTypes", w.is_for_all_projects as "isForAllProjects",
      w.is_active as "isActive", w.inactive_reason as "inactiveReason", w.failing_since as "failingSince",
      w.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id)
        from webhook_projects wp join projects p on p.id = wp.project_id
        where wp.webhook_id = w.id), '[]') as projects
    from webhooks w
    where w.organization_id = ${input.organizationId}
      and case when ${input.onlyId ?? null}::int is null then w.used_at is null else w.id = ${input.onlyId ?? null}::int end
    order by w.id desc`.execute(db);
  return rows;
}

/** User-defined values of a webhook. `projectIds` empty means all. */
export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly projectIds: readonly number[];
}

/**
 * Inserts a webhook and returns its id, or undefined if its organisation already has `limit` of
 * them.
 */
export async function insertWebhook(
  tx: Tx,
  input: Omit<WebhookValues, 'projectIds'> & {
    readonly organizationId: string;
    readonly isForAllProjects: boolean;
    readonly limit: number;
  },
): Promise<number | undefined> {
  // Serialised, so that two concurrent inserts cannot both take the last free place.
  await sql`select from organizations where id = ${input.organizationId} for no key update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into webhooks (organization_id, name, url, event_types, is_for_all_projects)
    select ${input.organizationId}::uuid, ${input.name}, ${input.url}, ${[...input.eventTypes]}::text[],
      ${input.isForAllProjects}::boolean
    where (select count(*) from webhooks where organization_id = ${input.organizationId} and used_at is null) < ${input.limit}
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Locks a webhook for a change. Returns false if it does not exist. */
export async function lockWebhook(tx: Tx, { organizationId, id }: WebhookRef): Promise<boolean> {
  const { rows } = await sql`
    select id from webhooks where organization_id = ${organizationId} and id = ${id} for no key update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Changes the given fields of a locked webhook. */
export async function updateWebhook(
  tx: Tx,
  input: WebhookRef & {
    readonly name?: string | undefined;
    readonly url?: string | undefined;
    readonly eventTypes?: readonly string[] | undefined;
    readonly isForAllProjects?: boolean | undefined;
  },
): Promise<void> {
  const values = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.url === undefined ? {} : { url: input.url }),
    ...(input.eventTypes === undefined ? {} : { event_types: [...input.eventTypes] }),
    ...(input.isForAllProjects === undefined
      ? {}
      : { is_for_all_projects: input.isForAllProjects }),
  };
  if (Object.keys(values).length === 0) return;
  await tx
    .updateTable('webhooks')
    .set(values)
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .execute();
}

/**
 * Replaces the webhook's projects. Returns false if one of them belongs to another organisation;
 * nothing is changed then.
 */
export async function replaceProjects(
  tx: Tx,
  input: WebhookRef & { readonly projectIds: readonly number[] },
): Promise<boolean> {
  const ids = [...new Set(input.projectIds)];
  const found = await sql`
    select id from projects where organization_id = ${input.organizationId} and id = any(${ids}::int[])
    for key share`.execute(tx);
  if (found.rows.length < ids.length) return false;
  // New ones first, because a webhook that loses its last project is disabled.
  await sql`
    insert into webhook_projects (webhook_id, organization_id, project_id)
    select ${input.id}::int, ${input.organizationId}::uuid, unnest(${ids}::int[])
    on conflict do nothing`.execute(tx);
  await sql`
    delete from webhook_projects
    where webhook_id = ${input.id} and organization_id = ${input.organizationId} and project_id <> all(${ids}::int[])`.execute(
    tx,
  );
  return true;
}

/**
 * Enables a webhook and resets its failures, or disables it with a reason. Returns true if this
 * changed its state.
 */
export async function setActive(
  db: Db,
  input: WebhookRef & { readonly inactiveReason: WebhookInactiveReason | null },
): Promise<boolean> {
  const isActive = input.inactiveReason === null;
  const result = await sql`
    update webhooks set is_active = ${isActive}, inactive_reason = ${input.inactiveReason},
      failing_since = case when ${isActive}::boolean then null else failing_since end
    where organization_id = ${input.organizationId} and id = ${input.id} and is_active <> ${isActive}`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/** Deletes a webhook with its deliveries. Returns false if it does not exist. */
export async function removeWebhook(db: Db, { organizationId, id }: WebhookRef): Promise<boolean> {
  const result = await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns the newest webhook of the organisation with this URL. */
export async function findWebhookIdByUrl(
  db: Db,
  input: { readonly organizationId: string; readonly url: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('url', '=', input.url)
    .where('used_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Counts a sample unless `limit` were sent in the last minute. Returns the remaining seconds of the
 * wait, 0 if it may be sent.
 */
export async function countSample(
  tx: Tx,
  input: { readonly organizationId: string; readonly limit: number },
): Promise<number> {
  const { organizationId, limit } = input;
  await sql`select from organizations where id = ${organizationId} for no key update`.execute(tx);
  await sql`
    delete from webhook_samples
    where organization_id = ${organizationId} and sent_at <= clock_timestamp() - interval '1 minute'`.execute(
    tx,
  );
  const { rows } = await sql<{ seconds: number }>`
    with recent as (
      select count(*) as total, min(sent_at) as oldest from webhook_samples where organization_id = ${organizationId}
    ), counted as (
      insert into webhook_samples (organization_id)
      select ${organizationId}::uuid from recent where total < ${limit}
    )
    select case when total < ${limit} then 0
      else greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - clock_timestamp())))::int end as seconds
    from recent`.execute(tx);
  return rows[0]?.seconds ?? 0;
}

/** Returns the user notified when a webhook is disabled: the organisation's owner. */
export async function findOwner(
  db: Db,
  organizationId: string,
): Promise<{ readonly email: string; readonly firstName: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`role = 'owner'`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && { email: row.email, firstName: row.first_name };
}
