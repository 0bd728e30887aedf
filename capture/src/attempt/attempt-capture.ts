import type { BrowserLease, BrowserPool } from '../browser/browser.ts';
import { ProtocolTimeoutError } from '../cdp/pending-calls.ts';
import type { CaptureCallOptions, CaptureResult } from '../capture-result.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { EgressProxy, ProxySession } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import type { CapturePage } from '../page/capture-page.ts';
import type { ClockKind } from '../page/clock/page-clock.ts';
import { pageUnresponsiveError } from '../page/evaluate.ts';
import { screenshotPage, type CapturedPage } from '../page/screenshot/screenshot-page.ts';
import { CaptureError, inSeconds } from '../lib/capture-error.ts';
import { createProgress, type Progress } from '../lib/progress.ts';
import { onSettled } from '../lib/on-settled.ts';
import { openContext, openPage, type OpenContext } from '../page/open-page.ts';
import {
  fetchEgressReport,
  egressErrorFor,
  egressLimitError,
} from '../page/network/egress-errors.ts';
import { withoutSecrets } from '../page/steps/secrets.ts';
import { takeFailureScreenshot } from '../page/screenshot/failure-screenshot.ts';
import { withRejectionOwner, type RejectionOwner } from '../rejections.ts';
import type { Mutex } from '../queue/mutex.ts';
import { renderReport, type CaptureTrace } from './capture-trace.ts';
import { extraMemory, isLarge } from './image-memory.ts';
import { sessionOptions } from './session-options.ts';

/** Dependencies of a capture attempt. */
export interface AttemptDependencies {
  readonly pool: BrowserPool;
  readonly egressProxy: EgressProxy;
  readonly limits: CaptureLimits;
  /** Mutex for huge images, which are rendered one at a time. */
  readonly largeImageMutex: Mutex;
  /** Mutex for encodings outside of the browser. */
  readonly encodingMutex: Mutex;
  /** Clock of first attempts. */
  readonly clockKind: ClockKind;
  /** Counts and logs errors that no code of the engine expected. */
  readonly unexpected: RejectionOwner;
}

/** One attempt at a capture. */
export interface CaptureAttempt {
  readonly spec: CaptureSpec;
  readonly trace: CaptureTrace;
  readonly signal?: CaptureCallOptions['signal'];
  readonly hasLowCpuPriority?: CaptureCallOptions['hasLowCpuPriority'];
  /** True if an earlier attempt failed because of its browser. */
  readonly isRetry?: boolean;
  /** Time at which the attempt ends, on the monotonic clock. Default: the full time from now. */
  readonly deadlineMs?: number;
}

/** Outcome of an attempt. The response does not wait for `released`, but the slot must. */
export interface AttemptOutcome {
  readonly result: CaptureResult;
  /** True if another browser may succeed. */
  readonly isBrowserError: boolean;
  /** Sign that the page does not follow a virtual clock: it must be captured in real time. */
  readonly clockFailure: string | undefined;
  /** Settles, and never rejects, when all resources of the attempt have been released. */
  readonly released: Promise<unknown>;
}

/** Leases a browser, captures the page, and releases all resources in every case. */
export function attemptCapture(
  dependencies: AttemptDependencies,
  attempt: CaptureAttempt,
): Promise<AttemptOutcome> {
  const progress = createProgress();
  const owner: RejectionOwner = {
    fail(error) {
      dependencies.unexpected.fail(error);
      progress.abort(browserError(error));
    },
  };
  return withRejectionOwner(owner, () => runAttempt(dependencies, attempt, progress));
}

async function runAttempt(
  dependencies: AttemptDependencies,
  attempt: CaptureAttempt,
  progress: Progress,
): Promise<AttemptOutcome> {
  const { limits } = dependencies;
  const disarm = startDeadline(progress, limits.totalMs, attempt);
  const resources: Resources = {};
  try {
    const rendering = (resources.rendering = render(dependencies, attempt, {
      progress,
      resources,
    }));
    const captured = await progress.race(rendering);
    const report = renderReport(attempt.trace);
    return outcome({ ok: true, ...captured, report }, resources);
  } catch (err) {
    const error = memoryLimitError(resources) ?? progress.error ?? toCaptureError(err);
    const failure = await failureOf(error, attempt.trace, { limits, resources });
    return outcome(failure, resources, error);
  } finally {
    disarm();
  }
}

/** Resources that an attempt has acquired so far. */
interface Resources {
  /** May still acquire resources after the attempt was aborted. */
  rendering?: Promise<unknown>;
  opening?: Promise<unknown>;
  lease?: BrowserLease;
  proxySession?: ProxySession;
  forgetProxySession?: () => void;
  context?: OpenContext;
  page?: CapturePage;
}

/** Returns the result of a failed attempt, with an image of the failed page if available. */
async function failureOf(
  error: CaptureError,
  trace: CaptureTrace,
  { limits, resources }: { readonly limits: CaptureLimits; readonly resources: Resources },
): Promise<CaptureResult> {
  const cause = await explain(error, trace, { limits, resources });
  const pageImage = error.isBrowserSuspect
    ? undefined
    : await takeFailureScreenshot(resources.page, cause);
  const { reason, isRetryable } = cause;
  const detail = withoutSecrets(cause.message, trace.page?.spec ?? {});
  const killedFor = error.isBrowserSuspect ? killReason(resources.lease) : undefined;
  const report = renderReport(trace);
  const failure = {
    ok: false,
    reason,
    detail,
    isRetryable,
    report,
    ...(killedFor && { killedFor }),
  } as const;
  return pageImage === undefined ? failure : { ...failure, pageImage };
}

