import type { Db, Tx } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Mail } from '../mail/mail.ts';
import { insertUser, type NewUser, type UserRow } from './users.store.ts';

/** What making an account needs of the rest of the house. */
export interface CreateAccountDependencies {
  /** Makes an organisation with its first credits; answers its id. */
  createOrganization(tx: Tx, input: { name: string }): Promise<string>;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/** Makes a person with an organisation of their own, and welcomes them by mail unless told not to; throws `email_taken`. */
export type CreateAccount = (
  tx: Tx,
  person: Omit<NewUser, 'id' | 'organizationId'>,
  options?: { readonly isWelcomed: boolean },
) => Promise<UserRow>;

/** The refusal of a second account for one email. Source: acceptance SU-17. */
export function emailTaken(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'email_taken',
    message: 'An account with this email already exists. Sign in instead.',
  });
}

/** See {@link CreateAccount}; the caller's transaction keeps person, organisation, credits and welcome mail together. */
export function createAccountWith(deps: CreateAccountDependencies): CreateAccount {
  return async (tx, person, { isWelcomed } = { isWelcomed: true }) => {
    const name = `${person.firstName} ${person.lastName}`.trim();
    const organizationId = await deps.createOrganization(tx, { name });
    const user = await insertUser(tx, { ...person, id: newId(), organizationId });
    // Two at once: the second waits for the first to commit and finds its row, so this is no race.
    if (!user) throw emailTaken();
    const { email: to, firstName } = person;
    if (isWelcomed) await deps.enqueueMail(tx, { template: 'welcome', to, firstName });
    return user;
  };
}
