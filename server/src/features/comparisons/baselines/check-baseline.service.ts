import type { Database } from '../../../db/transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { ScreenshotsService } from '../../screenshots/screenshots.service.ts';
import type { ScreenshotRow, ScreenshotScope } from '../../screenshots/screenshots.store.ts';
import { diffRatioOf, type CompareScreenshots } from '../comparisons.service.ts';
import { saveCheck, type CheckRow } from './baseline-checks.store.ts';
import { findBaselineOf, type BaselineRow } from './baselines.store.ts';
import { matchKeyOf } from './match-key.rules.ts';

interface CheckDependencies {
  readonly db: Database;
  readonly screenshots: Pick<ScreenshotsService, 'getScreenshot' | 'readImage'>;
  readonly compareScreenshots: CompareScreenshots;
}

/**
 * Compares a capture with the present baseline of its URL and options, and saves the result. Throws
 * `screenshot_not_found`, `not_ready`, `image_not_stored`, the error of a failed capture, and those
 * of a comparison that may succeed later.
 */
export type CheckBaseline = (
  input: ScreenshotScope & { readonly screenshotId: string; readonly signal: AbortSignal },
) => Promise<CheckRow>;

/** Approvals during a comparison after which the check is given up. */
const maxReplacements = 3;

/** Creates a {@link CheckBaseline}. */
export function createCheckBaseline(deps: CheckDependencies): CheckBaseline {
  const { db, screenshots } = deps;
  return async ({ screenshotId, signal, ...scope }) => {
    const row = await screenshots.getScreenshot({ ...scope, id: screenshotId });
    if (!row.file) await screenshots.readImage(row);
    for (let round = 0; round <= maxReplacements; round += 1) {
      const baseline = await baselineOf(db, row);
      if (!baseline) return { ...unchecked(row), status: 'new' };
      const pair = { ...unchecked(row), ...refOf(baseline) };
      if (baseline.screenshotId === row.id) return { ...pair, status: 'baseline' };
      const { threshold, ignoredRegions } = baseline;
      const rules = { threshold, ignoredRegions };
      const check = { ...pair, rules, ...(await compare(deps, { row, baseline, signal })) };
      if (await saveCheck(db, check)) return check;
    }
    throw new AppError({
      code: 'conflict',
      message: 'The baseline was replaced while the images were compared. Try again.',
    });
  };
}

/** Returns the baseline of a capture's URL and options; pasted HTML and annotated copies have none. */
export async function baselineOf(
  db: Database,
  row: ScreenshotRow,
): Promise<BaselineRow | undefined> {
  const { organizationId, projectId, isTest, url, options } = row;
  if (url === null || row.annotatedFrom !== null) return undefined;
  const matchKey = matchKeyOf({ url, options });
  return findBaselineOf(db, { organizationId, projectId, isTest, matchKey });
}

function unchecked({ id }: ScreenshotRow): CheckRow {
  return {
    screenshotId: id,
    status: 'new',
    baselineId: null,
    baselineScreenshotId: null,
    diffPixels: null,
    diffRatio: null,
    sizeDiffers: null,
    rules: null,
    message: null,
  };
}

function refOf({ id, screenshotId }: BaselineRow) {
  return { baselineId: id, baselineScreenshotId: screenshotId };
}

async function compare(
  { compareScreenshots }: CheckDependencies,
  {
    row,
    baseline,
    signal,
  }: {
    readonly row: ScreenshotRow;
    readonly baseline: BaselineRow;
    readonly signal: AbortSignal;
  },
) {
  const { organizationId, projectId } = row;
  try {
    const difference = await compareScreenshots({
      before: baseline.screenshotId,
      after: row.id,
      threshold: baseline.threshold,
      include_antialiasing: false,
      ignore_regions: [...baseline.ignoredRegions],
      scope: { organizationId, projectId },
      needsImage: false,
      signal,
    });
    const { diffPixels, sizeDiffers } = difference;
    const diffRatio = diffRatioOf(difference);
    const status = diffRatio <= baseline.maxDiffRatio ? 'matched' : 'changed';
    return { status, diffPixels, diffRatio, sizeDiffers } as const;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return { status: 'failed', message: error.message } as const;
  }
}

/** True if the same images cannot be compared later either. */
function isFinal(error: unknown): error is AppError {
  const codes = ['image_too_large', 'comparison_timeout', 'validation_failed', 'image_not_stored'];
  return error instanceof AppError && codes.includes(error.code);
}
