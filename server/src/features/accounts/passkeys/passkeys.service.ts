import { freshSessionMinutes, passkeyLimits } from '@shotwright/contract';
import type {
  CreatedCredential,
  PasskeyOptions,
  PasskeyVerifier,
} from '../../../adapters/passkeys/passkey-verifier.ts';
import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database, type Db } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { AppError, invalidField, notFound } from '../../../shared/app-error.ts';
import type { Mail } from '../../mail/mail.ts';
import { requireRecentSignIn } from '../passwords/current-password.service.ts';
import { findUser, type UserRow } from '../users.store.ts';
import { openChallenge, redeemChallenge, requirePasskeys } from './challenges.service.ts';
import {
  countPasskeysForInsert,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  updatePasskeyName,
  type PasskeyRow,
} from './passkeys.store.ts';

/** Dependencies of the passkeys of users. */
export interface PasskeysDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  /** Undefined if the public URL allows no passkeys; none can then be added. */
  readonly passkeys: PasskeyVerifier | undefined;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

interface OwnPasskey {
  readonly caller: SessionCaller;
  readonly id: string;
}

/** The passkeys of a user. */
export interface PasskeysService {
  listPasskeys(caller: SessionCaller): Promise<PasskeyRow[]>;
  /**
   * Returns options with which the browser creates a passkey. Throws `passkeys_unavailable`, `passkey_limit_reached`,
   * `validation_failed` (no current password), `invalid_credentials`, `rate_limited`, `recent_sign_in_required`.
   */
  startPasskey(input: {
    readonly caller: SessionCaller;
    readonly ip: string;
    readonly currentPassword: string | undefined;
  }): Promise<PasskeyOptions['options']>;
  /**
   * Adds the passkey that the browser created for a challenge of this session and notifies the user by mail. Throws
   * `passkeys_unavailable`, `passkey_challenge_invalid`, `passkey_invalid`, `passkey_exists`, `passkey_limit_reached`.
   */
  addPasskey(input: {
    readonly caller: SessionCaller;
    readonly name: string;
    readonly credential: CreatedCredential;
  }): Promise<PasskeyRow>;
  /** Throws `passkey_not_found`. */
  renamePasskey(input: OwnPasskey & { readonly name: string }): Promise<PasskeyRow>;
  /** Notifies the user by mail. Throws `passkey_not_found`. */
  deletePasskey(input: OwnPasskey): Promise<void>;
}

/** Creates a {@link PasskeysService}. */
export function createPasskeysService(deps: PasskeysDependencies): PasskeysService {
  const { db, passkeys } = deps;
  return {
    listPasskeys: ({ userId }) => listPasskeys(db, userId),
    startPasskey: async ({ caller, ip, currentPassword }) => {
      const verifier = requirePasskeys(passkeys);
      const user = await getUser(db, caller);
      await requireRecentSignIn(deps, {
        user,
        caller,
        ip,
        currentPassword,
        missing: () => unconfirmed(user),
      });
      const known = await listPasskeys(db, user.id);
      requirePlace(known.length);
      const options = await verifier.createOptions({
        user: {
          id: user.id,
          email: user.email,
          name: `${user.first_name} ${user.last_name}`.trim(),
        },
        known: known.map(({ credential_id: credentialId, transports }) => ({
          credentialId,
          transports,
        })),
      });
      return openChallenge(db, sessionOf(caller), options);
    },
    addPasskey: async ({ caller, name, credential }) => {
      const verifier = requirePasskeys(passkeys);
      const { clientDataJSON } = credential.response;
      const challenge = await redeemChallenge(db, sessionOf(caller), clientDataJSON);
      const verified = await verifier.verifyCreated(credential, challenge);
      if (!verified) throw unverified();
      const user = await getUser(db, caller);
      return inTransaction(db, async (tx) => {
        requirePlace(await countPasskeysForInsert(tx, user.id));
        const passkey = await insertPasskey(tx, { ...verified, userId: user.id, name });
        if (!passkey) throw alreadyAdded();
        await deps.enqueueMail(tx, { template: 'passkey_added', ...recipientOf(user), name });
        return passkey;
      });
    },
    renamePasskey: async ({ caller, id, name }) => {
      const renamed = await updatePasskeyName(db, { id, userId: caller.userId, name });
      if (!renamed) throw unknownPasskey();
      return renamed;
    },
    deletePasskey: async ({ caller, id }) => {
      const user = await getUser(db, caller);
      await inTransaction(db, async (tx) => {
        const deleted = await deletePasskey(tx, { id, userId: user.id });
        if (!deleted) throw unknownPasskey();
        const { name } = deleted;
        await deps.enqueueMail(tx, { template: 'passkey_deleted', ...recipientOf(user), name });
      });
    },
  };
}

async function getUser(db: Db, { userId: id, organizationId }: SessionCaller): Promise<UserRow> {
  const user = await findUser(db, { id, organizationId });
  if (!user) throw notFound('not_found', 'This account no longer exists.');
  return user;
}

const sessionOf = ({ sessionId }: SessionCaller) => ({ kind: 'session', sessionId }) as const;
const recipientOf = ({ email, first_name: firstName }: UserRow) => ({ to: email, firstName });

function requirePlace(count: number): void {
  if (count < passkeyLimits.perUser) return;
  throw new AppError({
    code: 'passkey_limit_reached',
    message: `An account has at most ${passkeyLimits.perUser} passkeys. Delete one that you no longer use.`,
  });
}

function unconfirmed({ password_hash: passwordHash }: UserRow): AppError {
  if (passwordHash !== null)
    return invalidField('currentPassword', 'Enter your current password to add a passkey.');
  return new AppError({
    code: 'recent_sign_in_required',
    message: `You signed in more than ${freshSessionMinutes} minutes ago. Sign out and sign in again to add a passkey.`,
  });
}

function unverified(): AppError {
  return new AppError({
    code: 'passkey_invalid',
    message: 'The passkey could not be verified. Please try again.',
  });
}

function alreadyAdded(): AppError {
  return new AppError({ code: 'passkey_exists', message: 'This passkey was added before.' });
}

function unknownPasskey(): AppError {
  return notFound('passkey_not_found', 'This passkey does not exist.');
}
