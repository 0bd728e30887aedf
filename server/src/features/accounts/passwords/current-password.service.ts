import { freshSessionMinutes } from '@shotwright/contract';
import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import type { Database } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { invalidField, type AppError } from '../../../shared/app-error.ts';
import { clearPasswordAttempts, countPasswordAttempt } from '../login-throttle.service.ts';
import { isSessionYoung } from '../sessions/sessions.store.ts';
import type { UserRow } from '../users.store.ts';

/**
 * Requires the current password of a signed-in user; wrong ones are throttled. Throws
 * `invalid_credentials`, `rate_limited`.
 */
export async function requireCurrentPassword(
  { db, passwords }: { readonly db: Database; readonly passwords: PasswordHasher },
  input: {
    readonly user: Pick<UserRow, 'id' | 'password_hash'>;
    readonly ip: string;
    readonly currentPassword: string;
  },
): Promise<void> {
  const attempt = { db, account: input.user.id, ip: input.ip };
  await countPasswordAttempt(attempt);
  if (!(await passwords.verify(input.user.password_hash, input.currentPassword)))
    throw invalidField('currentPassword', 'The current password is wrong.', 'invalid_credentials');
  await clearPasswordAttempts(attempt);
}

/**
 * Requires the current password, or no password within a recent session. Throws the error of `missing` for an
 * older session without it, `invalid_credentials`, `rate_limited`.
 */
export async function requireRecentSignIn(
  deps: { readonly db: Database; readonly passwords: PasswordHasher },
  input: {
    readonly user: Pick<UserRow, 'id' | 'password_hash'>;
    readonly caller: SessionCaller;
    readonly ip: string;
    readonly currentPassword: string | undefined;
    missing(): AppError;
  },
): Promise<void> {
  const { user, caller, ip, currentPassword } = input;
  if (currentPassword !== undefined)
    return requireCurrentPassword(deps, { user, ip, currentPassword });
  const session = { id: caller.sessionId, userId: user.id, minutes: freshSessionMinutes };
  if (!(await isSessionYoung(deps.db, session))) throw input.missing();
}
