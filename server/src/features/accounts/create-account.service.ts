import type { Db, Tx } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Mail } from '../mail/mail.ts';
import { insertUser, type NewUser, type UserRow } from './users.store.ts';

/** Dependencies of account creation. */
export interface CreateAccountDependencies {
  /** Creates an organisation with its first credits; returns its id. */
  createOrganization(tx: Tx, input: { name: string }): Promise<string>;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/**
 * Creates a user with a new organisation and sends a welcome email unless `isWelcomed` is false.
 * Throws `email_taken`.
 */
export type CreateAccount = (
  tx: Tx,
  person: Omit<NewUser, 'id' | 'organizationId' | 'role'>,
  options?: { readonly isWelcomed: boolean },
) => Promise<UserRow>;

/** Error for a second account with the same email. Source: acceptance SU-17. */
export function emailTaken(): AppError {
  return new AppError({
    code: 'email_taken',
    message: 'An account with this email already exists. Sign in instead.',
  });
}

/**
 * Creates a {@link CreateAccount}. The caller's transaction makes user, organisation, credits and
 * welcome email atomic.
 */
export function createAccountFactory(deps: CreateAccountDependencies): CreateAccount {
  return async (tx, person, { isWelcomed } = { isWelcomed: true }) => {
    const name = `${person.firstName} ${person.lastName}`.trim();
    const organizationId = await deps.createOrganization(tx, { name });
    const user = await insertUser(tx, {
      ...person,
      id: newId(),
      organizationId,
      role: 'owner',
    });
    // Not a race: a concurrent insert waits for the first one to commit and then conflicts with its
    // row.
    if (!user) throw emailTaken();
    const { email: to, firstName } = person;
    if (isWelcomed) await deps.enqueueMail(tx, { template: 'welcome', to, firstName });
    return user;
  };
}
