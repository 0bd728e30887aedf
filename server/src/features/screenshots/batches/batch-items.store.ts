import { sql, type RawBuilder } from 'kysely';
import type { PlanTier, ScreenshotStatus } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';
import { notifyStatus } from '../events/screenshot-events.ts';
import {
  retentionDaysOf,
  type NewScreenshot,
  type PlanRetentionDays,
} from '../request/insert-screenshot.store.ts';
import type { OpenAttempt, Failure } from '../run/attempts.store.ts';
import { hasManyRefunds, refundHostOf } from '../verdict/verdict-refunds.store.ts';
import type { BatchRef } from './batches.store.ts';

/** Stored fields of a new item. */
export type NewItem = { readonly index: number } & Pick<
  NewScreenshot,
  'id' | 'source' | 'url' | 'html' | 'options' | 'encryptedSecrets' | 'credits'
>;

/** An inserted item, with what decides when its capture starts. */
export interface InsertedItem {
  readonly id: string;
  readonly tier: PlanTier;
  /** True if many captures of the same host were refunded, so that this one is to be delayed. */
  readonly isDelayed: boolean;
}

/** Inserts the screenshots of a batch with one statement. */
export async function insertItems(
  tx: Tx,
  input: BatchRef &
    Pick<NewScreenshot, 'apiKeyId' | 'userId' | 'isTest'> & {
      readonly projectId: number;
      readonly planRetentionDays: PlanRetentionDays;
      readonly items: readonly NewItem[];
    },
): Promise<InsertedItem[]> {
  const { organizationId, isTest, items } = input;
  const column = <T>(valueOf: (item: NewItem) => T): T[] => items.map(valueOf);
  const { rows } = await sql<InsertedItem>`
    with items as (
      select * from unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ index }) => index)}::int[],
        ${column(({ source }) => source)}::text[], ${column(({ url }) => url)}::text[],
        ${column(({ html }) => html)}::text[], ${column(({ options }) => JSON.stringify(options))}::text[],
        ${column(({ encryptedSecrets }) => encryptedSecrets)}::bytea[], ${column(({ credits }) => credits)}::int[],
        ${column(({ options }) => retentionDaysOf({ options, isTest }))}::int[],
        ${column(({ url }) => refundHostOf(url))}::text[]
      ) as i (id, index, source, url, html, options, secrets, credits, days, host)
    ), organization as (
      select plan_tier, (${JSON.stringify(input.planRetentionDays)}::jsonb ->> plan_tier)::int as days
      from organizations where id = ${organizationId}
    ), inserted as (
      insert into screenshots (id, organization_id, project_id, api_key_id, user_id, source, url, html, options,
        secrets_sealed, credits, is_test, retained_until, batch_id, batch_index)
      select i.id, ${organizationId}, ${input.projectId}::int, (select id from api_keys where id = ${input.apiKeyId}::int),
        ${input.userId}::uuid, i.source, i.url, i.html, i.options::jsonb, i.secrets, i.credits, ${isTest}::boolean,
        now() + make_interval(days => coalesce(i.days, organization.days)), ${input.batchId}::uuid, i.index
      from items i, organization
      returning id, organization_id, status
    ), published as (
      select id as published_id, ${notifyStatus}::text from inserted
    )
    select i.id, organization.plan_tier as tier, ${hasManyRefunds({ organizationId, host: sql`i.host` })} as "isDelayed"
    from items i join published on published_id = i.id, organization
    order by i.index`.execute(tx);
  return rows;
}

/** An item as read. */
export interface ItemRow {
  readonly index: number;
  readonly id: string;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly externalId: string | null;
  readonly status: ScreenshotStatus;
  readonly credits: number;
  readonly isRefunded: boolean;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly isRetryable: boolean;
  readonly fileId: string | null;
  readonly fileName: string | null;
}

/** Items of a batch; with a project only those that are still there, and with a status only those. */
export interface ItemFilter extends BatchRef {
  readonly projectId: number | null;
  readonly status?: ScreenshotStatus | undefined;
}

