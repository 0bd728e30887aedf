import {
  readStoredOptions,
  type ApproveBaselineRequest,
  type VerdictKind,
} from '@shotwright/contract';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { invalidField, notFound, type AppError } from '../../../shared/app-error.ts';
import type { ScreenshotsService } from '../../screenshots/screenshots.service.ts';
import type { ScreenshotRow, ScreenshotScope } from '../../screenshots/screenshots.store.ts';
import { listChecks, type CheckRow } from './baseline-checks.store.ts';
import {
  deleteBaseline,
  findBaseline,
  listApprovals,
  listBaselines,
  saveBaseline,
  type ApprovalRow,
  type BaselineRow,
} from './baselines.store.ts';
import { matchKeyOf } from './match-key.rules.ts';

interface BaselinesDependencies {
  readonly db: Database;
  readonly screenshots: Pick<ScreenshotsService, 'getScreenshot' | 'readImage'>;
  /** True if an image shows what was asked for. */
  showsPage(
    image: { readonly isRefunded: boolean; readonly verdictKind: VerdictKind | null },
    acceptedVerdicts: readonly VerdictKind[],
  ): boolean;
}

/** Baselines: approving, listing and removing them, and reading checks. */
export interface BaselinesService {
  /**
   * Makes a capture the baseline of its URL and options, in place of the one before. Throws
   * `screenshot_not_found`, `not_ready`, `image_not_stored`, the error of a failed capture, or
   * `validation_failed` for one that is no image of its page.
   */
  approve(input: {
    readonly scope: ScreenshotScope;
    readonly by: { readonly userId: string | null; readonly apiKeyId: number | null };
    readonly request: ApproveBaselineRequest;
  }): Promise<BaselineRow>;
  /** Throws `baseline_not_found`. */
  get(
    input: ScreenshotScope & { readonly id: string },
  ): Promise<{ readonly baseline: BaselineRow; readonly approvals: readonly ApprovalRow[] }>;
  list(
    input: ScreenshotScope & { readonly page: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly BaselineRow[]; readonly total: number }>;
  /** Throws `baseline_not_found`. */
  remove(input: ScreenshotScope & { readonly id: string }): Promise<void>;
  listChecks(
    input: ScreenshotScope & { readonly screenshotIds: readonly string[] },
  ): Promise<readonly CheckRow[]>;
}

/** Creates a {@link BaselinesService}. */
export function createBaselinesService(deps: BaselinesDependencies): BaselinesService {
  const { db } = deps;
  const getBaseline = async (input: ScreenshotScope & { readonly id: string }) => {
    const baseline = await findBaseline(db, input);
    if (!baseline) throw missing();
    return baseline;
  };
  return {
    approve: async ({ scope, by, request }) => {
      const id = request.screenshot_id;
      const row = await deps.screenshots.getScreenshot({ ...scope, id });
      if (!row.file) await deps.screenshots.readImage(row);
      const url = requireApprovable(row, deps);
      const { organizationId, projectId, isTest, options } = row;
      const key = { organizationId, projectId, isTest, matchKey: matchKeyOf({ url, options }) };
      const tolerance = {
        threshold: request.threshold,
        maxDiffRatio: request.max_diff_ratio,
        ignoredRegions: request.ignore_regions,
      };
      const baselineId = await inTransaction(db, (tx) =>
        saveBaseline(tx, { ...key, ...by, newId: newId(), screenshotId: id, tolerance }),
      );
      if (!baselineId) throw notFound('screenshot_not_found', 'This screenshot does not exist.');
      return getBaseline({ organizationId, projectId, id: baselineId });
    },
    get: async (input) => {
      const baseline = await getBaseline(input);
      return { baseline, approvals: await listApprovals(db, baseline.id) };
    },
    list: ({ page, limit, ...scope }) =>
      listBaselines(db, { ...scope, limit, offset: (page - 1) * limit }),
    remove: async (input) => {
      if (!(await deleteBaseline(db, input))) throw missing();
    },
    listChecks: (input) => listChecks(db, input),
  };
}

function missing(): AppError {
  return notFound('baseline_not_found', 'This baseline does not exist.');
}

/** Returns the URL of a capture. Throws `validation_failed` if its image cannot be a baseline. */
function requireApprovable(
  { url, file, isRefunded, verdict, options, annotatedFrom }: ScreenshotRow,
  { showsPage }: Pick<BaselinesDependencies, 'showsPage'>,
): string {
  if (url === null) throw refused('must be a capture of a URL, not of pasted HTML');
  if (annotatedFrom !== null) throw refused('must be a capture, not an annotated copy');
  if (!file) throw refused('must have a stored image');
  if (file.widthPx === null) throw refused('must be an image, not a document');
  const verdictKind = verdict?.kind ?? null;
  if (!showsPage({ isRefunded, verdictKind }, readStoredOptions(options).accept_verdicts ?? [])) {
    throw refused(`must show its page, but the verdict about it is ${String(verdictKind)}`);
  }
  return url;
}

function refused(message: string): AppError {
  return invalidField('screenshot_id', message);
}
