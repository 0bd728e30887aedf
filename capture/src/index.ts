import type { BrowserPool } from './browser/browser.ts';
import { defaultIdentity, type BrowserIdentity } from './browser/browser-identity.ts';
import { createBrowserPool } from './browser/pool/browser-pool.ts';
import type { CaptureEngine } from './capture-result.ts';
import {
  detectIsolation,
  logIsolation,
  type WantedIsolation,
} from './browser/isolation/detect-isolation.ts';
import { readBlockLists } from './egress/blocking/read-block-lists.ts';
import { createEgressProxy } from './egress/process/egress-proxy.ts';
import { createEngine } from './engine.ts';
import { defaultLimits, type CaptureLimits } from './limits.ts';
import type { EngineLogger } from './logger.ts';
import { detectClock, type DetectedClock } from './page/clock/detect-clock.ts';
import type { ClockKind } from './page/clock/page-clock.ts';
import {
  createAdaptiveLimit,
  type AdaptiveLimit,
  type LimitRange,
} from './queue/concurrency-limit.ts';
import { followLoad } from './queue/pressure.ts';
import { countUnexpectedErrors, withRejectionOwner } from './rejections.ts';

export { BlockListError } from './egress/blocking/read-block-lists.ts';
export { hostCategories, type HostCategory } from './egress/blocking/host-category.ts';
export { resourceKinds, type CaptureBlocking } from './capture-blocking.ts';
export type { CaptureAssertions, CaptureWaiting, NavigationMoment } from './capture-waiting.ts';
export { captureStepActions, type CaptureStep } from './capture-steps.ts';
export { consentActions, type CaptureConsent } from './capture-consent.ts';
export type { CaptureCleaning } from './capture-cleaning.ts';
export type { CaptureBasicAuth, CaptureCookie, CaptureEmulation } from './capture-emulation.ts';
export type {
  CaptureSource,
  DocumentFormat,
  ExtractName,
  PdfSettings,
  SliceSettings,
  CaptureSpec,
  CaptureViewport,
  FullPageSettings,
  ImageResize,
  PageRect,
} from './capture-spec.ts';
export type {
  CaptureCallOptions,
  CapturedDocument,
  CapturedExtract,
  CapturedSlice,
  CapturedImage,
  CaptureEngine,
  CaptureEngineStats,
  CapturePhase,
  CaptureResult,
  CaptureTimings,
  CaptureWarning,
  RenderReport,
} from './capture-result.ts';
export type { BrowserIdentity } from './browser/browser-identity.ts';
export { findReachable, type ProtectedTargets } from './browser/isolation/self-test.ts';
export {
  IsolationUnavailableError,
  type WantedIsolation,
} from './browser/isolation/detect-isolation.ts';
export { deviceNames, findDevice, type Device } from './devices.ts';
export { createAddressPolicy, type AddressPolicy } from './egress/policy/address-policy.ts';
export { createOwnAddresses } from './egress/own-addresses.ts';
export {
  createSafeConnector,
  explainEgress,
  type SafeConnector,
} from './egress/connect/safe-connector.ts';
export { failureReasons, type FailureReason } from './failures.ts';
export type { CaptureLimits } from './limits.ts';
export { captureTestImage } from './test-image/capture-test-image.ts';
export type { ConcurrencyLimit, LimitRange } from './queue/concurrency-limit.ts';
export type { EngineLogger } from './logger.ts';
export type { ClockKind } from './page/clock/page-clock.ts';
export {
  verdictKinds,
  verdictReasons,
  type Verdict,
  type VerdictKind,
  type VerdictReason,
} from './page/verdict/verdict.ts';
export { claimRejection } from './rejections.ts';

