import { sql, type RawBuilder } from 'kysely';
import { isTerminal, type DeliveryState } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';
import { storableText } from '../../lib/storable-text.ts';
import { chargedCredits, type ChargedCapture } from '../../shared/capture-charge.ts';
import type { LoggedBody } from './logged-body.rules.ts';
import type { NewRequestRow } from './request-row.rules.ts';

/** A call as the list shows it. */
export interface RequestRow extends Omit<
  NewRequestRow,
  'organizationId' | 'createdAt' | `${'request' | 'response'}${'Headers' | 'Body'}`
> {
  readonly createdAt: Date;
}

/** A call with its headers and bodies. */
export type RequestDetailRow = RequestRow &
  Pick<NewRequestRow, 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody'> & {
    readonly hasScreenshot: boolean;
  };

/** Inserts calls, except those of organisations that are deleted. */
export async function insertRequests(db: Db, rows: readonly NewRequestRow[]): Promise<void> {
  await sql`
    insert into request_log (id, organization_id, request_id, created_at, method, route, path, target, status,
      duration_ms, credits, error_code, api_key_id, project_id, screenshot_id, request_headers, request_body,
      is_request_complete, response_headers, response_body, is_response_complete)
    select r.id, r."organizationId", r."requestId", r."createdAt", r.method, r.route, r.path, r.target, r.status,
      r."durationMs", r.credits, r."errorCode", r."apiKeyId", r."projectId", r."screenshotId", r."requestHeaders",
      r."requestBody" ->> 'text', coalesce((r."requestBody" ->> 'isComplete')::boolean, true), r."responseHeaders",
      r."responseBody" ->> 'text', coalesce((r."responseBody" ->> 'isComplete')::boolean, true)
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r (id uuid, "organizationId" uuid, "requestId" text,
      "createdAt" timestamptz, method text, route text, path text, target text, status smallint, "durationMs" integer,
      credits integer, "errorCode" text, "apiKeyId" integer, "projectId" integer, "screenshotId" uuid,
      "requestHeaders" jsonb, "requestBody" jsonb, "responseHeaders" jsonb, "responseBody" jsonb)
    join organizations o on o.id = r."organizationId" and o.deleted_at is null`.execute(db);
}

/** One text that PostgreSQL rejects would lose the whole batch, with the calls of other organisations. */
function storableJson(rows: readonly NewRequestRow[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  );
}

/** Filter of the list; null: any. `from` and `before` are ids, the first included. */
export interface RequestFilter {
  readonly organizationId: string;
  readonly onlyKey: number | null;
  readonly minStatus: number;
  readonly maxStatus: number;
  readonly apiKeyId: number | null;
  readonly projectId: number | null;
  readonly text: string | null;
  readonly from: string;
  readonly before: string;
}

type StoredRow = RequestRow & { readonly capture: ChargedCapture | null };

const columns = sql`r.id, r.request_id as "requestId", r.created_at as "createdAt", r.method, r.route, r.path, r.target,
  r.status, r.duration_ms as "durationMs", r.credits, r.error_code as "errorCode", r.api_key_id as "apiKeyId",
  r.project_id as "projectId", r.screenshot_id as "screenshotId",
  case when s.id is not null then jsonb_build_object('status', s.status, 'credits', s.credits, 'isRefunded', s.is_refunded)
    end as capture`;
const withCapture = sql`request_log r left join screenshots s
  on s.id = r.screenshot_id and s.organization_id = r.organization_id`;

/** Range of ids; with the condition of the partial index if only errors are wanted. */
function rangeOf(filter: RequestFilter): RawBuilder<unknown> {
  const { organizationId, from, before, minStatus } = filter;
  const onlyErrors = minStatus >= 400 ? sql`and r.status >= 400` : sql``;
  return sql`r.organization_id = ${organizationId} and r.id >= ${from}::uuid and r.id < ${before}::uuid ${onlyErrors}`;
}

/** Calls that match a filter, newest first. */
export async function listRequests(
  db: Db,
  filter: RequestFilter & { readonly limit: number },
): Promise<RequestRow[]> {
  const { onlyKey, minStatus, maxStatus, apiKeyId, projectId, text } = filter;
  const { rows } = await sql<StoredRow>`
    select ${columns} from ${withCapture}
    where ${rangeOf(filter)} and r.status between ${minStatus} and ${maxStatus}
      and (${onlyKey}::int is null or r.api_key_id = ${onlyKey})
      and (${apiKeyId}::int is null or r.api_key_id = ${apiKeyId})
      and (${projectId}::int is null or r.project_id = ${projectId})
      and (${text}::text is null or strpos(lower(concat_ws(' ', r.method || ' ' || r.path, r.target, r.request_id,
        r.error_code, r.screenshot_id)), ${text}) > 0)
    order by r.id desc limit ${filter.limit}`.execute(db);
  return rows.map(present);
}

