import { sql } from 'kysely';
import type { Database } from '../../db/transaction.ts';
import { deleteExpiredChallenges } from './passkeys/challenges.store.ts';
import { removeOldSessions } from './sessions/sessions.store.ts';
import { deleteOldInvites } from './team/invites.store.ts';
import { removeOldSignInNetworks } from './trusted-networks.store.ts';

/**
 * Deletes expired rows of the accounts feature: used captchas, mailed codes, counted attempts,
 * ended sessions, networks of old sign-ins, old invitations, open challenges of passkeys.
 */
export async function sweepAccounts(db: Database): Promise<void> {
  await removeOldSessions(db);
  await removeOldSignInNetworks(db);
  await deleteOldInvites(db);
  await db
    .deleteFrom('used_captchas')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await deleteExpiredChallenges(db);
  await db
    .deleteFrom('throttles')
    .where('forget_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
