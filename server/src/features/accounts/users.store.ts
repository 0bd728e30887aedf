import type { MemberRole, OptionalEmail } from '@shotwright/contract';
import type { Selectable } from 'kysely';
import type { UsersTable } from '../../db/tables/accounts.ts';
import type { Db } from '../../db/transaction.ts';

/** A user as stored. */
export type UserRow = Selectable<UsersTable>;

/** Fields of a new user. */
export interface NewUser {
  readonly id: string;
  readonly organizationId: string;
  readonly role: MemberRole;
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly provider: 'EMAIL' | 'GOOGLE';
  readonly providerSubject: string | null;
  readonly passwordHash: string | null;
}

/** Returns the user with this email, whatever the sign-in method. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Returns the user with this subject at the identity provider. */
export function findUserBySubject(db: Db, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('provider_subject', '=', subject)
    .executeTakeFirst();
}

/** Returns the user of a session. */
export function findUser(
  db: Db,
  input: { id: string; organizationId: string },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', input.id)
    .where('organization_id', '=', input.organizationId)
    .executeTakeFirst();
}

/** Inserts a user. Returns undefined if the email or the subject already has an account. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({
      id: user.id,
      organization_id: user.organizationId,
      role: user.role,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      provider: user.provider,
      provider_subject: user.providerSubject,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes the name and, if given, the password. */
export function updateUser(
  db: Db,
  input: { id: string; firstName: string; lastName: string; passwordHash?: string },
): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({
      first_name: input.firstName,
      last_name: input.lastName,
      ...(input.passwordHash === undefined ? {} : { password_hash: input.passwordHash }),
    })
    .where('id', '=', input.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the given preferences. */
export function updatePreferences(
  db: Db,
  input: {
    readonly id: string;
    readonly timeZone?: string | null | undefined;
    readonly mutedEmails?: readonly OptionalEmail[] | undefined;
  },
): Promise<UserRow> {
  const { id, timeZone, mutedEmails } = input;
  return db
    .updateTable('users')
    .set(({ ref }) => ({
      time_zone: timeZone === undefined ? ref('time_zone') : timeZone,
      muted_emails: mutedEmails === undefined ? ref('muted_emails') : [...new Set(mutedEmails)],
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the password. Returns undefined if no user with this email signs in with a password. */
export function updatePassword(
  db: Db,
  input: { email: string; passwordHash: string },
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ password_hash: input.passwordHash })
    .where('email', '=', input.email)
    .where('provider', '=', 'EMAIL')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Makes a user a member of staff and returns their id. Returns undefined if no account has the
 * email.
 */
export async function updateStaff(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ is_staff: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** True if the user exists and is a member of staff. */
export async function isUserStaff(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('is_staff')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_staff === true;
}