/** Options of a capture engine. */
export interface CaptureEngineOptions {
  /** Path of the browser executable. Default: the best one found. */
  readonly browserPath?: string;
  /** Maximum number of concurrent captures, or its range if it follows the load of the machine. */
  readonly concurrency: number | LimitRange;
  /** Private networks, IPs and `host:port` pairs that pages may load from regardless. */
  readonly allowPrivateTargets: readonly string[];
  /** IPs and networks that lead to this installation, in addition to those of this host. */
  readonly ownAddresses?: readonly string[];
  /** Directory of the operator's lists of third-party hosts to block. */
  readonly blockListsDirectory?: string;
  readonly logger?: EngineLogger;
  /**
   * Namespaces for each browser: `required` rejects without them, `auto` uses them where the system
   * allows them and logs a warning elsewhere. Default: `auto`.
   */
  readonly isolation?: WantedIsolation;
  /**
   * Clock that pages run on. `virtual` needs a browser with the experimental methods for frames and
   * time; without them the engine uses `real`. Default: `virtual`.
   */
  readonly clock?: ClockKind;
  /**
   * Nice value of browsers, from 0 to 19. A value above 0 gives the process of the engine priority over the
   * browsers when both compete for processors in the same control group. Default: 0.
   */
  readonly browserPriority?: number;
  /** Overrides of the identity that browsers show to sites. */
  readonly identity?: Partial<BrowserIdentity>;
  /** Overrides of the default limits. */
  readonly limits?: Partial<CaptureLimits>;
}

/**
 * Starts a browser and the egress proxy. Rejects if no browser can be started or a list contains an
 * invalid entry, with a {@link BlockListError} if block lists cannot be used.
 */
export async function createCaptureEngine(options: CaptureEngineOptions): Promise<CaptureEngine> {
  const { browserPath, allowPrivateTargets, ownAddresses = [], logger } = options;
  const { limits, clock: wantedClock = 'virtual' } = options;
  const hostRules =
    options.blockListsDirectory === undefined
      ? {}
      : { hostRules: readBlockLists(options.blockListsDirectory) };
  const concurrency =
    typeof options.concurrency === 'number'
      ? options.concurrency
      : createAdaptiveLimit(options.concurrency);
  const detected = await detectIsolation(options.isolation ?? 'auto');
  const { isolation } = detected;
  const logged = logger === undefined ? {} : { logger };
  if (logger) logIsolation(detected, logger);
  const unexpected = countUnexpectedErrors(logger);
  const egressProxy = createEgressProxy({
    allowPrivateTargets,
    ownAddresses,
    ...hostRules,
    ...logged,
  });
  const pool = createBrowserPool({
    ...logged,
    concurrency,
    identity: { ...defaultIdentity, ...options.identity },
    isolation,
    priority: options.browserPriority ?? 0,
    ...(browserPath === undefined ? {} : { browserPath }),
  });
  let clock: DetectedClock;
  try {
    clock = await withRejectionOwner(unexpected, async () => {
      egressProxy.warm();
      await pool.warm();
      return chooseClock(pool, wantedClock, logger);
    });
  } catch (error) {
    await Promise.all([pool.close(), egressProxy.close()]);
    throw error;
  }
  const allLimits = { ...defaultLimits, ...limits };
  const engine = createEngine({
    pool,
    egressProxy,
    concurrency,
    unexpected,
    clock,
    isolation: detected,
    limits: allLimits,
  });
  return typeof concurrency === 'number' ? engine : withLoad(engine, concurrency);
}

/** Returns the engine, whose limit follows the load of the machine until it is closed. */
function withLoad(engine: CaptureEngine, limit: AdaptiveLimit): CaptureEngine {
  const stopFollowing = followLoad(limit, engine.stats);
  return {
    ...engine,
    close() {
      stopFollowing();
      return engine.close();
    },
  };
}

/** Returns the wanted clock if the browser supports it, otherwise the real one. */
async function chooseClock(
  pool: BrowserPool,
  wanted: ClockKind,
  logger: EngineLogger | undefined,
): Promise<DetectedClock> {
  if (wanted === 'real') return { kind: 'real', reason: null };
  const lease = await pool.lease();
  const detected = await detectClock(lease.browser);
  lease.release('ok');
  if (detected.kind === 'real') {
    logger?.warn(
      { reason: detected.reason, browser: lease.browser.version },
      'the browser lacks the methods of the virtual clock; pages are captured in real time',
    );
  }
  return detected;
}
