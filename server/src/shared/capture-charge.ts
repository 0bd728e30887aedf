import {
  withoutCharges,
  type ScreenshotStatus,
  type Verdict,
  type VerdictKind,
} from '@shotwright/contract';

/** Fields of a capture that decide its charge. */
export interface ChargedCapture {
  readonly status: ScreenshotStatus;
  readonly credits: number;
  /** True if the verdict returned the credits. */
  readonly isRefunded: boolean;
}

/** Returns the credits charged for a capture: its price if it is complete and was not refunded. */
export function chargedCredits({ status, credits, isRefunded }: ChargedCapture): number {
  return status === 'COMPLETE' && !isRefunded ? credits : 0;
}

/** Returns why a capture failed; null if it did not. One without a price does not speak of charges. */
export function failureMessageOf({
  failureMessage,
  credits,
}: {
  readonly failureMessage: string | null;
  readonly credits: number;
}): string | null {
  return failureMessage !== null && credits === 0 ? withoutCharges(failureMessage) : failureMessage;
}

/** Returns the reason why a complete capture was not charged; null if it was, or was free anyway. */
export function refundMessage(
  capture: ChargedCapture & { readonly verdict: Verdict | null },
): string | null {
  if (!capture.isRefunded || capture.credits === 0) return null;
  const finding = findings.get(capture.verdict?.kind) ?? 'The image is blank';
  return `${finding}. It is stored; nothing was charged.`;
}

const findings: ReadonlyMap<VerdictKind | undefined, string> = new Map([
  ['bot_challenge', 'The image shows a challenge for robots instead of the page'],
  ['host_error', 'The host returned an error without a page, so that the image is blank'],
  ['login_wall', 'The host asks for a sign-in without a page, so that the image is blank'],
]);
