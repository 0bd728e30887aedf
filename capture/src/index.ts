import { createBrowserPool } from './browser/browser-pool.ts';
import type { CaptureEngine } from './capture-result.ts';
import { createEgressGate } from './egress/egress-gate.ts';
import { assembleEngine } from './engine.ts';
import { defaultLimits, type CaptureLimits } from './limits.ts';
import type { EngineLogger } from './logger.ts';
import { countUnexpectedErrors, withRejectionOwner } from './rejections.ts';

export type { CaptureSource, CaptureSpec, CaptureViewport } from './capture-spec.ts';
export type {
  CaptureCallOptions,
  CapturedImage,
  CaptureEngine,
  CaptureEngineStats,
  CapturePhase,
  CaptureResult,
  CaptureTimings,
  RenderReport,
} from './capture-result.ts';
export { deviceNames, findDevice, type Device } from './devices.ts';
export { createAddressPolicy, type AddressPolicy } from './egress/address-policy.ts';
export { createOwnAddresses } from './egress/own-addresses.ts';
export { createGuardedDialer, explainEgress, type GuardedDialer } from './egress/guarded-dialer.ts';
export { failureReasons, type FailureReason } from './failures.ts';
export type { CaptureLimits } from './limits.ts';
export type { EngineLogger } from './logger.ts';
export { claimRejection } from './rejections.ts';

/** How an engine is set up. */
export interface CaptureEngineOptions {
  /** The browser's program; by default the best one found. */
  readonly browserPath?: string;
  /** How many captures run at a time. */
  readonly concurrency: number;
  /** Private networks, addresses and `host:port` that pages may come from all the same. */
  readonly allowPrivateTargets: readonly string[];
  /** Addresses and networks that lead to this installation, beside those of this host. */
  readonly ownAddresses?: readonly string[];
  readonly logger?: EngineLogger;
  /** Instead of the usual ones. */
  readonly limits?: Partial<CaptureLimits>;
}

/** Starts a browser and the egress proxy. Rejects when no browser can be started or an entry of a list is wrong. */
export async function createCaptureEngine(options: CaptureEngineOptions): Promise<CaptureEngine> {
  const { browserPath, concurrency, allowPrivateTargets, ownAddresses = [], logger } = options;
  const { limits } = options;
  const logged = logger === undefined ? {} : { logger };
  const unexpected = countUnexpectedErrors(logger);
  const gate = createEgressGate({ allowPrivateTargets, ownAddresses, ...logged });
  const pool = createBrowserPool({
    ...logged,
    ...(browserPath === undefined ? {} : { browserPath }),
  });
  try {
    await withRejectionOwner(unexpected, () => {
      gate.warm();
      return pool.warm();
    });
  } catch (error) {
    await Promise.all([pool.close(), gate.close()]);
    throw error;
  }
  const allLimits = { ...defaultLimits, ...limits };
  return assembleEngine({ pool, gate, concurrency, unexpected, limits: allLimits });
}