/** Returns the resource of which a capture took so much that its browser is killed. */
function killReason(lease: BrowserLease | undefined): 'memory' | 'cpu' | undefined {
  if (lease?.hasExceededMemory === true) return 'memory';
  return lease?.hasUsedMuchCpu === true ? 'cpu' : undefined;
}

/**
 * Prefers the egress proxy's error: it records why a server did not respond, and the browser does
 * not.
 */
async function explain(
  error: CaptureError,
  trace: CaptureTrace,
  { limits, resources }: { readonly limits: CaptureLimits; readonly resources: Resources },
): Promise<CaptureError> {
  if (resources.proxySession === undefined) return error;
  trace.egress ??= await fetchEgressReport(resources.proxySession);
  const url = trace.page?.navigations.latest?.url ?? '';
  const cause = error.isNetworkError ? egressErrorFor(trace.egress, url) : undefined;
  return egressLimitError(trace.egress, limits) ?? cause ?? error;
}

async function render(
  dependencies: AttemptDependencies,
  { spec, trace, isRetry = false, hasLowCpuPriority = () => false }: CaptureAttempt,
  { progress, resources }: { readonly progress: Progress; readonly resources: Resources },
): Promise<CapturedPage> {
  const { pool, egressProxy, limits, unexpected, clockKind: usual } = dependencies;
  trace.clock.enter('loading');
  // Browsers and the egress process outlive the capture that starts them, so their errors do not
  // belong to it.
  const forAll = <T>(work: () => T): T => withRejectionOwner(unexpected, work);
  const extraMemoryBytes = extraMemory(spec, limits);
  const lease = () => pool.lease({ extraMemoryBytes, mustRespond: isRetry, hasLowCpuPriority });
  const { browser } = (resources.lease = await forAll(lease));
  trace.browserVersion = browser.version;
  const open = async () =>
    egressProxy.open({ limits: limits.egress, ...(await sessionOptions(browser, spec)) });
  const opening = forAll(open).then((proxySession) => {
    resources.proxySession = proxySession;
    resources.forgetProxySession = onSettled(proxySession.lost, () =>
      progress.abort(egressLostError()),
    );
    return proxySession;
  });
  resources.opening = opening;
  // The steps of the virtual clock have no time for a slow processor.
  const isSlow = spec.emulation?.cpuSlowdown !== undefined;
  const isInRealTime = trace.clockFailure !== undefined || isLarge(spec) || isSlow;
  const clockKind = isInRealTime ? 'real' : usual;
  const input = { browser, proxySession: await opening, spec, limits, progress, clockKind };
  resources.context = await openContext(input);
  const { page, prepared } = await openPage(input, resources.context);
  trace.page = resources.page = page;
  return screenshotPage({
    page,
    prepared,
    trace,
    proxySession: input.proxySession,
    largeImageMutex: dependencies.largeImageMutex,
    encodingMutex: dependencies.encodingMutex,
  });
}

/** Aborts the attempt at its deadline, or when the caller's signal is aborted. */
function startDeadline(
  progress: Progress,
  totalMs: number,
  { signal, deadlineMs }: CaptureAttempt,
): () => void {
  const leftMs = deadlineMs === undefined ? totalMs : deadlineMs - performance.now();
  const end = (detail: string, isBrowserSuspect: boolean): void =>
    progress.abort(new CaptureError('render_timeout', detail, { isBrowserSuspect }));
  const onAbort = (): void => end('The capture was aborted before it finished.', false);
  const timeoutMessage = `The capture took longer than ${inSeconds(totalMs)}.`;
  const timer = setTimeout(end, leftMs, timeoutMessage, true);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

function egressLostError(): CaptureError {
  return new CaptureError(
    'connection_reset',
    'The connection to the network was lost during the capture.',
    {
      isRetryable: true,
      isBrowserError: true,
    },
  );
}

/**
 * Returns an error if the page exceeded the memory limit. It would do so in any browser, so it is
 * not retried.
 */
function memoryLimitError({ lease }: Resources): CaptureError | undefined {
  if (lease?.hasExceededMemory !== true) return undefined;
  const detail = 'The page exceeded the memory limit of a capture.';
  return new CaptureError('page_too_large', detail, { isBrowserSuspect: true });
}

function toCaptureError(err: unknown): CaptureError {
  return err instanceof CaptureError ? err : browserError(err);
}

/**
 * Converts unexpected errors. These are protocol errors: treat the browser as faulty and retry in
 * another one, except if a page did not respond, because it would block the other browser as well.
 */
function browserError(err: unknown): CaptureError {
  if (err instanceof ProtocolTimeoutError && err.isFromPage)
    return pageUnresponsiveError(err.timeoutMs);
  const cause = err instanceof Error ? err.message : String(err);
  return new CaptureError('page_crashed', `The browser could not render the page (${cause}).`, {
    isRetryable: true,
    isBrowserError: true,
  });
}

function outcome(
  result: CaptureResult,
  resources: Resources,
  error?: CaptureError,
): AttemptOutcome {
  return {
    result,
    isBrowserError: error?.isBrowserError ?? false,
    clockFailure: error?.clockFailure,
    released: releaseAll(resources, error?.isBrowserSuspect ?? false),
  };
}

async function releaseAll(resources: Resources, isSuspect: boolean): Promise<void> {
  // A killed browser ends everything that still waits for it.
  if (isSuspect) resources.lease?.release('suspect');
  await Promise.allSettled([resources.rendering, resources.opening]);
  let isDisposed: boolean | undefined = false;
  try {
    isDisposed = await resources.context?.dispose();
    resources.forgetProxySession?.();
    await resources.proxySession?.close().catch(() => undefined);
  } finally {
    resources.lease?.release(isSuspect || isDisposed === false ? 'suspect' : 'ok');
  }
}
