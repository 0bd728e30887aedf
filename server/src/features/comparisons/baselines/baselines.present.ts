import type { Baseline, BaselineCheck } from '@shotwright/contract';
import type { ImageLinks } from '../../screenshots/screenshots.present.ts';
import type { CheckRow } from './baseline-checks.store.ts';
import type { ApprovalRow, BaselineRow } from './baselines.store.ts';

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

/** Converts a check to its wire format. */
export function presentCheck(row: CheckRow): BaselineCheck {
  return { ...row, passed: row.status === 'baseline' || row.status === 'matched' };
}
