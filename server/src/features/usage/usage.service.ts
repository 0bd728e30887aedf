import type { LedgerEntry, Usage } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { ledgerCsvHead, ledgerCsvLine, presentLedgerEntry } from './ledger.present.ts';
import { listLedgerRows, listLedgerRowsAscending } from './ledger.store.ts';
import { presentUsage } from './usage.present.ts';
import { getCycleRow, listSpent } from './usage.store.ts';

/** Credit usage of an organisation. */
export interface UsageService {
  /** `ownKeyId` is listed even without captures. */
  readUsage(input: {
    readonly organizationId: string;
    readonly ownKeyId: number | null;
  }): Promise<Usage>;
  /** One page, newest first; `nextBefore` is null on the last page. */
  listLedger(input: {
    readonly organizationId: string;
    readonly before: number | null;
  }): Promise<{ entries: LedgerEntry[]; nextBefore: number | null }>;
  /** The whole ledger as CSV, oldest first, read while it is sent. */
  exportLedger(organizationId: string): AsyncGenerator<string>;
}

const pageSize = 50;
const batchSize = 1_000;

/**
 * Creates a {@link UsageService}. Without billing it reports neither a forecast nor a storage
 * limit.
 */
export function createUsageService({
  db,
  isBillingOn,
}: {
  readonly db: Database;
  readonly isBillingOn: boolean;
}): UsageService {
  return {
    readUsage: async (input) => {
      const cycle = await getCycleRow(db, input.organizationId);
      const usage = presentUsage(cycle, await listSpent(db, input));
      return isBillingOn ? usage : { ...usage, creditsForecast: null, storageLimit: null };
    },
    listLedger: async ({ organizationId, before }) => {
      const rows = await listLedgerRows(db, { organizationId, before, limit: pageSize + 1 });
      const entries = rows.slice(0, pageSize).map(presentLedgerEntry);
      const isLast = rows.length <= pageSize;
      return { entries, nextBefore: isLast ? null : (entries.at(-1)?.id ?? null) };
    },
    exportLedger: async function* exportLedger(organizationId) {
      // Byte order mark, by which spreadsheets recognise UTF-8.
      yield `\ufeff${ledgerCsvHead}`;
      // Entries written during the download are left for the next one, so that it ends.
      const [newest] = await listLedgerRows(db, { organizationId, before: null, limit: 1 });
      const end = newest?.id ?? 0;
      let last = { id: 0, balance: 0 };
      while (last.id < end) {
        const page = { after: last.id, balance: last.balance, limit: batchSize };
        const rows = await listLedgerRowsAscending(db, { organizationId, ...page });
        yield rows
          .filter((row) => row.id <= end)
          .map(ledgerCsvLine)
          .join('');
        last = rows.at(-1) ?? { id: end, balance: 0 };
      }
    },
  };
}
