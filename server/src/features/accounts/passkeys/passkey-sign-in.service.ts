import type {
  PasskeyOptions,
  PasskeyVerifier,
  UsedCredential,
} from '../../../adapters/passkeys/passkey-verifier.ts';
import type { Database } from '../../../db/transaction.ts';
import { newToken } from '../../../lib/ids.ts';
import type { SecurityLog } from '../../../lib/security-log.ts';
import { AppError } from '../../../shared/app-error.ts';
import { clearPasskeyAttempt, countPasskeyAttempt } from '../login-throttle.service.ts';
import { codeOf, subjectOf } from '../security-subjects.ts';
import type { SessionTokens } from '../sessions/session-cookies.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { TrustedNetworks } from '../trusted-networks.service.ts';
import type { UserRow } from '../users.store.ts';
import { openChallenge, redeemChallenge, requirePasskeys } from './challenges.service.ts';
import { findPasskeyWithUser, recordPasskeyUse } from './passkeys.store.ts';

interface PasskeySignInDependencies {
  readonly db: Database;
  /** Undefined if the public URL allows no passkeys. */
  readonly passkeys: PasskeyVerifier | undefined;
  readonly sessions: SessionsService;
  readonly trustedNetworks: TrustedNetworks;
}

interface Attempt {
  readonly ip: string;
  /** Secret in the cookie of the browser; undefined without the cookie. */
  readonly browserToken: string | undefined;
  readonly log: SecurityLog;
}

/** Sign-in with a passkey, without an email. */
export interface PasskeySignInService {
  /**
   * Returns options with which the browser asks for a passkey, and the secret of the browser that must answer. Throws
   * `passkeys_unavailable`, and `rate_limited` with the seconds to wait.
   */
  start(attempt: Attempt): Promise<{
    readonly options: PasskeyOptions['options'];
    readonly browserToken: string;
  }>;
  /**
   * Opens a session with new secrets for the user of the passkey. Throws `passkeys_unavailable`,
   * `passkey_challenge_invalid`, `passkey_invalid`.
   */
  signIn(
    attempt: Attempt & {
      readonly credential: UsedCredential;
      readonly userAgent: string | undefined;
    },
  ): Promise<{ user: UserRow; tokens: SessionTokens }>;
}

const method = 'passkey' as const;
/** Tokens as {@link newToken} makes them; a browser can send any text. */
const tokenPattern = /^[\w-]{43}$/;

/** Creates a {@link PasskeySignInService} that throttles attempts and logs security events. */
export function createPasskeySignIn(deps: PasskeySignInDependencies): PasskeySignInService {
  const { db, passkeys, sessions, trustedNetworks } = deps;
  return {
    start: async ({ ip, browserToken: sent = '', log }) => {
      const verifier = requirePasskeys(passkeys);
      await countPasskeyAttempt(db, ip).catch((error: unknown) => {
        log('sign_in.throttled', { method });
        throw error;
      });
      const browserToken = tokenPattern.test(sent) ? sent : newToken();
      const owner = { kind: 'browser', token: browserToken } as const;
      const options = await openChallenge(db, owner, await verifier.signInOptions());
      return { options, browserToken };
    },
    signIn: async (attempt) => {
      const { ip, userAgent, log } = attempt;
      const user = await verifiedUser(deps, attempt);
      await clearPasskeyAttempt(db, ip);
      await trustedNetworks.rememberNetwork({ userId: user.id, ip });
      const tokens = await sessions.openSession(db, { user, userAgent });
      log('sign_in.succeeded', { ...subjectOf(user), method });
      return { user, tokens };
    },
  };
}

async function verifiedUser(
  { db, passkeys }: PasskeySignInDependencies,
  { credential, browserToken = '', log }: Attempt & { readonly credential: UsedCredential },
): Promise<UserRow> {
  const verifier = requirePasskeys(passkeys);
  const found = await findPasskeyWithUser(db, credential.id);
  try {
    const owner = { kind: 'browser', token: browserToken } as const;
    const challenge = await redeemChallenge(db, owner, credential.response.clientDataJSON);
    if (!found) throw rejected();
    const { id, user_id: userId, public_key: publicKey, counter } = found.passkey;
    const use = await verifier.verifyUsed(credential, { challenge, userId, publicKey, counter });
    if (!use || !(await recordPasskeyUse(db, { ...use, id }))) throw rejected();
    return found.user;
  } catch (error) {
    log('sign_in.failed', { ...(found && subjectOf(found.user)), method, ...codeOf(error) });
    throw error;
  }
}

function rejected(): AppError {
  return new AppError({
    code: 'passkey_invalid',
    message: 'This passkey does not sign in here. Use another one, or your email and password.',
  });
}
