import { inTransaction, type Database, type Db } from '../../db/transaction.ts';
import type { Mail } from '../mail/mail.ts';
import { listNearlyUsed, recordWarnings, type DueWarning } from './warnings.store.ts';

interface WarningsDependencies {
  readonly db: Database;
  /** Queues an email in the caller's transaction. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/** Warns users whose credits or storage are nearly used up: once per threshold in a cycle. */
export interface WarningsService {
  /** Checks all accounts; returns the number of emails queued. */
  sendDueWarnings(): Promise<number>;
}

const batchSize = 200;

/** Creates a {@link WarningsService} that works in batches. */
export function createWarningsService({ db, enqueueMail }: WarningsDependencies): WarningsService {
  const warn = (organizationIds: readonly string[]): Promise<number> =>
    inTransaction(db, async (tx) => {
      const due = await recordWarnings(tx, organizationIds);
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
    // The warning is obsolete once the next cycle has started.
    expiresAt: warning.cycleEndsAt.toISOString(),
  };
}
