import { sql } from 'kysely';
import type { VerificationsTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/transaction.ts';

type Purpose = VerificationsTable['purpose'];

/** Purpose and email that a mailed secret is bound to. */
export interface VerificationSubject {
  readonly purpose: Purpose;
  readonly email: string;
}

/** A mailed secret with the fields needed to check it. */
export interface VerificationRow {
  readonly id: string;
  readonly email: string;
  readonly secret_hash: string;
  readonly tries: number;
  readonly isExpired: boolean;
  readonly isUsed: boolean;
}

const judged = (db: Db) =>
  db
    .selectFrom('verifications')
    .select([
      'id',
      'email',
      'secret_hash',
      'tries',
      sql<boolean>`expires_at <= clock_timestamp()`.as('isExpired'),
      sql<boolean>`used_at is not null`.as('isUsed'),
    ]);

/**
 * Serialises the transactions that send secrets to an email, so that the hourly limit also holds
 * for parallel requests.
 */
export async function lockVerifications(tx: Tx, subject: VerificationSubject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${subject.purpose}:${subject.email}`}, 0))`.execute(
    tx,
  );
}

/**
 * Returns the number of secrets sent to the email in the last hour, and the seconds until the
 * oldest of them leaves that window.
 */
export async function countSentInLastHour(
  db: Db,
  { purpose, email }: VerificationSubject,
): Promise<{ count: number; secondsUntilNext: number }> {
  return db
    .selectFrom('verifications')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(greatest(1, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))), 1)::int`.as(
        'secondsUntilNext',
      ),
    ])
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
}

/** Invalidates every earlier secret of the email and inserts a new one. Returns its expiry. */
export async function replaceVerification(
  tx: Tx,
  input: VerificationSubject & { id: string; secretHash: string; expiresInMinutes: number },
): Promise<Date> {
  await tx
    .updateTable('verifications')
    .set({ used_at: sql<Date>`now()` })
    .where('purpose', '=', input.purpose)
    .where('email', '=', input.email)
    .where('used_at', 'is', null)
    .execute();
  const { expires_at: expiresAt } = await tx
    .insertInto('verifications')
    .values({
      id: input.id,
      purpose: input.purpose,
      email: input.email,
      secret_hash: input.secretHash,
      created_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${input.expiresInMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

/**
 * Counts a try against the newest secret of the email and returns it. Returns undefined if none was
 * sent.
 */
export async function countCodeAttempt(
  db: Db,
  { purpose, email }: VerificationSubject,
): Promise<VerificationRow | undefined> {
  const counted = await db
    .updateTable('verifications')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('verifications')
        .select('id')
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .returning([
      'id',
      'email',
      'secret_hash',
      'tries',
      sql<boolean>`expires_at <= clock_timestamp()`.as('isExpired'),
      sql<boolean>`used_at is not null`.as('isUsed'),
    ])
    .executeTakeFirst();
  return counted;
}

/** Returns the secret with this hash. */
export function findVerificationByHash(
  db: Db,
  input: { purpose: Purpose; secretHash: string },
): Promise<VerificationRow | undefined> {
  return judged(db)
    .where('purpose', '=', input.purpose)
    .where('secret_hash', '=', input.secretHash)
    .executeTakeFirst();
}

/** Marks a secret as used. Returns false if it was already used. */
export async function useVerification(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verifications')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
