import type { FailureReason } from '../failures.ts';

/** Consequences of an error; all false by default. */
export interface FaultTraits {
  readonly isRetryable?: boolean;
  readonly isBrowserFault?: boolean;
  readonly isNetworkFault?: boolean;
  readonly isBrowserSuspect?: boolean;
}

/**
 * Error that ends a capture without an image. Thrown inside the engine, converted to a result at
 * its boundary.
 */
export class CaptureFault extends Error {
  readonly reason: FailureReason;
  readonly isRetryable: boolean;
  /**
   * True if the browser, not the page, is the cause: another browser may succeed, and this one is
   * replaced.
   */
  readonly isBrowserFault: boolean;
  /** True if a server did not respond correctly. */
  readonly isNetworkFault: boolean;
  /**
   * True if the browser may still be busy with the page. It is replaced once no other capture uses
   * it.
   */
  readonly isBrowserSuspect: boolean;

  constructor(reason: FailureReason, detail: string, traits: FaultTraits = {}) {
    super(detail);
    this.name = 'CaptureFault';
    this.reason = reason;
    this.isRetryable = traits.isRetryable ?? false;
    this.isBrowserFault = traits.isBrowserFault ?? false;
    this.isNetworkFault = traits.isNetworkFault ?? false;
    this.isBrowserSuspect = this.isBrowserFault || (traits.isBrowserSuspect ?? false);
  }
}

/** Formats a time for users: `2.1 s` from 2100. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
