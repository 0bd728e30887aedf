import type { BaselineCheckStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { ComparisonRules } from './baselines.store.ts';
import { isInScope } from '../../../shared/capture-scope.ts';
import type { ScreenshotScope } from '../../screenshots/screenshots.store.ts';

/** Result of a check. The figures are null unless images were compared. */
export interface CheckRow {
  readonly screenshotId: string;
  readonly status: BaselineCheckStatus;
  readonly baselineId: string | null;
  readonly baselineScreenshotId: string | null;
  readonly diffPixels: number | null;
  readonly diffRatio: number | null;
  readonly sizeDiffers: boolean | null;
  /** Rules of the comparison; null without one. */
  readonly rules: ComparisonRules | null;
  readonly message: string | null;
}

/** Returns the checks of captures in scope; a baseline has one without figures. */
export async function listChecks(
  db: Db,
  { screenshotIds, ...scope }: ScreenshotScope & { readonly screenshotIds: readonly string[] },
): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select s.id as "screenshotId", case when b.id is null then c.status else 'baseline' end as status,
      coalesce(b.id, c.baseline_id) as "baselineId",
      coalesce(b.screenshot_id, c.baseline_screenshot_id) as "baselineScreenshotId",
      c.diff_pixels as "diffPixels", c.diff_ratio as "diffRatio", c.size_differs as "sizeDiffers", c.message,
      case when c.screenshot_id is not null then jsonb_build_object('threshold', p.threshold, 'ignoredRegions', p.ignored_regions) end as rules
    from screenshots s
    left join baselines b on b.screenshot_id = s.id and b.project_id = s.project_id
    left join baseline_checks c on c.screenshot_id = s.id and b.id is null
    left join baselines p on p.id = c.baseline_id
    where s.id = any(${[...screenshotIds]}::uuid[])
      and ${isInScope('s', scope)}
      and (b.id is not null or c.screenshot_id is not null)`.execute(db);
  return rows;
}

/**
 * Saves the check of a capture. Returns false if its baseline has been replaced or removed since the
 * comparison.
 */
export async function saveCheck(
  db: Db,
  check: CheckRow & { readonly status: 'matched' | 'changed' | 'failed' },
): Promise<boolean> {
  // The lock makes an approval wait until this check exists, which it then deletes.
  const { rows } = await sql`
    with present as (
      select b.id from baselines b
      where b.id = ${check.baselineId} and b.screenshot_id = ${check.baselineScreenshotId}
      for share
    )
    insert into baseline_checks (screenshot_id, baseline_id, baseline_screenshot_id, status, diff_pixels, diff_ratio, size_differs, message)
    select ${check.screenshotId}, present.id, ${check.baselineScreenshotId}, ${check.status}, ${check.diffPixels}::int,
      ${check.diffRatio}::float8, ${check.sizeDiffers}::boolean, ${check.message}
    from present
    on conflict (screenshot_id) do update set
      baseline_id = excluded.baseline_id, baseline_screenshot_id = excluded.baseline_screenshot_id,
      status = excluded.status, diff_pixels = excluded.diff_pixels, diff_ratio = excluded.diff_ratio,
      size_differs = excluded.size_differs, message = excluded.message
    returning screenshot_id`.execute(db);
  return rows.length > 0;
}
