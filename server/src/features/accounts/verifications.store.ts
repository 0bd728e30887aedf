import { sql } from 'kysely';
import type { VerificationsTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/transaction.ts';

type Purpose = VerificationsTable['purpose'];

/** What a mailed secret is bound to. */
export interface VerificationSubject {
  readonly purpose: Purpose;
  readonly email: string;
}

/** A mailed secret as it is judged. */
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

/** Lets one transaction at a time send secrets to an address, so that the hourly limit holds for parallel asks. */
export async function lockVerifications(tx: Tx, subject: VerificationSubject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${subject.purpose}:${subject.email}`}, 0))`.execute(
    tx,
  );
}

/** How many secrets the address was sent in the last hour, and the seconds until the oldest of them leaves it. */
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

/** Makes every earlier secret of the address worthless and inserts a new one; answers when it expires. */
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

/** Counts a try against the newest secret of the address and answers it; undefined when none was sent. */
export async function countTry(
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

/** The secret with this hash. */
export function findVerificationByHash(
  db: Db,
  input: { purpose: Purpose; secretHash: string },
): Promise<VerificationRow | undefined> {
  return judged(db)
    .where('purpose', '=', input.purpose)
    .where('secret_hash', '=', input.secretHash)
    .executeTakeFirst();
}

/** Uses a secret up; false when it was used already. */
export async function useVerification(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verifications')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
