import type { EgressLimits } from './egress/egress.ts';

/** Limits of a capture. Times in ms, lengths in pixels. */
export interface CaptureLimits {
  /** From the start of a navigation to its load event. */
  readonly navigationTimeoutMs: number;
  /** Maximum time without network data while resources block a parsed page. */
  readonly stallTimeoutMs: number;
  /**
   * Maximum real time of all waits for requests, images and fonts after load; half as much again for
   * a full page.
   */
  readonly stabilityTimeoutMs: number;
  /** Maximum wait for an element to appear. */
  readonly waitForSelectorTimeoutMs: number;
  /** Maximum run time of the caller's own script. */
  readonly scriptTimeoutMs: number;
  readonly screenshotTimeoutMs: number;
  readonly totalMs: number;
  /** CSS pixels; a taller full page is cut off here. */
  readonly maxPageHeightPx: number;
  /** Device pixels of the finished image. */
  readonly maxImagePx: number;
  readonly maxImageBytes: number;
  readonly maxDialogs: number;
  /**
   * Navigations that the page itself may start (`location`, meta refresh) before further ones are
   * blocked.
   */
  readonly maxClientNavigations: number;
  readonly egress: EgressLimits;
}

/** Limits that apply unless `createCaptureEngine` receives others. */
export const defaultLimits: CaptureLimits = {
  navigationTimeoutMs: 30_000,
  stallTimeoutMs: 8_000,
  stabilityTimeoutMs: 10_000,
  waitForSelectorTimeoutMs: 5_000,
  scriptTimeoutMs: 10_000,
  screenshotTimeoutMs: 30_000,
  totalMs: 120_000,
  maxPageHeightPx: 25_000,
  maxImagePx: 2 ** 27,
  maxImageBytes: 64 * 2 ** 20,
  maxDialogs: 20,
  maxClientNavigations: 5,
  egress: { maxReceivedBytes: 64 * 2 ** 20, maxRequests: 1_000, maxHosts: 200 },
};

/**
 * Images with more device pixels than this use so much memory that their concurrency is limited.
 */
export const largeImagePx = 16_000_000;

/** Share of a caller's total time that the page has for loading. */
const loadShare = 0.8;

/** Returns the limits of a capture whose caller allows less time than the engine. */
export function limitsWithin(limits: CaptureLimits, timeoutMs: number | undefined): CaptureLimits {
  if (timeoutMs === undefined || timeoutMs >= limits.totalMs) return limits;
  return { ...limits, totalMs: timeoutMs, navigationTimeoutMs: timeoutMs * loadShare };
}
