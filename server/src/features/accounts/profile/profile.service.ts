import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database, type Db } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { invalidField, notFound } from '../../../shared/app-error.ts';
import type { Mail } from '../../mail/mail.ts';
import { requireRecentSignIn } from '../passwords/current-password.service.ts';
import { requireUncommonPassword } from '../passwords/password.rules.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { findUser, updatePreferences, updateUser, type UserRow } from '../users.store.ts';

interface ProfileDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

interface ProfileChange {
  readonly caller: SessionCaller;
  readonly ip: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** The user's profile: name and password. */
export interface ProfileService {
  getProfile(caller: SessionCaller): Promise<UserRow>;
  /** Changes the given preferences. */
  updatePreferences(
    caller: SessionCaller,
    preferences: Omit<Parameters<typeof updatePreferences>[1], 'id'>,
  ): Promise<UserRow>;
  /**
   * Changes the name and, if given, the password. A password change ends the other sessions and
   * notifies the owner by mail. Throws `validation_failed` (an account without password, a common
   * password, no current password), `invalid_credentials`, `rate_limited`.
   */
  updateProfile(change: ProfileChange): Promise<UserRow>;
}

/** Creates a {@link ProfileService} that throttles attempts at the current password. */
export function createProfileService(deps: ProfileDependencies): ProfileService {
  const { db, passwords, sessions } = deps;
  const getProfile = async ({ userId: id, organizationId }: SessionCaller): Promise<UserRow> => {
    const user = await findUser(db, { id, organizationId });
    if (!user) throw notFound('not_found', 'This account no longer exists.');
    return user;
  };
  return {
    getProfile,
    updatePreferences: ({ userId: id }, preferences) =>
      updatePreferences(db, { ...preferences, id }),
    updateProfile: async (change) => {
      const user = await getProfile(change.caller);
      const { firstName, lastName, password } = change;
      if (password === undefined) return updateUser(db, { id: user.id, firstName, lastName });
      await requireMayChangePassword(deps, { user, change });
      requireUncommonPassword(password);
      const passwordHash = await passwords.hash(password);
      return inTransaction(db, async (tx) => {
        const changed = await updateUser(tx, { id: user.id, firstName, lastName, passwordHash });
        await sessions.endSessions(tx, { userId: user.id, exceptId: change.caller.sessionId });
        await deps.enqueueMail(tx, { template: 'password_changed', to: user.email, firstName });
        return changed;
      });
    },
  };
}

/** Requires a user with a password and either a recent session or the correct current password. */
async function requireMayChangePassword(
  deps: ProfileDependencies,
  { user, change }: { user: UserRow; change: ProfileChange },
): Promise<void> {
  if (user.provider === 'GOOGLE')
    throw invalidField('password', 'You sign in with Google, so you have no password to change.');
  const { caller, ip, currentPassword } = change;
  await requireRecentSignIn(deps, {
    user,
    caller,
    ip,
    currentPassword,
    missing: () => invalidField('currentPassword', 'Enter your current password to set a new one.'),
  });
}
