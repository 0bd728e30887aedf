import { createAdmission, type Admission, type AdmissionLane } from './admission.ts';
import type { BrowserPool } from './browser/browser.ts';
import type { CaptureCallOptions, CaptureEngine, CaptureResult } from './capture-result.ts';
import type { CaptureSpec } from './capture-spec.ts';
import type { EgressGate } from './egress/egress.ts';
import { hugePx, type CaptureLimits } from './limits.ts';
import { refuseSpec } from './refuse-spec.ts';
import {
  bindRejectionOwner,
  countUnexpectedErrors,
  runInBackground,
  withRejectionOwner,
  type UnexpectedErrors,
} from './rejections.ts';
import { createPhaseClock, renderReport, type CaptureRecord } from './render-report.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';
import { attemptCapture, type AttemptOutcome } from './run-capture.ts';

/** Dependencies of the engine. */
export interface EngineParts {
  readonly pool: BrowserPool;
  readonly gate: EgressGate;
  readonly limits: CaptureLimits;
  readonly concurrency: number;
  readonly unexpected?: UnexpectedErrors;
}

/** Creates an engine from existing browsers and network access; closing it closes both. */
export function assembleEngine(parts: EngineParts): CaptureEngine {
  const { pool, gate, unexpected = countUnexpectedErrors() } = parts;
  const means = {
    ...parts,
    unexpected,
    admission: createAdmission(parts.concurrency),
    hugeShots: createTurnstile(),
    memorySuspects: createTurnstile(),
  };
  const { admission } = means;
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
    return withRejectionOwner(unexpected, () => queueCapture(means, spec, all));
  };

  return {
    capture,
    probe: (timeoutMs) => probe(capture, timeoutMs),
    stats: () => ({
      running: admission.running,
      waiting: admission.waiting,
      browserPids: pool.pids,
      browserRestarts: pool.restarts,
      unexpectedErrors: unexpected.count,
    }),
    close() {
      closing.abort();
      closed ??= Promise.all([pool.close(), gate.close()]).then(() => undefined);
      return closed;
    },
  };
}

interface QueueMeans extends EngineParts {
  readonly unexpected: UnexpectedErrors;
  readonly admission: Admission;
  readonly hugeShots: Turnstile;
  /**
   * Captures that shared a browser when it exceeded its memory limit are retried one at a time,
   * because only one of them is the cause.
   */
  readonly memorySuspects: Turnstile;
}

/**
 * Waits for a slot, captures, and retries once on another browser if the first browser was at
 * fault.
 */
async function queueCapture(
  means: QueueMeans,
  spec: CaptureSpec,
  options: CaptureCallOptions,
): Promise<CaptureResult> {
  const { signal } = options;
  const record: CaptureRecord = {
    browserVersion: '',
    isTruncated: false,
    clock: createPhaseClock(options.onPhase),
  };
  const refusal = refuseSpec(spec);
  if (refusal !== undefined) return { ...refusal, report: renderReport(record) };
  options.onPhase?.('queued');
  const slot = await means.admission.enter({
    owner: options.owner,
    priority: options.priority ?? 0,
    lane: laneOf(spec),
    signal,
  });
  if (slot === undefined) return endedInQueue(record);
  let last: AttemptOutcome | undefined;
  try {
    last = await attemptCapture(means, { spec, record, signal });
    if (last.isBrowserFault && signal?.aborted !== true) {
      const { browserId: avoid, isMemorySuspect } = last;
      await last.cleared;
      const tryAgain = () => attemptCapture(means, { spec, record, signal, avoid });
      last = await (isMemorySuspect ? means.memorySuspects.pass(tryAgain) : tryAgain());
    }
    return last.result;
  } finally {
    runInBackground((last?.cleared ?? Promise.resolve()).finally(slot.release));
  }
}

function laneOf({ isFullPage, viewport }: CaptureSpec): AdmissionLane {
  const areaPx = viewport.widthPx * viewport.heightPx * viewport.deviceScaleFactor ** 2;
  if (areaPx > hugePx) return 'huge';
  return isFullPage ? 'fullPage' : 'viewport';
}

function endedInQueue(record: CaptureRecord): CaptureResult {
  return {
    ok: false,
    reason: 'render_timeout',
    detail: 'The capture was ended while it waited for its turn.',
    isRetryable: true,
    report: renderReport(record),
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
