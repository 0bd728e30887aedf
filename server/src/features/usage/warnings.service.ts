import { inTransaction, type Database, type Db } from '../../db/transaction.ts';
import type { Mail } from '../mail/mail.ts';
import { listNearlyUsed, noteWarnings, type DueWarning } from './warnings.store.ts';

interface WarningsDependencies {
  readonly db: Database;
  /** Queues a mail in the caller's transaction. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/** Tells people that credits or storage come to their end: once for each threshold in a cycle. */
export interface WarningsService {
  /** Looks through all accounts; answers how many mails were queued. */
  sendDueWarnings(): Promise<number>;
}

const batchSize = 200;

/** See {@link WarningsService}. */
export function createWarningsService({ db, enqueueMail }: WarningsDependencies): WarningsService {
  const warn = (organizationIds: readonly string[]): Promise<number> =>
    inTransaction(db, async (tx) => {
      const due = await noteWarnings(tx, organizationIds);
      for (const warning of due) await enqueueMail(tx, mailOf(warning));
      return due.length;
    });
  return {
    sendDueWarnings: async () => {
      let total = 0;
      let ids: string[];
      let afterId: string | null = null;
      do {
        ids = await listNearlyUsed(db, { afterId, limit: batchSize });
        if (ids.length > 0) total += await warn(ids);
        afterId = ids.at(-1) ?? null;
      } while (ids.length === batchSize);
      return total;
    },
  };
}

function mailOf(warning: DueWarning): Mail {
  const { kind, email: to, firstName } = warning;
  if (kind === 'storage') {
    return {
      template: 'storage_warning',
      to,
      firstName,
      percent: warning.percent,
      usedBytes: warning.storageUsedBytes,
      limitBytes: warning.storageLimitBytes,
    };
  }
  return {
    template: 'credits_warning',
    to,
    firstName,
    percent: warning.percent,
    left: warning.available,
    total: warning.cycleCredits,
    renewsAt: warning.cycleEndsAt.toISOString(),
    // Once the next cycle has begun it is no news any more.
    expiresAt: warning.cycleEndsAt.toISOString(),
  };
}
