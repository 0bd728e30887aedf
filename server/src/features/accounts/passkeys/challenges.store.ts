import { passkeyLimits } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';

interface Challenge {
  readonly ownerHash: string;
  readonly challenge: string;
}

/** Inserts a challenge that only its owner can answer, within five minutes. */
export async function insertChallenge(db: Db, { ownerHash, challenge }: Challenge): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      owner_hash: ownerHash,
      challenge,
      expires_at: sql<Date>`now() + make_interval(mins => ${passkeyLimits.challengeMinutes})`,
    })
    .execute();
}

/** Deletes a challenge of the owner. Returns false if there was none, or if it had expired. */
export async function takeChallenge(db: Db, { ownerHash, challenge }: Challenge): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('owner_hash', '=', ownerHash)
    .where('challenge', '=', challenge)
    .returning(sql<boolean>`expires_at > now()`.as('isLive'))
    .executeTakeFirst();
  return row?.isLive === true;
}

/** Deletes expired challenges. */
export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
