import type { Clock } from '../../../lib/clock.ts';
import type { KeyRing } from '../../../lib/crypto.ts';

interface ResendTokenTools {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
}

const purpose = 'resend-code';
const lifeMs = 60 * 60_000;
const textOf = (email: string, expiresAtMs: number): string => `${expiresAtMs}:${email}`;

/** Issues a token that replaces a solved captcha: bound to the email and valid for an hour. */
export function issueResendToken({ keyRing, clock }: ResendTokenTools, email: string): string {
  const expiresAtMs = clock.now().getTime() + lifeMs;
  return `${expiresAtMs}.${keyRing.sign(purpose, textOf(email, expiresAtMs))}`;
}

/** True if we issued the token for this email within the last hour. */
export function isResendTokenValid(
  { keyRing, clock }: ResendTokenTools,
  { email, resendToken }: { email: string; resendToken: string },
): boolean {
  const [digits = '', signature = ''] = resendToken.split('.');
  const expiresAtMs = Number(digits);
  if (!/^\d{13}$/.test(digits) || expiresAtMs <= clock.now().getTime()) return false;
  return keyRing.verify(purpose, { text: textOf(email, expiresAtMs), signature });
}
