import type { Browser, BrowserLease, BrowserPool } from './browser/browser.ts';
import { NoAnswerError } from './browser/pending-calls.ts';
import type { CaptureCallOptions, CaptureResult, CapturedImage } from './capture-result.ts';
import type { CaptureSpec } from './capture-spec.ts';
import type { EgressClient, EgressGate, EgressRoute } from './egress/egress.ts';
import type { CaptureLimits } from './limits.ts';
import type { CapturePage } from './page/capture-page.ts';
import { busyFault } from './page/evaluate.ts';
import { drawPage } from './page/draw-page.ts';
import { CaptureFault, inSeconds } from './page/fault.ts';
import { createFuse, type Fuse } from './page/fuse.ts';
import { whenSettled } from './page/aftermath.ts';
import { openContext, openPage, type OpenContext } from './page/open-page.ts';
import { askReport, causeOf, excessOf } from './page/explain.ts';
import { lookAtPageAsItWas } from './page/page-as-it-was.ts';
import { withRejectionOwner, type RejectionOwner } from './rejections.ts';
import type { Turnstile } from './turnstile.ts';
import { renderReport, type CaptureRecord } from './render-report.ts';

/** Measured: 2.8 GB for 133 megapixels, of which the default limit covers 1.5 GiB. */
const memoryPerPixelBytes = 12;

/** Dependencies of a capture attempt. */
export interface CaptureMeans {
  readonly pool: BrowserPool;
  readonly gate: EgressGate;
  readonly limits: CaptureLimits;
  /** Mutex for huge images, which are rendered one at a time. */
  readonly hugeShots: Turnstile;
  /** Counts and logs errors that no code of the engine expected. */
  readonly unexpected: RejectionOwner;
}

/** One attempt at a capture. */
export interface CaptureAttempt {
  readonly spec: CaptureSpec;
  readonly record: CaptureRecord;
  readonly signal?: CaptureCallOptions['signal'];
  /** Browser on which an earlier attempt failed. */
  readonly avoid?: number | undefined;
}

/** Outcome of an attempt. The response does not wait for `cleared`, but the slot must. */
export interface AttemptOutcome {
  readonly result: CaptureResult;
  readonly browserId: number | undefined;
  readonly isBrowserFault: boolean;
  /** True if the browser was killed for its memory use while several pages shared it. */
  readonly isMemorySuspect: boolean;
  /** Settles, and never rejects, when all resources of the attempt have been released. */
  readonly cleared: Promise<unknown>;
}

/** Leases a browser, captures the page, and releases all resources in every case. */
export function attemptCapture(
  means: CaptureMeans,
  attempt: CaptureAttempt,
): Promise<AttemptOutcome> {
  const fuse = createFuse();
  const owner: RejectionOwner = {
    fail(error) {
      means.unexpected.fail(error);
      fuse.blow(unforeseen(error));
    },
  };
  return withRejectionOwner(owner, () => runAttempt(means, attempt, fuse));
}

async function runAttempt(
  means: CaptureMeans,
  attempt: CaptureAttempt,
  fuse: Fuse,
): Promise<AttemptOutcome> {
  const { limits } = means;
  const disarm = armFuse(fuse, limits.totalMs, attempt.signal);
  const held: Held = {};
  try {
    const drawing = (held.drawing = draw(means, attempt, { fuse, held }));
    const image = await fuse.race(drawing);
    const report = renderReport(attempt.record);
    return outcome({ ok: true, image, report }, held);
  } catch (err) {
    const fault = outgrownFault(held) ?? fuse.fault ?? asFault(err);
    const failure = await failureOf(fault, attempt.record, { limits, held });
    return outcome(failure, held, fault);
  } finally {
    disarm();
  }
}

/** Resources that an attempt has acquired so far. */
interface Held {
  /** May still acquire resources after the attempt was aborted. */
  drawing?: Promise<unknown>;
  opening?: Promise<unknown>;
  lease?: BrowserLease;
  route?: EgressRoute;
  forgetRoute?: () => void;
  context?: OpenContext;
  page?: CapturePage;
}

/** Returns the result of a failed attempt, with an image of the failed page if available. */
async function failureOf(
  fault: CaptureFault,
  record: CaptureRecord,
  { limits, held }: { readonly limits: CaptureLimits; readonly held: Held },
): Promise<CaptureResult> {
  const cause = await explain(fault, record, { limits, held });
  const pageImage = fault.isBrowserSuspect ? undefined : await lookAtPageAsItWas(held.page, cause);
  const { reason, message: detail, isRetryable } = cause;
  const failure = { ok: false, reason, detail, isRetryable, report: renderReport(record) } as const;
  return pageImage === undefined ? failure : { ...failure, pageImage };
}

/**
 * Prefers the egress proxy's error: it records why a server did not respond, and the browser does
 * not.
 */