/** Returns the oldest of the newest `count` calls in the range of a filter; undefined if it has fewer. */
export async function findSearchEnd(
  db: Db,
  filter: RequestFilter & { readonly count: number },
): Promise<{ readonly id: string; readonly createdAt: Date } | undefined> {
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    select r.id, r.created_at as "createdAt" from request_log r where ${rangeOf(filter)}
    order by r.id desc offset ${filter.count - 1} limit 1`.execute(db);
  return rows[0];
}

/** Newest calls with exactly this request id. */
export async function findByRequestId(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly onlyKey: number | null;
    readonly requestId: string;
    readonly limit: number;
  },
): Promise<RequestRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from ${withCapture}
    where r.organization_id = ${input.organizationId} and r.request_id = ${input.requestId}
      and (${input.onlyKey}::int is null or r.api_key_id = ${input.onlyKey})
    order by r.id desc limit ${input.limit}`.execute(db);
  return rows.map(present);
}

/** Returns one call with its headers and bodies. */
export async function findRequest(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<RequestDetailRow | undefined> {
  const { rows } = await sql<
    StoredRow & {
      requestHeaders: Record<string, string>;
      requestBody: LoggedBody | null;
      responseHeaders: Record<string, string>;
      responseBody: LoggedBody | null;
    }
  >`
    select ${columns}, r.request_headers as "requestHeaders", r.response_headers as "responseHeaders",
      case when r.request_body is not null
        then jsonb_build_object('text', r.request_body, 'isComplete', r.is_request_complete) end as "requestBody",
      case when r.response_body is not null
        then jsonb_build_object('text', r.response_body, 'isComplete', r.is_response_complete) end as "responseBody"
    from ${withCapture}
    where r.organization_id = ${input.organizationId} and r.id = ${input.id}`.execute(db);
  const [row] = rows;
  return row && { ...row, ...present(row), hasScreenshot: row.capture !== null };
}

/** The price of a capture that ended without a charge was returned. */
function present({ capture, ...row }: StoredRow): RequestRow {
  const isOver = capture !== null && isTerminal(capture.status);
  return isOver ? { ...row, credits: Math.min(row.credits, chargedCredits(capture)) } : row;
}

/** Delivery of the event of a capture. */
export interface RequestDeliveryRow {
  readonly id: string;
  readonly webhookId: number;
  readonly webhookName: string;
  readonly state: DeliveryState;
  readonly attempts: number;
}

/** Deliveries of the events of a capture, by webhook. */
export async function listScreenshotDeliveries(
  db: Db,
  input: { readonly organizationId: string; readonly screenshotId: string },
): Promise<RequestDeliveryRow[]> {
  const { rows } = await sql<RequestDeliveryRow>`
    select d.id, d.webhook_id as "webhookId", w.name as "webhookName", d.state, d.attempts
    from webhooks w join webhook_deliveries d on d.webhook_id = w.id and d.screenshot_id = ${input.screenshotId}
    where w.organization_id = ${input.organizationId} order by d.id`.execute(db);
  return rows;
}

/** Deletes the oldest calls before an id; returns their number, at most `limit`. */
export async function removeRequestsBefore(
  db: Db,
  input: { readonly before: string; readonly limit: number },
): Promise<number> {
  const result = await sql`
    delete from request_log where id in (
      select id from request_log where id < ${input.before}::uuid order by id limit ${input.limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Organisations with more than `count` calls. */
export async function listLargeLogs(
  db: Db,
  input: { readonly count: number },
): Promise<{ readonly organizationId: string }[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id as "organizationId" from request_log
    group by organization_id having count(*) > ${input.count}`.execute(db);
  return rows;
}

/** Deletes the calls of an organisation beyond its newest `count`; returns their number, at most `limit`. */
export async function removeRequestsBeyond(
  db: Db,
  input: { readonly organizationId: string; readonly count: number; readonly limit: number },
): Promise<number> {
  const { organizationId, count, limit } = input;
  const result = await sql`
    delete from request_log where id in (
      select id from request_log where organization_id = ${organizationId}
      order by id desc offset ${count} limit ${limit})`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
