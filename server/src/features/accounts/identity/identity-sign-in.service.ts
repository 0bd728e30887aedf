import type { Identity, IdentityProvider } from '../../../adapters/identity/identity-provider.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import { emailTaken, type CreateAccount } from '../create-account.service.ts';
import type { SessionTokens } from '../sessions/session-cookies.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { findUserByEmail, findUserBySubject, type UserRow } from '../users.store.ts';

interface IdentitySignInDependencies {
  readonly db: Database;
  /** Undefined if the installation has no identity provider; every attempt is then rejected. */
  readonly provider: IdentityProvider | undefined;
  readonly sessions: SessionsService;
  readonly createAccount: CreateAccount;
  /** Origin of the dashboard, without a trailing slash. */
  readonly publicUrl: string;
}

interface IdentityInput {
  /** An ID token or an authorisation code (ruling RL-23). */
  readonly code: string;
  readonly userAgent: string | undefined;
}

/**
 * Sign-in and sign-up with an identity provider. Users are identified by the provider's subject,
 * never by their email.
 */
export interface IdentitySignInService {
  /**
   * Throws `identity_token_invalid`, `account_not_found`, `email_taken` (an account with a password
   * uses the email), `unavailable`.
   */
  signIn(input: IdentityInput): Promise<{ user: UserRow; tokens: SessionTokens }>;
  /**
   * Throws `identity_token_invalid`, `email_taken` (the email or the identity has an account),
   * `unavailable`.
   */
  signUp(input: IdentityInput): Promise<{ user: UserRow; tokens: SessionTokens }>;
}

/**
 * Creates an {@link IdentitySignInService} that reports `unavailable` if no provider is configured.
 */
export function createIdentitySignInService(
  deps: IdentitySignInDependencies,
): IdentitySignInService {
  const { db, provider, sessions, publicUrl } = deps;
  const identify = async (code: string, redirectUri: string): Promise<Identity> => {
    if (!provider) throw unavailable('Sign-in with Google is not enabled on this installation.');
    const result = await provider.identify({ code, redirectUri });
    if (result.outcome === 'confirmed') return result.identity;
    if (result.outcome === 'invalid') throw refused();
    throw unavailable('Google is temporarily unavailable. Please try again in a minute.');
  };
  return {
    signIn: async ({ code, userAgent }) => {
      const identity = await identify(code, `${publicUrl}/`);
      const user = await findUserBySubject(db, identity.subject);
      if (!user) throw await unknownIdentity(db, identity);
      return { user, tokens: await sessions.openSession(db, { user, userAgent }) };
    },
    signUp: async ({ code, userAgent }) => {
      const identity = await identify(code, `${publicUrl}/register`);
      // An unverified email may belong to another person, so no account may be created with it.
      if (!identity.isEmailVerified)
        throw refused(
          'Google has not verified your email address. Verify it in your Google account first.',
        );
      if (await findUserBySubject(db, identity.subject)) throw emailTaken();
      return inTransaction(db, async (tx) => {
        const user = await deps.createAccount(tx, {
          email: identity.email,
          firstName: identity.firstName,
          lastName: identity.lastName,
          provider: 'GOOGLE',
          providerSubject: identity.subject,
          passwordHash: null,
        });
        return { user, tokens: await sessions.openSession(tx, { user, userAgent }) };
      });
    },
  };
}

async function unknownIdentity(db: Database, identity: Identity): Promise<AppError> {
  const hasPasswordAccount =
    identity.isEmailVerified && (await findUserByEmail(db, identity.email)) !== undefined;
  if (!hasPasswordAccount)
    return notFound(
      'account_not_found',
      'There is no account for this Google sign-in yet. Sign up first.',
    );
  return new AppError({
    code: 'email_taken',
    message: 'An account with this email already exists. Sign in with your email and password.',
  });
}

const refused = (message = 'Google did not confirm this sign-in. Please try again.'): AppError =>
  new AppError({ code: 'identity_token_invalid', message });

const unavailable = (message: string): AppError =>
  new AppError({ code: 'unavailable', message, retryAfterSeconds: 60 });