async function explain(
  fault: CaptureFault,
  record: CaptureRecord,
  { limits, held }: { readonly limits: CaptureLimits; readonly held: Held },
): Promise<CaptureFault> {
  if (held.route === undefined) return fault;
  record.egress ??= await askReport(held.route);
  const url = record.page?.visits.latest?.url ?? '';
  const cause = fault.isNetworkFault ? causeOf(record.egress, url) : undefined;
  return excessOf(record.egress, limits) ?? cause ?? fault;
}

async function draw(
  { pool, gate, limits, hugeShots, unexpected }: CaptureMeans,
  { spec, record, avoid }: CaptureAttempt,
  { fuse, held }: { readonly fuse: Fuse; readonly held: Held },
): Promise<CapturedImage> {
  record.clock.enter('loading');
  const upstream = spec.proxyUrl === undefined ? {} : { upstreamProxyUrl: spec.proxyUrl };
  // Browsers and the egress process outlive the capture that starts them, so their errors do not
  // belong to it.
  const forAll = <T>(work: () => T): T => withRejectionOwner(unexpected, work);
  const wish = {
    extraMemoryBytes: extraMemory(spec, limits),
    ...(avoid !== undefined && { avoid }),
  };
  const { browser } = (held.lease = await forAll(() => pool.lease(wish)));
  record.browserVersion = browser.version;
  const client = clientOf(browser);
  const open = () => gate.open({ limits: limits.egress, client, ...upstream });
  const opening = forAll(open).then((route) => {
    held.route = route;
    held.forgetRoute = whenSettled(route.lost, () => fuse.blow(lostFault()));
    return route;
  });
  held.opening = opening;
  const input = { browser, route: await opening, spec, limits, fuse };
  held.context = await openContext(input);
  const { page, prepared } = await openPage(input, held.context);
  record.page = held.page = page;
  return drawPage({ page, prepared, record, route: input.route, hugeShots });
}

/** Browsers are started detached, so the processes of each one form a separate session. */
function clientOf({ pid, uid }: Browser): EgressClient {
  return uid === undefined ? 'any' : { sessionId: pid, uid };
}

/** Returns the memory an image may use beyond a browser's default limit. */
function extraMemory({ viewport, isFullPage }: CaptureSpec, limits: CaptureLimits): number {
  const heightPx = isFullPage ? limits.maxPageHeightPx : viewport.heightPx;
  const areaPx = viewport.widthPx * heightPx * viewport.deviceScaleFactor ** 2;
  return Math.min(areaPx, limits.maxImagePx) * memoryPerPixelBytes;
}

/** Aborts the attempt at its deadline, or when the caller's signal is aborted. */
function armFuse(fuse: Fuse, totalMs: number, signal: AbortSignal | undefined): () => void {
  const end = (detail: string, isBrowserSuspect: boolean): void =>
    fuse.blow(new CaptureFault('render_timeout', detail, { isBrowserSuspect }));
  const onAbort = (): void => end('The capture was ended before it had finished.', false);
  const overdue = `The capture took longer than ${inSeconds(totalMs)}.`;
  const timer = setTimeout(end, totalMs, overdue, true);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

function lostFault(): CaptureFault {
  return new CaptureFault('connection_reset', 'The way to the network broke during the capture.', {
    isRetryable: true,
    isBrowserFault: true,
  });
}

/**
 * Returns an error if the page alone exceeded the memory limit. It would do so in any browser, so
 * it is not retried.
 */
function outgrownFault({ lease }: Held): CaptureFault | undefined {
  if (lease?.outgrown !== 'alone') return undefined;
  const detail = 'The page needs more memory than a capture may use.';
  return new CaptureFault('page_too_large', detail, { isBrowserSuspect: true });
}

function asFault(err: unknown): CaptureFault {
  return err instanceof CaptureFault ? err : unforeseen(err);
}

/**
 * Converts unexpected errors. These are protocol errors: treat the browser as faulty and retry in
 * another one, except if a page did not respond, because it would block the other browser as well.
 */
function unforeseen(err: unknown): CaptureFault {
  if (err instanceof NoAnswerError && err.isFromPage) return busyFault(err.timeoutMs);
  const cause = err instanceof Error ? err.message : String(err);
  return new CaptureFault('page_crashed', `The browser could not draw the page (${cause}).`, {
    isRetryable: true,
    isBrowserFault: true,
  });
}

function outcome(result: CaptureResult, held: Held, fault?: CaptureFault): AttemptOutcome {
  return {
    result,
    browserId: held.lease?.browser.id,
    isBrowserFault: fault?.isBrowserFault ?? false,
    isMemorySuspect: fault !== undefined && held.lease?.outgrown === 'together',
    cleared: clear(held, fault?.isBrowserSuspect ?? false),
  };
}

async function clear(held: Held, isSuspect: boolean): Promise<void> {
  await Promise.allSettled([held.drawing, held.opening]);
  let isDisposed: boolean | undefined = false;
  try {
    isDisposed = await held.context?.dispose();
    held.forgetRoute?.();
    await held.route?.close().catch(() => undefined);
  } finally {
    held.lease?.release(isSuspect || isDisposed === false ? 'suspect' : 'ok');
  }
}
