import type { Baseline, BaselineCheck } from '@shotwright/contract';
import { fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile } from './files.page.tsx';

/** ID of the baseline. */
export const baselineId = '0190f5a4-0000-7000-8000-000000000001';

/** A baseline: the file 1. */
export function aBaseline(change: Partial<Baseline> = {}): Baseline {
  return {
    baselineId,
    projectId: 1,
    livemode: true,
    url: 'https://site-1.example/',
    screenshotId: aFile(1).id,
    screenshotUrl: '/files/1.png',
    thumbnailUrl: '/files/1-small.png',
    width: 1_280,
    height: 720,
    threshold: 0.1,
    maxDiffRatio: 0,
    ignoreRegions: [],
    approvedAt: '2026-01-05T10:00:00.000Z',
    approvedBy: 'Ada Lovelace',
    createdAt: '2026-01-05T10:00:00.000Z',
    ...change,
  };
}

/** A check of the file `n`, which has changed. */
export function aCheck(n: number, change: Partial<BaselineCheck> = {}): BaselineCheck {
  return {
    screenshotId: aFile(n).id,
    status: 'changed',
    passed: false,
    baselineId,
    baselineScreenshotId: aFile(1).id,
    diffPixels: 12_000,
    diffRatio: 0.013,
    sizeDiffers: false,
    comparisonUrl: `https://shots.example/dashboard/compare?a=${aFile(1).id}&b=${aFile(n).id}`,
    message: null,
    ...change,
  };
}

/** Figures of a check without a difference. */
export const unchanged = { passed: true, diffPixels: 0, diffRatio: 0 } as const;
/** Check of the baseline itself. */
export const itself = aCheck(1, { ...unchanged, status: 'baseline', comparisonUrl: null });

/** Baselines and checks of the server, which may change. */
export interface Served {
  baselines: Baseline[];
  checks: BaselineCheck[];
}

/** Serves baselines and checks. */
export function serve(state: Served) {
  const list = mockEndpoint('listBaselines', ({ url }) => {
    const isLive = url.searchParams.get('livemode') !== 'false';
    const found = state.baselines.filter(({ livemode }) => livemode === isLive);
    const meta = { page: 1, limit: 25, total: found.length, isTotalExact: true };
    return { baselines: found, meta };
  });
  const checks = mockEndpoint('listBaselineChecks', ({ url }) => {
    const ids = url.searchParams.get('screenshot_ids')?.split(',') ?? [];
    return { checks: state.checks.filter(({ screenshotId }) => ids.includes(screenshotId)) };
  });
  fakeServer.use(list.handler, checks.handler);
  return { list, checks };
}

/** Serves the approval of a capture, which makes it the baseline. */
export function serveApproval(state: Served) {
  const approve = mockEndpoint('approveBaseline', ({ body }) => {
    const { screenshot_id: screenshotId } = body as { screenshot_id: string };
    const baseline = aBaseline({ screenshotId });
    state.baselines = [baseline];
    state.checks = [{ ...itself, screenshotId, baselineScreenshotId: screenshotId }];
    return baseline;
  });
  fakeServer.use(approve.handler);
  return approve;
}
