import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import type { Database } from '../../../db/transaction.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import type { SecurityLog } from '../../../lib/security-log.ts';
import { AppError } from '../../../shared/app-error.ts';
import { countPasswordAttempt, clearPasswordAttempts } from '../login-throttle.service.ts';
import type { SessionTokens } from '../sessions/session-cookies.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { accountHash, subjectOf } from '../security-subjects.ts';
import type { TrustedNetworks } from '../trusted-networks.service.ts';
import { findUserByEmail, type UserRow } from '../users.store.ts';

interface SignInDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  readonly trustedNetworks: TrustedNetworks;
  readonly keyRing: KeyRing;
}

/** Sign-in with email and password. */
export interface SignInService {
  /**
   * Throws `invalid_credentials`, with the same text and in the same time for an unknown email, a
   * wrong password and an account without a password, and `rate_limited` with the seconds to wait.
   * A session always starts with new secrets.
   */
  signIn(input: {
    email: string;
    password: string;
    ip: string;
    userAgent: string | undefined;
    /** The browser's device cookie. */
    deviceToken: string | undefined;
    log: SecurityLog;
  }): Promise<{ user: UserRow; tokens: SessionTokens }>;
}

/** Creates a {@link SignInService} that throttles attempts and logs security events. */
export function createSignInService(deps: SignInDependencies): SignInService {
  const { db, passwords, sessions, trustedNetworks, keyRing } = deps;
  return {
    signIn: async ({ email, password, ip, userAgent, deviceToken, log }) => {
      const user = await findUserByEmail(db, email);
      const subject = user
        ? { ...subjectOf(user), method: 'password' as const }
        : { accountHash: accountHash(keyRing, email), method: 'password' as const };
      const trust = user && (await trustedNetworks.trustOf({ userId: user.id, ip, deviceToken }));
      const attempt = { db, account: email, ip, ...(trust && { trust }) };
      try {
        await countPasswordAttempt(attempt);
      } catch (error) {
        log('sign_in.throttled', subject);
        throw error;
      }
      const isRight = await passwords.verify(user?.password_hash ?? null, password);
      if (!user || !isRight) {
        log('sign_in.failed', subject);
        throw invalidCredentials();
      }
      await clearPasswordAttempts(attempt);
      await trustedNetworks.rememberNetwork({ userId: user.id, ip });
      const tokens = await sessions.openSession(db, { user, userAgent });
      log('sign_in.succeeded', subject);
      return { user, tokens };
    },
  };
}

function invalidCredentials(): AppError {
  return new AppError({
    code: 'invalid_credentials',
    message: 'Invalid credentials. Please try again.',
  });
}
