import type { FailureReason } from '../failures.ts';

/** Consequences of an error; all false by default. */
export interface CaptureErrorOptions {
  readonly isRetryable?: boolean;
  readonly isBrowserError?: boolean;
  readonly isNetworkError?: boolean;
  readonly isBrowserSuspect?: boolean;
  readonly clockFailure?: string;
}

/**
 * Error that ends a capture without an image. Thrown inside the engine, converted to a result at
 * its boundary.
 */
export class CaptureError extends Error {
  readonly reason: FailureReason;
  readonly isRetryable: boolean;
  /**
   * True if the browser, not the page, is the cause: another browser may succeed, and this one is
   * replaced.
   */
  readonly isBrowserError: boolean;
  /** True if a server did not respond correctly. */
  readonly isNetworkError: boolean;
  /** True if the browser may still be busy with the page. It is killed. */
  readonly isBrowserSuspect: boolean;
  /** Set if the page must be captured once more in real time: the sign that showed it. */
  readonly clockFailure: string | undefined;

  constructor(reason: FailureReason, detail: string, traits: CaptureErrorOptions = {}) {
    super(detail);
    this.name = 'CaptureFault';
    this.reason = reason;
    this.isRetryable = traits.isRetryable ?? false;
    this.isBrowserError = traits.isBrowserError ?? false;
    this.isNetworkError = traits.isNetworkError ?? false;
    this.isBrowserSuspect = this.isBrowserError || (traits.isBrowserSuspect ?? false);
    this.clockFailure = traits.clockFailure;
  }
}

/** Formats a time for users: `2.1 s` from 2100. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
