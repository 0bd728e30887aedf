import type {
  CapturePhase,
  CaptureTimings,
  CaptureWarning,
  DeterminismReport,
  EmulatedVisitor,
  RenderReport,
} from '../capture-result.ts';
import { maxBlockedHosts } from '../egress/blocking/host-blocking.ts';
import { hostCategories, noneBlocked } from '../egress/blocking/host-category.ts';
import type { EgressReport } from '../egress/egress.ts';
import { inlineHtmlUrl } from '../page/network/request-handling.ts';
import { createWaitLog } from '../page/stability/wait-log.ts';
import { isLoopback } from '../page/open-page.ts';
import type { CapturePage } from '../page/capture-page.ts';
import { withoutSecrets } from '../page/steps/secrets.ts';
import { userAgentOverride } from '../page/user-agent.ts';
import { warningPerOption } from '../page/warnings.ts';
import type { Verdict } from '../page/verdict/verdict.ts';

/** Data collected while a capture runs; converted to a report at the end. */
export interface CaptureTrace {
  browserVersion: string;
  page?: CapturePage;
  egress?: EgressReport | undefined;
  pageSize?: { readonly widthPx: number; readonly heightPx: number };
  isTruncated: boolean;
  /** Number of times that a deterministic page did not look the same twice. */
  unsettledFrames: number;
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
  const report: RenderReport = {
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
    deterministic: determinismReport(trace),
    waited: page?.waited ?? [],
    steps: page?.steps ?? [],
    emulated: page === undefined ? null : emulatedVisitor(page),
    consent: page?.consent.report ?? null,
    blocked: blockedCounts(trace),
    blockedHosts: blockedHosts(trace),
    hidden: page?.cleaned.hidden ?? 0,
    removed: [...(page?.cleaned.removed ?? [])].map(([selector, count]) => ({ selector, count })),
    masked: page?.cleaned.masked ?? 0,
    warnings: warningPerOption([
      ...determinismWarnings(trace),
      ...positionWarnings(trace),
      ...blockingWarnings(trace),
      ...(page?.warnings.list ?? []),
    ]),
    consoleErrors: page?.consoleErrors.list ?? [],
    browserVersion: trace.browserVersion,
    viewport: page === undefined ? null : viewportOf(page),
  };
  return page === undefined ? report : withoutSecrets(report, page.spec);
}

function viewportOf({ spec: { viewport } }: CapturePage): RenderReport['viewport'] {
  const { widthPx, heightPx, deviceScaleFactor: scale } = viewport;
  return { widthPx, heightPx, scale };
}

function emulatedVisitor({ browser, spec }: CapturePage): EmulatedVisitor {
  const { userAgent, acceptLanguage: language } = userAgentOverride(browser, spec);
  const timezone = spec.emulation?.timezone ?? (spec.determinism === undefined ? null : 'UTC');
  return { timezone, language, userAgent };
}

/** Returns at most 20 hosts that the page's interception and the egress proxy have blocked. */
function blockedHosts({ page, egress }: CaptureTrace): string[] {
  const hosts = [...(page?.interception.blockedHosts ?? []), ...(egress?.blockedHosts ?? [])];
  return [...new Set(hosts)].slice(0, maxBlockedHosts);
}

/** Adds up what the page's interception and the egress proxy have blocked for the caller. */
function blockedCounts({ page, egress }: CaptureTrace): RenderReport['blocked'] {
  const counts = page?.interception.blockedCounts ?? { ...noneBlocked, types: 0, patterns: 0 };
  const inProxy = egress?.blockedByCategory ?? noneBlocked;
  return {
    ...counts,
    ...Object.fromEntries(hostCategories.map((one) => [one, counts[one] + inProxy[one]])),
  };
}

function determinismReport({ page, unsettledFrames }: CaptureTrace): DeterminismReport | null {
  if (page?.spec.determinism === undefined) return null;
  const { kind: clock } = page.clock;
  return { clock, stilledImages: page.gate?.stilledImages ?? 0, unsettledFrames };
}

/** Returns what blocking did not do, and what it may have done to the image. */
function blockingWarnings({ page }: CaptureTrace): CaptureWarning[] {
  const { resourceKinds = [], blockedUrls = [] } = page?.spec.blocking ?? {};
  const { types, patterns } = page?.interception.blockedCounts ?? { types: 0, patterns: 0 };
  const nothing = 'The page requested nothing that it blocks.';
  const emptied = 'Images were blocked, so the page may look empty.';
  const hasEmptied = types > 0 && resourceKinds.includes('image');
  return [
    ...(resourceKinds.length > 0 && types === 0
      ? [{ option: 'block_resources', message: nothing }]
      : []),
    ...(hasEmptied ? [{ option: 'block_resources', message: emptied }] : []),
    ...(blockedUrls.length > 0 && patterns === 0
      ? [{ option: 'block_requests', message: nothing }]
      : []),
  ];
}

/** Returns a warning if the page could not read the position of its visitor. */
function positionWarnings({ page }: CaptureTrace): CaptureWarning[] {
  const url = page?.navigations.current?.url ?? '';
  if (page?.spec.emulation?.geolocation === undefined || isSecure(url)) return [];
  const message = 'The page was not loaded over https, so it could not read the position.';
  return [{ option: 'latitude', message }];
}

function isSecure(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
}

/** Returns what a deterministic capture could not make deterministic. */
function determinismWarnings({ page, unsettledFrames }: CaptureTrace): CaptureWarning[] {
  if (page?.spec.determinism === undefined) return [];
  const { kinds } = page.requests;
  const messages = [
    ...(page.clock.kind === 'real'
      ? ['The page was captured in real time, so another capture may differ.']
      : []),
    ...(kinds.has('stream')
      ? ['The page opened a stream, of which only the first message was delivered.']
      : []),
    ...(kinds.has('worker')
      ? ['The page started a worker, whose timers ran for the first second only.']
      : []),
    ...(unsettledFrames > 0 ? ['The page did not look the same twice in a row.'] : []),
  ];
  return messages.map((message) => ({ option: 'deterministic', message }));
}
