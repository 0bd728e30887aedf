/** How a captcha answer was judged. `unavailable`: nobody could judge it, so it does not count (fail closed). */
export type CaptchaVerdict =
  | {
      readonly outcome: 'accepted';
      /** The same for every spelling of one answer; remember it until `expiresAt` and refuse it the second time. */
      readonly replayKey: string;
      readonly expiresAt: Date;
    }
  | { readonly outcome: 'refused' | 'expired' | 'unavailable' };

/** Tells people from programs. */
export interface CaptchaVerifier {
  /** A challenge for the browser to work on; absent where the provider's own script gets it. */
  createChallenge?(): Promise<Readonly<Record<string, unknown>>>;
  /** Judges what the browser sent; any text is safe. Never throws. */
  verify(input: { readonly token: string; readonly ip: string }): Promise<CaptchaVerdict>;
}
