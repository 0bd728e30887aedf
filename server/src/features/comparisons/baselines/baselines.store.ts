import { baselineLimits, comparisonLimits } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import { isInScope } from '../../../shared/capture-scope.ts';
import type { ScreenshotScope } from '../../screenshots/screenshots.store.ts';

/** A region in pixels of an image. */
interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rules by which captures are compared with a baseline. */
export interface ComparisonRules {
  readonly threshold: number;
  readonly ignoredRegions: readonly Region[];
}

/** A baseline with its capture. */
export interface BaselineRow extends ComparisonRules {
  readonly id: string;
  readonly projectId: number;
  readonly isTest: boolean;
  readonly screenshotId: string;
  readonly url: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly maxDiffRatio: number;
  readonly createdAt: Date;
  readonly approvedAt: Date;
  /** Name of the user or the API key; null if it was deleted. */
  readonly approvedBy: string | null;
}

/** A capture that is or was a baseline. */
export type ApprovalRow = Pick<BaselineRow, 'screenshotId' | 'approvedAt' | 'approvedBy'>;

/** Identifies the baseline that captures of one URL and its options have. */
export interface BaselineKey {
  readonly organizationId: string;
  readonly projectId: number;
  readonly isTest: boolean;
  readonly matchKey: string;
}

/** A baseline is used only while its image is in the project. */
const tables = sql`
  baselines b
  join screenshots s on s.id = b.screenshot_id and s.project_id = b.project_id
  join files f on f.screenshot_id = s.id and f.kind = 'image'
  join baseline_approvals a on a.baseline_id = b.id and a.screenshot_id = b.screenshot_id
  left join users u on u.id = a.user_id
  left join api_keys k on k.id = a.api_key_id`;

const approver = sql`coalesce(u.first_name || ' ' || u.last_name, k.name) as "approvedBy"`;

const selectBaselines = sql`
  select b.id, b.project_id as "projectId", b.is_test as "isTest", b.screenshot_id as "screenshotId", s.url,
    f.id as "fileId", f.name as "fileName", f.width_px as "widthPx", f.height_px as "heightPx", b.threshold,
    b.max_diff_ratio as "maxDiffRatio", b.ignored_regions as "ignoredRegions", b.created_at as "createdAt",
    a.approved_at as "approvedAt", ${approver}
  from ${tables}`;

/** Returns a baseline, or undefined if it does not exist or is out of scope. */
export async function findBaseline(
  db: Db,
  input: ScreenshotScope & { readonly id: string },
): Promise<BaselineRow | undefined> {
  const { rows } = await sql<BaselineRow>`
    ${selectBaselines} where b.id = ${input.id} and ${isInScope('b', input)}`.execute(db);
  return rows[0];
}

/** Returns the baseline of a key. */
export async function findBaselineOf(db: Db, key: BaselineKey): Promise<BaselineRow | undefined> {
  const { rows } = await sql<BaselineRow>`
    ${selectBaselines} where ${isInScope('b', key)} and b.match_key = ${key.matchKey}`.execute(db);
  return rows[0];
}

/** One page of baselines, last approved first, and the number of all in scope. */
export async function listBaselines(
  db: Db,
  input: ScreenshotScope & { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: BaselineRow[]; readonly total: number }> {
  const { rows } = await sql<BaselineRow>`
    ${selectBaselines} where ${isInScope('b', input)}
    order by a.approved_at desc, b.id limit ${input.limit} offset ${input.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${tables} where ${isInScope('b', input)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns the newest approvals of a baseline, the newest first. */
export async function listApprovals(db: Db, baselineId: string): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select a.screenshot_id as "screenshotId", a.approved_at as "approvedAt", ${approver}
    from baseline_approvals a
    left join users u on u.id = a.user_id
    left join api_keys k on k.id = a.api_key_id
    where a.baseline_id = ${baselineId}
    order by a.approved_at desc limit ${baselineLimits.approvals}`.execute(db);
  return rows;
}

/** Limits of the difference from a baseline; undefined: as for the one before. */
export interface Tolerance {
  readonly threshold: number | undefined;
  readonly maxDiffRatio: number | undefined;
  readonly ignoredRegions: readonly Region[] | undefined;
}

/**
 * Makes a capture the baseline of a key and forgets the checks against the one before. Returns the
 * baseline's ID; undefined if the capture was deleted.
 */
export async function saveBaseline(
  tx: Tx,
  input: BaselineKey & {
    readonly newId: string;
    readonly screenshotId: string;
    readonly userId: string | null;
    readonly apiKeyId: number | null;
    readonly tolerance: Tolerance;
  },
): Promise<string | undefined> {
  const { threshold, maxDiffRatio, ignoredRegions } = input.tolerance;
  const regions = ignoredRegions && JSON.stringify(ignoredRegions);
  const locked = await sql`
    select from screenshots where id = ${input.screenshotId} for key share`.execute(tx);
  if (locked.rows.length === 0) return undefined;
  const { rows } = await sql<{ id: string }>`
    insert into baselines as b (id, organization_id, project_id, is_test, match_key, screenshot_id, threshold, max_diff_ratio, ignored_regions)
    values (${input.newId}, ${input.organizationId}, ${input.projectId}, ${input.isTest}, ${input.matchKey}, ${input.screenshotId},
      ${threshold ?? comparisonLimits.threshold.default}, ${maxDiffRatio ?? 0}, ${regions ?? '[]'}::jsonb)
    on conflict (organization_id, project_id, is_test, match_key) do update set
      screenshot_id = excluded.screenshot_id,
      threshold = coalesce(${threshold ?? null}, b.threshold),
      max_diff_ratio = coalesce(${maxDiffRatio ?? null}, b.max_diff_ratio),
      ignored_regions = coalesce(${regions ?? null}::jsonb, b.ignored_regions)
    returning b.id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The baseline was not saved.');
  await sql`
    delete from baseline_checks
    where baseline_id = ${id} or screenshot_id = ${input.screenshotId}`.execute(tx);
  await sql`
    insert into baseline_approvals as a (baseline_id, screenshot_id, user_id, api_key_id, approved_at)
    values (${id}, ${input.screenshotId}, ${input.userId}, ${input.apiKeyId}, clock_timestamp())
    on conflict (baseline_id, screenshot_id) do update set
      user_id = excluded.user_id, api_key_id = excluded.api_key_id, approved_at = excluded.approved_at`.execute(
    tx,
  );
  return id;
}

/** Deletes a baseline. Returns false if it does not exist or is out of scope. */
export async function deleteBaseline(
  db: Db,
  input: ScreenshotScope & { readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from baselines b where b.id = ${input.id} and ${isInScope('b', input)} returning b.id`.execute(
    db,
  );
  return rows.length > 0;
}
