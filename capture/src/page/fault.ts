import type { FailureReason } from '../failures.ts';

/** What a fault means for what comes after it; all false by default. */
export interface FaultTraits {
  readonly isRetryable?: boolean;
  readonly isBrowserFault?: boolean;
  readonly isNetworkFault?: boolean;
  readonly isBrowserSuspect?: boolean;
}

/** Why a capture ends without a picture: thrown inside the engine, turned into a result at its edge. */
export class CaptureFault extends Error {
  readonly reason: FailureReason;
  readonly isRetryable: boolean;
  /** The browser, not the page, is to blame: another browser may succeed, and this one is replaced. */
  readonly isBrowserFault: boolean;
  /** A server did not answer as it should. */
  readonly isNetworkFault: boolean;
  /** The browser may still be busy with the page, so it is replaced once nobody else uses it. */
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

/** `2.1 s` from 2100: how times are told to people. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
