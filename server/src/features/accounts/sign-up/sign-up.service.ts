import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import type { CreateAccount } from '../create-account.service.ts';
import { requireUncommonPassword } from '../passwords/password.rules.ts';
import type { SessionTokens } from '../sessions/session-cookies.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { UserRow } from '../users.store.ts';
import type { CaptchaService } from './captcha.service.ts';
import { issueResendToken, isResendTokenValid } from './resend-token.ts';
import type { VerificationCodesService } from './verification-codes.service.ts';

interface SignUpDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  readonly captcha: CaptchaService;
  readonly codes: VerificationCodesService;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  readonly createAccount: CreateAccount;
}

/** A user and the session opened for them. */
export interface SignedIn {
  readonly user: UserRow;
  readonly tokens: SessionTokens;
}

/** Sign-up with email and password: captcha, code, account. */
export interface SignUpService {
  /**
   * Mails a code and returns a token that allows requesting another without a captcha. The response
   * is the same for an email with an account: only a reader of the mailbox learns of the account,
   * at {@link SignUpService.signUp}.
   */
  verifyEmail(input: { email: string; captchaToken: string; ip: string }): Promise<string>;
  /**
   * Mails another code. Throws `captcha_failed` for a token that is forged, for another email, or
   * an hour old.
   */
  resendCode(input: { email: string; resendToken: string }): Promise<void>;
  /**
   * Creates the account and signs in. Throws `otp_invalid`, `otp_expired`, `email_taken`,
   * `validation_failed`.
   */
  signUp(input: {
    email: string;
    firstName: string;
    lastName: string;
    password: string;
    otp: string;
    userAgent: string | undefined;
  }): Promise<SignedIn>;
}

/** Creates a {@link SignUpService} that inserts the user only after the code is verified. */
export function createSignUpService(deps: SignUpDependencies): SignUpService {
  const { db, clock, keyRing, captcha, codes, passwords, sessions } = deps;
  const sendCode = (email: string): Promise<void> =>
    inTransaction(db, (tx) => codes.sendCode(tx, email));
  return {
    verifyEmail: async ({ email, captchaToken, ip }) => {
      await captcha.requireSolved({ token: captchaToken, ip });
      await sendCode(email);
      return issueResendToken({ keyRing, clock }, email);
    },
    resendCode: async ({ email, resendToken }) => {
      if (!isResendTokenValid({ keyRing, clock }, { email, resendToken }))
        throw new AppError({
          code: 'captcha_failed',
          message: 'Captcha expired. Please verify again.',
        });
      await sendCode(email);
    },
    signUp: async ({ email, firstName, lastName, password, otp, userAgent }) => {
      requireUncommonPassword(password);
      const codeId = await codes.requireRightCode(db, { email, code: otp });
      const passwordHash = await passwords.hash(password);
      return inTransaction(db, async (tx) => {
        await codes.useCode(tx, codeId);
        const user = await deps.createAccount(tx, {
          email,
          firstName,
          lastName,
          provider: 'EMAIL',
          providerSubject: null,
          passwordHash,
        });
        return { user, tokens: await sessions.openSession(tx, { user, userAgent }) };
      });
    },
  };
}
