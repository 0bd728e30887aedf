import { randomInt } from 'node:crypto';
import { textLimits } from '@shotwright/contract';
import type { PasswordHasher } from '../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database } from '../../db/transaction.ts';
import { invalidField, notFound } from '../../shared/app-error.ts';
import type { LogStaffAction } from '../staff/staff-actions.ts';
import type { CreateAccount } from './create-account.service.ts';
import { findUserByEmail, updatePassword, updateStaff } from './users.store.ts';

interface AccountsAdminDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly createAccount: CreateAccount;
  readonly logStaffAction: LogStaffAction;
}

/** Identifiers of an account, for the admin tools. */
export interface AccountIds {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * Account operations for operators, used by the command line and at start. Emails are
 * case-insensitive.
 */
export interface AccountsAdmin {
  /**
   * Creates an account without captcha and code. The password's length is checked; a common
   * password is allowed, at the operator's discretion. Throws `email_taken`, `validation_failed`.
   */
  createUserByAdmin(input: {
    email: string;
    password: string;
    firstName: string;
    lastName: string;
  }): Promise<AccountIds>;
  /** Makes a user a member of staff and logs it. Throws `account_not_found`. */
  grantStaff(email: string): Promise<void>;
  /** Returns the account with this email. Throws `account_not_found`. */
  getAccount(email: string): Promise<AccountIds>;
  /**
   * Creates a demo account if it is missing, sets a new random password and returns it. Each
   * start uses a different password, so that no installation has a guessable one.
   */
  openDemoAccount(person: {
    email: string;
    firstName: string;
    lastName: string;
  }): Promise<AccountIds & { readonly password: string }>;
}

// Excludes letters and digits that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const randomPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

const missing = (email: string) =>
  notFound('account_not_found', `There is no account with the email ${email}.`);

/** Creates an {@link AccountsAdmin} that writes to the given database. */
export function createAccountsAdmin(deps: AccountsAdminDependencies): AccountsAdmin {
  const { db, passwords } = deps;
  const create = async (input: Parameters<AccountsAdmin['createUserByAdmin']>[0]) => {
    const { min, max } = textLimits.password;
    if (input.password.length < min || input.password.length > max)
      throw invalidField('password', `must be ${min} to ${max} characters`);
    const user = {
      email: input.email.trim().toLowerCase(),
      firstName: input.firstName,
      lastName: input.lastName,
      provider: 'EMAIL',
      providerSubject: null,
      passwordHash: await passwords.hash(input.password),
    } as const;
    // Operators notify users themselves, and the demo account has no mailbox.
    const row = await inTransaction(db, (tx) =>
      deps.createAccount(tx, user, { isWelcomed: false }),
    );
    return { userId: row.id, organizationId: row.organization_id };
  };
  return {
    createUserByAdmin: create,
    grantStaff: async (email) => {
      await inTransaction(db, async (tx) => {
        const subjectId = await updateStaff(tx, email.trim().toLowerCase());
        if (subjectId === undefined) throw missing(email);
        const action = { action: 'user.grant_staff', subjectKind: 'user', subjectId } as const;
        await deps.logStaffAction(tx, { ...action, actorUserId: null });
      });
    },
    getAccount: async (email) => {
      const row = await findUserByEmail(db, email.trim().toLowerCase());
      if (!row) throw missing(email);
      return { userId: row.id, organizationId: row.organization_id };
    },
    openDemoAccount: async ({ email, firstName, lastName }) => {
      const password = randomPassword();
      const passwordHash = await passwords.hash(password);
      const known = await updatePassword(db, { email: email.toLowerCase(), passwordHash });
      if (known) return { userId: known.id, organizationId: known.organization_id, password };
      const ids = await create({ email, password, firstName, lastName });
      return { ...ids, password };
    },
  };
}
