import { createCaptureQueue, type CaptureQueue, type SlotClass } from './queue/capture-queue.ts';
import type { BrowserPool } from './browser/browser.ts';
import type { CaptureCallOptions, CaptureEngine, CaptureResult } from './capture-result.ts';
import type { DetectedIsolation } from './browser/isolation/detect-isolation.ts';
import type { ClockKind } from './page/clock/page-clock.ts';
import type { DetectedClock } from './page/clock/detect-clock.ts';
import type { CaptureSpec } from './capture-spec.ts';
import type { EgressProxy } from './egress/egress.ts';
import { largeImagePx, limitsWithin, type CaptureLimits } from './limits.ts';
import { needsFullPage } from './page/screenshot/spec-area.ts';
import { validateSpec } from './validate-spec.ts';
import {
  bindRejectionOwner,
  countUnexpectedErrors,
  runInBackground,
  withRejectionOwner,
  type UnexpectedErrors,
} from './rejections.ts';
import { createPhaseTimer, renderReport, type CaptureTrace } from './attempt/capture-trace.ts';
import { toLimit, type ConcurrencyLimit } from './queue/concurrency-limit.ts';
import { createMutex, type Mutex } from './queue/mutex.ts';
import { attemptCapture, type AttemptOutcome } from './attempt/attempt-capture.ts';

/** Dependencies of the engine. */
export interface EngineDependencies {
  readonly pool: BrowserPool;
  readonly egressProxy: EgressProxy;
  readonly limits: CaptureLimits;
  readonly concurrency: number | ConcurrencyLimit;
  /** Default: `real`. */
  readonly clock?: DetectedClock;
  /** Default: none. */
  readonly isolation?: DetectedIsolation;
  readonly unexpected?: UnexpectedErrors;
}

const notIsolated: DetectedIsolation = { isolation: 'off', unavailable: null };
const realClock: DetectedClock = { kind: 'real', reason: null };

/** Creates an engine from existing browsers and network access; closing it closes both. */
export function createEngine(given: EngineDependencies): CaptureEngine {
  const { pool, egressProxy, unexpected = countUnexpectedErrors(), clock = realClock } = given;
  const { isolation = notIsolated } = given;
  const concurrency = toLimit(given.concurrency);
  let clockFallbacks = 0;
  const dependencies = {
    ...given,
    unexpected,
    clockKind: clock.kind,
    onClockFallback: () => (clockFallbacks += 1),
    queue: createCaptureQueue(concurrency),
    largeImageMutex: createMutex(),
    encodingMutex: createMutex(),
    traces: new Set<CaptureTrace>(),
  };
  const { queue, traces } = dependencies;
  const closing = new AbortController();
  let closed: Promise<void> | undefined;

  const capture: CaptureEngine['capture'] = async (spec, options) => {
    if (closing.signal.aborted) throw new Error('The capture engine is closed.');
    const signal =
      options.signal === undefined
        ? closing.signal
        : AbortSignal.any([options.signal, closing.signal]);
    // Callbacks run in the caller's own async context, because their errors are not the engine's.
    const onPhase = options.onPhase && bindRejectionOwner(options.onPhase);
    const all = { ...options, signal, ...(onPhase && { onPhase }) };
    const limits = limitsWithin(dependencies.limits, spec.timeoutMs);
    return withRejectionOwner(unexpected, () =>
      queueCapture({ ...dependencies, limits }, spec, all),
    );
  };

  return {
    capture,
    concurrency,
    probe: (timeoutMs) => probe(capture, timeoutMs),
    stats: () => ({
      running: queue.running,
      awaiting: countAwaiting(traces),
      waiting: queue.waiting,
      browserPids: pool.pids,
      browserRestarts: pool.restarts,
      clock: clock.kind,
      clockUnavailable: clock.reason,
      clockFallbacks,
      isolation: isolation.isolation,
      isolationUnavailable: isolation.unavailable,
      unexpectedErrors: unexpected.count,
    }),
    close() {
      closing.abort();
      closed ??= Promise.all([pool.close(), egressProxy.close()]).then(() => undefined);
      return closed;
    },
  };
}

