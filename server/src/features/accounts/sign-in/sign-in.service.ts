import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import type { Database } from '../../../db/transaction.ts';
import { AppError } from '../../../lib/app-error.ts';
import { countPasswordAttempt, forgivePasswordAttempt } from '../login-throttle.ts';
import type { SessionTokens } from '../sessions/session-cookies.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { findUserByEmail, type UserRow } from '../users.store.ts';

interface SignInDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
}

/** Signing in with email and password. */
export interface SignInService {
  /**
   * Throws `invalid_credentials`, alike in text and time for an unknown email, a wrong password and an account without
   * one, and `rate_limited` with the seconds to wait. A session always begins with fresh secrets.
   */
  signIn(input: {
    email: string;
    password: string;
    ip: string;
    userAgent: string | undefined;
  }): Promise<{ user: UserRow; tokens: SessionTokens }>;
}

/** See {@link SignInService}. */
export function createSignInService({
  db,
  passwords,
  sessions,
}: SignInDependencies): SignInService {
  return {
    signIn: async ({ email, password, ip, userAgent }) => {
      const attempt = { db, account: email, ip };
      await countPasswordAttempt(attempt);
      const user = await findUserByEmail(db, email);
      const isRight = await passwords.verify(user?.password_hash ?? null, password);
      if (!user || !isRight)
        throw new AppError({
          kind: 'invalid',
          code: 'invalid_credentials',
          message: 'Invalid credentials. Please try again.',
        });
      await forgivePasswordAttempt(attempt);
      return { user, tokens: await sessions.openSession(db, { user, userAgent }) };
    },
  };
}
