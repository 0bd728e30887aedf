import type { CapturePhase, CaptureTimings, RenderReport } from '../capture-result.ts';
import type { EgressReport } from '../egress/egress.ts';
import { inlineHtmlUrl } from '../page/network/interception.ts';
import { createWaitLog } from '../page/stability/wait-log.ts';
import type { CapturePage } from '../page/capture-page.ts';
import type { Verdict } from '../page/verdict/verdict.ts';

/** Data collected while a capture runs; converted to a report at the end. */
export interface CaptureTrace {
  browserVersion: string;
  page?: CapturePage;
  egress?: EgressReport | undefined;
  pageSize?: { readonly widthPx: number; readonly heightPx: number };
  isTruncated: boolean;
  /** Sign that made the engine capture the page once more in real time. */
  clockFailure?: string;
  verdict?: Verdict;
  readonly clock: PhaseTimer;
}

/** Measures the time spent in each phase. */
export interface PhaseTimer {
  enter(phase: CapturePhase): void;
  timings(): CaptureTimings;
}

/** Creates a clock in the phase `queued`. */
export function createPhaseTimer(onPhase?: (phase: CapturePhase) => void): PhaseTimer {
  const startedMs = performance.now();
  const spent: Record<CapturePhase, number> = { queued: 0, loading: 0, waiting: 0, capturing: 0 };
  let phase: CapturePhase = 'queued';
  let sinceMs = startedMs;
  const count = (): void => {
    const nowMs = performance.now();
    spent[phase] += nowMs - sinceMs;
    sinceMs = nowMs;
  };
  return {
    enter(next) {
      count();
      phase = next;
      onPhase?.(next);
    },
    timings() {
      count();
      return {
        queueMs: Math.round(spent.queued),
        navigateMs: Math.round(spent.loading),
        waitMs: Math.round(spent.waiting),
        captureMs: Math.round(spent.capturing),
        totalMs: Math.round(sinceMs - startedMs),
      };
    },
  };
}

/** Returns the report that is stored with the capture. */
export function renderReport(trace: CaptureTrace): RenderReport {
  const { page, egress, pageSize } = trace;
  const navigation = page?.navigations.current ?? page?.navigations.latest;
  const isInlineHtml = navigation?.url === inlineHtmlUrl;
  return {
    finalUrl: navigation === undefined || isInlineHtml ? null : navigation.url,
    redirects: navigation?.redirects ?? [],
    targetStatus: navigation?.status ?? null,
    pageWidthPx: pageSize?.widthPx ?? null,
    pageHeightPx: pageSize?.heightPx ?? null,
    isTruncated: trace.isTruncated,
    verdict: trace.verdict ?? null,
    timings: trace.clock.timings(),
    waiting: {
      clock: page?.clock.kind ?? 'real',
      fallback: trace.clockFailure ?? null,
      ...(page?.waitLog ?? createWaitLog()).report(),
    },
    requestCount: Math.max(
      page?.requests.count ?? 0,
      egress?.requestCount ?? 0,
      navigation === undefined ? 0 : 1 + navigation.redirects.length + navigation.resourceCount,
    ),
    blockedRequestCount: egress?.blockedRequestCount ?? 0,
    receivedBytes: egress?.receivedBytes ?? 0,
    consoleErrors: page?.consoleErrors.list ?? [],
    browserVersion: trace.browserVersion,
  };
}
