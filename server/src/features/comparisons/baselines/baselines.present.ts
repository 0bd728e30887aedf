import { comparisonLimits, type Baseline, type BaselineCheck } from '@shotwright/contract';
import type { ImageLinks } from '../../screenshots/screenshots.present.ts';
import type { CheckRow } from './baseline-checks.store.ts';
import type { ApprovalRow, BaselineRow, ComparisonRules } from './baselines.store.ts';

/** Converts a baseline to its wire format. */
export function presentBaseline(row: BaselineRow, links: ImageLinks): Baseline {
  return {
    baselineId: row.id,
    projectId: row.projectId,
    livemode: !row.isTest,
    url: row.url,
    screenshotUrl: links.linkFor({ id: row.fileId, name: row.fileName }),
    thumbnailUrl: links.thumbnailFor({ id: row.screenshotId, name: row.fileName }),
    width: row.widthPx,
    height: row.heightPx,
    threshold: row.threshold,
    maxDiffRatio: row.maxDiffRatio,
    ignoreRegions: [...row.ignoredRegions],
    ...presentApproval(row),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts an approval to its wire format. */
export function presentApproval({ screenshotId, approvedAt, approvedBy }: ApprovalRow) {
  return { screenshotId, approvedAt: approvedAt.toISOString(), approvedBy };
}

/** Converts a check to its wire format. `publicUrl`: without a trailing slash. */
export function presentCheck({ rules, ...row }: CheckRow, publicUrl: string): BaselineCheck {
  const { baselineScreenshotId: before, screenshotId: after } = row;
  return {
    ...row,
    passed: row.status === 'baseline' || row.status === 'matched',
    comparisonUrl:
      rules && before !== null ? `${publicUrl}${comparisonPath({ before, after, rules })}` : null,
  };
}

/** Returns the path of the page that compares two captures by the rules of a baseline. */
function comparisonPath({
  before,
  after,
  rules: { threshold, ignoredRegions },
}: {
  readonly before: string;
  readonly after: string;
  readonly rules: ComparisonRules;
}): string {
  const isDefault = threshold === comparisonLimits.threshold.default;
  const regions = ignoredRegions.map(({ x, y, width, height }) => [x, y, width, height].join());
  return [
    `/dashboard/compare?a=${before}&b=${after}`,
    ...(isDefault ? [] : [`threshold=${threshold}`]),
    ...(regions.length === 0 ? [] : [`ignore=${regions.join(';')}`]),
  ].join('&');
}
