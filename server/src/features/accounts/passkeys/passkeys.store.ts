import { sql, type Selectable } from 'kysely';
import type { PasskeyUse, VerifiedPasskey } from '../../../adapters/passkeys/passkey-verifier.ts';
import type { PasskeysTable } from '../../../db/tables/accounts.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import type { UserRow } from '../users.store.ts';

/** A passkey as stored. */
export type PasskeyRow = Selectable<PasskeysTable>;

/** A passkey of a user. */
interface OwnPasskey {
  readonly id: string;
  readonly userId: string;
}

/** Passkeys of a user, oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/**
 * Locks a user and returns the number of their passkeys, so that concurrent inserts cannot both take the last free
 * place.
 */
export async function countPasskeysForInsert(tx: Tx, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a passkey. Returns undefined if its credential is stored already. */
export function insertPasskey(
  tx: Tx,
  input: VerifiedPasskey & { readonly userId: string; readonly name: string },
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: input.userId,
      credential_id: input.credentialId,
      public_key: input.publicKey,
      counter: input.counter,
      transports: [...input.transports],
      device_type: input.deviceType,
      is_backed_up: input.isBackedUp,
      name: input.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes the name. Returns undefined if the user has no such passkey. */
export function updatePasskeyName(
  db: Db,
  { id, userId, name }: OwnPasskey & { readonly name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a passkey and returns it; undefined if the user has no such passkey. */
export function deletePasskey(db: Db, { id, userId }: OwnPasskey): Promise<PasskeyRow | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the passkey with this credential and its user. */
export async function findPasskeyWithUser(
  db: Db,
  credentialId: string,
): Promise<{ readonly passkey: PasskeyRow; readonly user: UserRow } | undefined> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!passkey) return undefined;
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', passkey.user_id)
    .executeTakeFirst();
  return user && { passkey, user };
}

/**
 * Records a use. Returns false if the passkey was deleted, or if a use with the same counter was recorded: a copy of the
 * authenticator, or a second answer at the same time.
 */
export async function recordPasskeyUse(
  db: Db,
  { id, counter, isBackedUp }: PasskeyUse & { readonly id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
