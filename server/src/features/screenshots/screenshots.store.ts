import { sql, type RawBuilder } from 'kysely';
import {
  isTerminal,
  optionRow,
  storedOptionNames,
  type ScreenshotStatus,
  type Verdict,
  type VerdictKind,
} from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import { isInScope, type CaptureScope } from '../../shared/capture-scope.ts';
import { selectParts, type CapturePart } from '../../shared/capture-parts.ts';

/** A screenshot as read: its row, its stored image and its organisation's remaining credits. */
export interface ScreenshotRow {
  readonly id: string;
  readonly organizationId: string;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly status: ScreenshotStatus;
  readonly projectId: number;
  readonly credits: number;
  /** True if the verdict returned the credits. */
  readonly isRefunded: boolean;
  readonly verdict: Verdict | null;
  /** True for a capture of test mode. */
  readonly isTest: boolean;
  readonly creditsAvailable: number;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly isRetryable: boolean;
  readonly options: Record<string, unknown>;
  readonly timings: Record<string, unknown> | null;
  readonly report: Record<string, unknown> | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly retainedUntil: Date | null;
  /** Original of an annotated copy; null for a capture. */
  readonly annotatedFrom: string | null;
  /** Files beside it; null if there are none, or in a list. */
  readonly parts: readonly CapturePart[] | null;
  /** Finished file of a COMPLETE screenshot; null if it is not stored. */
  readonly file: StoredImage | null;
  /** Page image of a FAILED screenshot. */
  readonly pageImage: StoredImage | null;
}

