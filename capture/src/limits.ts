import type { EgressLimits } from './egress/egress.ts';

/** Everything a capture may use before it is ended. Times in ms, lengths in pixels. */
export interface CaptureLimits {
  /** From the start of a visit to its load event. */
  readonly navigationMs: number;
  /** How long resources may keep a parsed page waiting without sending anything. */
  readonly stallMs: number;
  /** Bound of the wait for fonts, images and a quiet network after load. */
  readonly settleMs: number;
  /** How long nothing may happen before a busy page counts as quiet. */
  readonly quietMs: number;
  /** How long an element may take to appear. */
  readonly selectorMs: number;
  /** How long the caller's own script may run. */
  readonly scriptMs: number;
  readonly shotMs: number;
  readonly totalMs: number;
  /** CSS pixels; a full page is cut here. */
  readonly maxPageHeightPx: number;
  /** Device pixels of the finished picture. */
  readonly maxImagePx: number;
  readonly maxImageBytes: number;
  readonly maxDialogs: number;
  /** Visits the page itself may start (`location`, meta refresh) before it is held where it is. */
  readonly maxClientNavigations: number;
  readonly egress: EgressLimits;
}

/** The limits in force unless `createCaptureEngine` is given others. */
export const defaultLimits: CaptureLimits = {
  navigationMs: 30_000,
  stallMs: 8_000,
  settleMs: 4_000,
  quietMs: 100,
  selectorMs: 5_000,
  scriptMs: 10_000,
  shotMs: 30_000,
  totalMs: 120_000,
  maxPageHeightPx: 25_000,
  maxImagePx: 2 ** 27,
  maxImageBytes: 64 * 2 ** 20,
  maxDialogs: 20,
  maxClientNavigations: 5,
  egress: { maxReceivedBytes: 64 * 2 ** 20, maxRequests: 1_000, maxHosts: 200 },
};

/** Pictures of more device pixels than this need memory worth rationing. */
export const hugePx = 16_000_000;
