import type { FailureReason } from '../failures.ts';

/** Why a capture ends without a picture: thrown inside the engine, turned into a result at its edge. */
export class CaptureFault extends Error {
  readonly reason: FailureReason;
  readonly isRetryable: boolean;
  /** The browser, not the page, is to blame: another browser may succeed, and this one is replaced. */
  readonly isBrowserFault: boolean;

  constructor(
    reason: FailureReason,
    detail: string,
    traits: { readonly isRetryable?: boolean; readonly isBrowserFault?: boolean } = {},
  ) {
    super(detail);
    this.name = 'CaptureFault';
    this.reason = reason;
    this.isRetryable = traits.isRetryable ?? false;
    this.isBrowserFault = traits.isBrowserFault ?? false;
  }
}

/** `2.1 s` from 2100: how times are told to people. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