/** A stored image. Sizes in bytes and pixels. */
export interface StoredImage {
  readonly id: string;
  readonly storageKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Null for a document, as is the height. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

/** Scope of visible screenshots; a key bound to a project sees only that project's. */
export type ScreenshotScope = CaptureScope;

const columns = (heavy: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  s.id, s.organization_id as "organizationId", s.source, s.url, s.status, s.project_id as "projectId", s.credits,
  s.is_refunded as "isRefunded", s.is_test as "isTest", s.verdict, coalesce(a.available, 0) as "creditsAvailable",
  s.failure_code as "failureCode", s.failure_message as "failureMessage", s.is_retryable as "isRetryable",
  s.timings, s.created_at as "createdAt", s.started_at as "startedAt", s.finished_at as "finishedAt",
  s.retained_until as "retainedUntil", s.annotated_from as "annotatedFrom", ${heavy},
  f.id as "fileId", f.storage_key as "storageKey", f.name as "fileName", f.content_type as "contentType",
  f.sha256, f.size_bytes as "sizeBytes", f.width_px as "widthPx", f.height_px as "heightPx"`;

const tables = sql`
  screenshots s
  left join files f on f.screenshot_id = s.id and f.kind = case s.status when 'FAILED' then 'page' else 'image' end
  left join credit_accounts a on a.organization_id = s.organization_id`;

type FlatRow = Omit<ScreenshotRow, 'file' | 'pageImage'> & {
  readonly fileId: string | null;
  readonly fileName: string;
} & Omit<StoredImage, 'id' | 'name'>;

function nested(flat: FlatRow): ScreenshotRow {
  const { fileId, fileName, storageKey, contentType, sha256, sizeBytes, widthPx, heightPx } = flat;
  const image = { storageKey, contentType, sha256, sizeBytes, widthPx, heightPx };
  const stored = fileId === null ? null : { id: fileId, name: fileName, ...image };
  const hasFailed = flat.status === 'FAILED';
  return { ...flat, file: hasFailed ? null : stored, pageImage: hasFailed ? stored : null };
}

type ProjectScope = Pick<ScreenshotScope, 'organizationId' | 'projectId'>;

const inProject = ({ organizationId, projectId }: ProjectScope): RawBuilder<unknown> => sql`
  s.organization_id = ${organizationId} and (${projectId}::int is null or s.project_id = ${projectId}::int)`;

/** Returns the SQL condition that a row `s` of screenshots is in scope. */
export const inScope = (scope: ScreenshotScope): RawBuilder<unknown> => isInScope('s', scope);

/** Returns one screenshot with all fields, or undefined if it does not exist or is out of scope. */
export async function findScreenshot(
  db: Db,
  input: ScreenshotScope & { readonly id: string },
): Promise<ScreenshotRow | undefined> {
  const { rows } = await sql<FlatRow>`
    select ${columns(sql`s.options, s.report, ${selectParts} as parts`)} from ${tables}
    where s.id = ${input.id} and ${inScope(input)}`.execute(db);
  return rows[0] && nested(rows[0]);
}

/** Returns the HTML of a capture; null for a capture of a URL. */
export async function findHtml(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('screenshots')
    .select('html')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return row?.html ?? null;
}

/** True if a capture has ended or was deleted. */
export async function hasScreenshotEnded(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('screenshots')
    .select('status')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return row === undefined || isTerminal(row.status);
}

/**
 * Progress of a capture. `position` counts from 1 among the queued captures of its organisation;
 * null unless it is queued.
 */
export interface CaptureStatus {
  readonly status: ScreenshotStatus;
  readonly position: number | null;
  /** Time from the request to the end, or until now; by the database's clock. */
  readonly elapsedMs: number;
}

/** Returns the progress of a capture, or undefined if it does not exist or is out of scope. */
export async function findCaptureStatus(
  db: Db,
  input: ScreenshotScope & { readonly id: string },
): Promise<CaptureStatus | undefined> {
  const { rows } = await sql<CaptureStatus>`
    select s.status,
      greatest(0, extract(epoch from coalesce(s.finished_at, clock_timestamp()) - s.created_at) * 1000)::int as "elapsedMs",
      case when s.status = 'PENDING' then (
        select count(*) from screenshots before
        where before.organization_id = s.organization_id and before.status = 'PENDING'
          and before.created_at <= s.created_at) end as position
    from screenshots s where s.id = ${input.id} and ${inScope(input)}`.execute(db);
  return rows[0];
}

/** Filters of a list; `url` is a case-insensitive substring of the URL. */
export interface ScreenshotFilter extends ScreenshotScope {
  readonly isTest: boolean;
  readonly url?: string | undefined;
  readonly status?: ScreenshotStatus | undefined;
  /** One of these kinds; undefined: any, or none. */
  readonly verdict?: readonly VerdictKind[] | undefined;
  /** `external_id` of the request. */
  readonly externalId?: string | undefined;
  readonly apiKeyId?: number | undefined;
  /** Every one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** Lets the planner use the partial index of captures that have not ended. */
const openIf = (status: ScreenshotStatus): RawBuilder<unknown> =>
  isTerminal(status) ? sql`true` : sql`s.status in ('PENDING', 'PROCESSING')`;

/** Of one kind, the index of verdicts has the order of the list. */
const isOfKind = ([kind, ...others]: readonly VerdictKind[]): RawBuilder<unknown> => sql`
  s.verdict is not null and ${
    others.length === 0
      ? sql`s.verdict ->> 'kind' = ${kind ?? null}`
      : sql`s.verdict ->> 'kind' = any(${[kind, ...others]}::text[])`
  }`;

const matches = (filter: ScreenshotFilter): RawBuilder<unknown> => sql`
  ${inScope(filter)}
  and ${filter.status === undefined ? sql`true` : sql`s.status = ${filter.status} and ${openIf(filter.status)}`}
  and ${filter.verdict === undefined ? sql`true` : isOfKind(filter.verdict)}
  and ${filter.externalId === undefined ? sql`true` : sql`s.options ? 'external_id' and s.options ->> 'external_id' = ${filter.externalId}`}
  and ${filter.apiKeyId === undefined ? sql`true` : sql`s.api_key_id = ${filter.apiKeyId}`}
  and ${filter.tags === undefined || filter.tags.length === 0 ? sql`true` : sql`s.options ? 'tags' and s.options -> 'tags' @> ${JSON.stringify(filter.tags)}::jsonb`}
  and (${filter.url ?? null}::text is null or strpos(lower(s.url), lower(${filter.url ?? null}::text)) > 0)`;

const largeOptionNames = storedOptionNames.filter((name) => {
  const { value } = optionRow(name);
  return value.kind === 'text' && value.isCode === true;
});

/**
 * Makes PostgreSQL plan each following statement of a transaction for its values. Otherwise, after deep
 * pages of a large organisation, a connection uses one plan for all organisations, which reads the
 * captures of the others too.
 */
export async function planEachTime(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', ${'force_custom_plan'}, true)`.execute(tx);
}

/**
 * One page of screenshots, newest first, without the large fields: injected texts and render
 * reports.
 */
export function listScreenshots(
  db: Db,
  input: ScreenshotFilter & { readonly limit: number; readonly offset: number },
): Promise<ScreenshotRow[]> {
  // The limit applies before the joins.
  return listWhere(
    db,
    sql`s.id in (
      select s.id from screenshots s where ${matches(input)}
      order by s.id desc limit ${input.limit} offset ${input.offset})`,
  );
}

/** Like {@link listScreenshots}, for the ids of an organisation's screenshots. */
export const listScreenshotsById = (
  db: Db,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ScreenshotRow[]> =>
  listWhere(db, sql`s.id = any(${[...ids]}::uuid[]) and s.organization_id = ${organizationId}`);

async function listWhere(db: Db, condition: RawBuilder<unknown>): Promise<ScreenshotRow[]> {
  const light = sql`s.options - ${largeOptionNames}::text[] as options, null as report, null as parts`;
  const { rows } = await sql<FlatRow>`
    select ${columns(light)} from ${tables} where ${condition} order by s.id desc`.execute(db);
  return rows.map(nested);
}

/**
 * Returns the number of screenshots that match a filter. Filters by URL, verdict, external id
 * or tags, and those of test mode, count the rows one by one.
 */
export async function countScreenshots(db: Db, filter: ScreenshotFilter): Promise<number> {
  const { url, verdict, externalId, apiKeyId, onlyKeyId, tags } = filter;
  const isCounted =
    !filter.isTest &&
    [url, verdict, externalId, apiKeyId, onlyKeyId, tags].every((value) => value === undefined);
  const isOpen = filter.status === 'PENDING' || filter.status === 'PROCESSING';
  const { rows } = await (
    isCounted && !isOpen
      ? sql<{ total: number }>`
        select coalesce(sum(case ${filter.status ?? null}::text
          when 'COMPLETE' then s.completed when 'FAILED' then s.failed else s.captures end), 0)::bigint as total
        from capture_counts s where ${inProject(filter)}`
      : sql<{ total: number }>`
        select count(*) as total from screenshots s where ${matches(filter)}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the number of queued captures of all organisations, counted up to `limit`. */
export async function countWaiting(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from screenshots where status = 'PENDING' limit ${limit}) few`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Queued captures of a project, or among the given ids, oldest first; at most `limit`. */
export async function listWaitingIds(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectId?: number;
    readonly ids?: readonly string[];
    readonly limit: number;
  },
): Promise<string[]> {
  let query = db
    .selectFrom('screenshots')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('status', '=', 'PENDING');
  if (input.projectId !== undefined) query = query.where('project_id', '=', input.projectId);
  if (input.ids !== undefined) query = query.where('id', 'in', input.ids);
  const rows = await query.orderBy('id').limit(input.limit).execute();
  return rows.map((row) => row.id);
}
