/**
 * Result of a captcha verification. `unavailable`: it could not be verified, so it is not accepted
 * (fail closed).
 */
export type CaptchaResult =
  | {
      readonly outcome: 'accepted';
      /**
       * Identical for every spelling of one solution; store it until `expiresAt` and reject a
       * second use.
       */
      readonly replayKey: string;
      readonly expiresAt: Date;
    }
  | { readonly outcome: 'refused' | 'expired' | 'unavailable' };

/** Verifies that a sign-up comes from a person and not from a program. */
export interface CaptchaVerifier {
  /** Creates a challenge for the browser; absent if the provider's own script loads it. */
  createChallenge?(): Promise<Readonly<Record<string, unknown>>>;
  /** Verifies the token that the browser sent, which may be any text. Never throws. */
  verify(input: { readonly token: string; readonly ip: string }): Promise<CaptchaResult>;
}