interface QueueDependencies extends EngineDependencies {
  readonly unexpected: UnexpectedErrors;
  readonly clockKind: ClockKind;
  readonly onClockFallback: () => void;
  readonly queue: CaptureQueue;
  readonly largeImageMutex: Mutex;
  readonly encodingMutex: Mutex;
  /** Traces of the captures that run. */
  readonly traces: Set<CaptureTrace>;
}

/**
 * Waits for a slot, captures, and retries once in real time if the page does not follow the virtual
 * clock, and once on another browser if the first browser was at
 * fault.
 */
async function queueCapture(
  dependencies: QueueDependencies,
  spec: CaptureSpec,
  options: CaptureCallOptions,
): Promise<CaptureResult> {
  const { signal } = options;
  const trace: CaptureTrace = {
    browserVersion: '',
    isTruncated: false,
    unsettledFrames: 0,
    clock: createPhaseTimer(options.onPhase),
  };
  const invalid = validateSpec(spec);
  if (invalid !== undefined) return { ...invalid, report: renderReport(trace) };
  options.onPhase?.('queued');
  const slot = await dependencies.queue.enter({
    owner: options.owner,
    priority: options.priority ?? 0,
    slotClass: slotClassOf(spec),
    signal,
  });
  if (slot === undefined) return abortedWhileQueued(trace);
  dependencies.traces.add(trace);
  let last: AttemptOutcome | undefined;
  const deadlineMs = performance.now() + dependencies.limits.totalMs;
  const isGoing = (): boolean => signal?.aborted !== true;
  const first = { spec, trace, signal, hasLowCpuPriority: options.hasLowCpuPriority };
  try {
    last = await attemptCapture(dependencies, first);
    if (last.isBrowserError && isGoing()) {
      await last.released;
      const retry = { ...first, isRetry: true };
      const isBounded = spec.timeoutMs !== undefined;
      last = await attemptCapture(dependencies, { ...retry, ...(isBounded && { deadlineMs }) });
    }
    if (last.clockFailure !== undefined && isGoing()) {
      trace.clockFailure = last.clockFailure;
      dependencies.onClockFallback();
      await last.released;
      last = await attemptCapture(dependencies, { ...first, deadlineMs });
    }
    return last.result;
  } finally {
    dependencies.traces.delete(trace);
    runInBackground((last?.released ?? Promise.resolve()).finally(slot.release));
  }
}

function countAwaiting(traces: Iterable<CaptureTrace>): number {
  let awaiting = 0;
  for (const { page } of traces) if (page?.navigations.isAwaitingResponse === true) awaiting += 1;
  return awaiting;
}

function slotClassOf(spec: CaptureSpec): SlotClass {
  const { viewport } = spec;
  const areaPx = viewport.widthPx * viewport.heightPx * viewport.deviceScaleFactor ** 2;
  if (areaPx > largeImagePx) return 'huge';
  return needsFullPage(spec) ? 'fullPage' : 'viewport';
}

function abortedWhileQueued(trace: CaptureTrace): CaptureResult {
  return {
    ok: false,
    reason: 'render_timeout',
    detail: 'The capture was aborted while it was queued.',
    isRetryable: true,
    report: renderReport(trace),
  };
}

async function probe(capture: CaptureEngine['capture'], timeoutMs: number): Promise<boolean> {
  const spec: CaptureSpec = {
    source: { kind: 'html', html: '<!doctype html><title>probe</title><p>ready' },
    fileType: 'png',
    quality: 80,
    isFullPage: false,
    areAnimationsDisabled: false,
    isJavaScriptDisabled: true,
    viewport: {
      widthPx: 100,
      heightPx: 100,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    },
    delayMs: 0,
    headers: {},
  };
  const signal = AbortSignal.timeout(timeoutMs);
  const result = await capture(spec, { owner: 'probe', priority: 2, signal }).catch(
    () => undefined,
  );
  return result?.ok === true;
}
