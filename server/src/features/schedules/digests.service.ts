import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { Mail } from '../mail/mail.ts';
import { listUnreportedOrganizations, takeUnreported } from './digests.store.ts';

interface DigestsDependencies {
  readonly db: Database;
  /** Returns the user that gets the emails of a schedule. */
  findRecipient(
    tx: Tx,
    schedule: { readonly organizationId: string; readonly userId: string | null },
  ): Promise<{ readonly email: string; readonly firstName: string } | undefined>;
  enqueueMail(tx: Tx, mail: Mail): Promise<void>;
}

const batchSize = 200;
/** Runs that an email names. */
const namedRuns = 20;

/**
 * Creates a function that sends each organisation one email about the changes and failures of its
 * schedules with a daily email. A run is told of once.
 */
export function createSendDigests({
  db,
  findRecipient,
  enqueueMail,
}: DigestsDependencies): () => Promise<void> {
  const send = (organizationId: string) =>
    inTransaction(db, async (tx) => {
      const runs = await takeUnreported(tx, organizationId);
      const recipient = await findRecipient(tx, {
        organizationId,
        userId: runs[0]?.userId ?? null,
      });
      if (runs.length === 0 || !recipient) return;
      await enqueueMail(tx, {
        template: 'schedule_digest',
        to: recipient.email,
        firstName: recipient.firstName,
        runs: runs.slice(0, namedRuns).map(({ scheduleName, plannedAt, diffRatio, reason }) => ({
          scheduleName,
          plannedAt: plannedAt.toISOString(),
          diffRatio,
          reason,
        })),
        count: runs.length,
      });
    });
  return async () => {
    let organizations: readonly string[];
    do {
      organizations = await listUnreportedOrganizations(db, batchSize);
      for (const id of organizations) await send(id);
    } while (organizations.length === batchSize);
  };
}
