import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import type { Database } from '../../../db/transaction.ts';
import { invalidField } from '../../../shared/app-error.ts';
import { clearPasswordAttempts, countPasswordAttempt } from '../login-throttle.service.ts';
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
