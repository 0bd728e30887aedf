import type { CaptchaVerifier } from '../../../adapters/captcha/captcha-verifier.ts';
import type { Database } from '../../../db/transaction.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { rememberCaptcha } from './captcha.store.ts';

/** Captcha verification; each solved captcha is accepted once. */
export interface CaptchaService {
  /**
   * Returns a challenge for the browser. Throws `not_found` if the provider's own script loads the
   * challenge.
   */
  requestChallenge(): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Throws `captcha_failed` for a wrong, expired or used token and `unavailable` if the provider
   * cannot verify it.
   */
  requireSolved(input: { token: string; ip: string }): Promise<void>;
}

const failed = (message: string): AppError => new AppError({ code: 'captcha_failed', message });
const failedText = 'Captcha verification failed. Please try again.';

/** Creates a {@link CaptchaService} that records accepted tokens in the database. */
export function createCaptchaService({
  db,
  captcha,
}: {
  db: Database;
  captcha: CaptchaVerifier;
}): CaptchaService {
  return {
    requestChallenge: async () => {
      if (!captcha.createChallenge)
        throw notFound(
          'not_found',
          'The captcha provider of this installation needs no challenge from this endpoint.',
        );
      return captcha.createChallenge();
    },
    requireSolved: async (answer) => {
      const result = await captcha.verify(answer);
      switch (result.outcome) {
        case 'accepted': {
          const { replayKey, expiresAt } = result;
          const isFirstUse = await rememberCaptcha(db, { hash: sha256(replayKey), expiresAt });
          if (!isFirstUse) throw failed(failedText);
          return;
        }
        case 'refused':
          throw failed(failedText);
        case 'expired':
          throw failed('Captcha expired. Please verify again.');
        case 'unavailable':
          throw new AppError({
            code: 'unavailable',
            message:
              'The captcha provider is temporarily unavailable. Please try again in a minute.',
            retryAfterSeconds: 60,
          });
      }
    },
  };
}