const matches = (filter: ItemFilter): RawBuilder<unknown> => sql`
  s.organization_id = ${filter.organizationId} and s.batch_id = ${filter.batchId}
  and (${filter.projectId}::int is null or s.project_id = ${filter.projectId}::int)
  and (${filter.status ?? null}::text is null or s.status = ${filter.status ?? null}::text)`;

/** One page of items, in the order of the request. */
export async function listItems(
  db: Db,
  input: ItemFilter & { readonly limit: number; readonly offset: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select s.batch_index as index, s.id, s.source, s.url, s.options ->> 'external_id' as "externalId", s.status, s.credits,
      s.is_refunded as "isRefunded", s.failure_code as "failureCode", s.failure_message as "failureMessage",
      s.is_retryable as "isRetryable", f.id as "fileId", f.name as "fileName"
    from screenshots s
    left join files f on f.screenshot_id = s.id and f.kind = 'image' and s.status = 'COMPLETE'
    where ${matches(input)} order by s.batch_index limit ${input.limit} offset ${input.offset}`.execute(
    db,
  );
  return rows;
}

/** Returns the number of items. */
export async function countItems(db: Db, filter: ItemFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from screenshots s where ${matches(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the ids of all screenshots of a batch, in the order of the request. */
export async function listItemIds(db: Db, filter: ItemFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from screenshots s where ${matches(filter)} order by s.batch_index`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of the captures of a batch that have not started, in one order. */
export async function listPendingIds(
  tx: Tx,
  { organizationId, batchId }: BatchRef,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from screenshots
    where organization_id = ${organizationId} and batch_id = ${batchId} and status = 'PENDING' order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** A failed item with its request as stored. */
export interface FailedItem {
  readonly id: string;
  readonly index: number;
  readonly status: ScreenshotStatus;
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Record<string, unknown>;
}

/** Failed items, in the order of the request. */
export async function listFailedItems(tx: Tx, filter: ItemFilter): Promise<FailedItem[]> {
  const { rows } = await sql<FailedItem>`
    select s.id, s.batch_index as index, s.status, s.url, s.html, s.options from screenshots s
    where ${matches({ ...filter, status: 'FAILED' })} order by s.batch_index`.execute(tx);
  return rows;
}

/** Removes screenshots from their batch, so that others take their positions. */
export async function detachItems(
  tx: Tx,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<void> {
  await sql`
    update screenshots set batch_id = null, batch_index = null
    where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * Ends the open captures of a batch without images and publishes the ends. Returns them. Their rows
 * are locked in one order first, as no transaction that ends one of them waits for another.
 */
export async function failOpenItems(
  tx: Tx,
  { organizationId, batchId, failure }: BatchRef & { readonly failure: Failure },
): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    with open as (
      select id from screenshots
      where organization_id = ${organizationId} and batch_id = ${batchId} and status in ('PENDING', 'PROCESSING')
      order by id for update
    ), ended as (
      update screenshots s set status = 'FAILED', finished_at = now(), secrets_sealed = null,
        failure_code = ${failure.code}, failure_message = ${failure.message}, is_retryable = ${failure.isRetryable}
      from open where s.id = open.id and s.status in ('PENDING', 'PROCESSING')
      returning s.id, s.organization_id, s.status, s.attempt, s.credits, s.api_key_id, s.batch_id
    )
    select ${notifyStatus}::text, id, organization_id as "organizationId", attempt, credits,
      api_key_id as "apiKeyId", batch_id as "batchId"
    from ended order by id`.execute(tx);
  return rows;
}

/** Returns the number of queued captures of an organisation in one mode, counted up to `limit`. */
export async function countQueued(
  tx: Tx,
  input: { readonly organizationId: string; readonly isTest: boolean; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from screenshots
      where organization_id = ${input.organizationId} and status = 'PENDING' and is_test = ${input.isTest}
      limit ${input.limit}) few`.execute(tx);
  return rows[0]?.total ?? 0;
}
