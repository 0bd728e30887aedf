import type { LedgerEntry } from '@shotwright/contract';
import { csvLine } from '../../lib/csv.ts';
import type { LedgerRow } from './ledger.store.ts';

const kinds = {
  grant: 'grant',
  hold: 'capture',
  release: 'refund',
  coupon: 'coupon',
  expire: 'expiry',
  adjust: 'adjustment',
} as const satisfies Record<LedgerRow['kind'], LedgerEntry['kind']>;

/**
 * Converts a ledger row to its wire format: a capture is one entry, with its refund beside it if it
 * failed.
 */
export function presentLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    id: row.id,
    kind: kinds[row.kind],
    credits: row.credits,
    balance: row.balance,
    note: noteOf(row),
    screenshotId: row.screenshotId,
    createdAt: row.createdAt.toISOString(),
  };
}

function noteOf({ kind, note, end }: LedgerRow): string | null {
  if (kind === 'release') return 'The capture produced no image';
  if (kind !== 'hold') return note;
  if (end === null) return 'Still running';
  return end === 'release' ? 'Given back' : note;
}

/** Header of the ledger as CSV. */
export const ledgerCsvHead = csvLine(['date', 'kind', 'credits', 'balance', 'note', 'screenshot']);

/** Converts a ledger row to a CSV line. */
export function ledgerCsvLine(row: LedgerRow): string {
  const { createdAt, kind, credits, balance, note, screenshotId } = presentLedgerEntry(row);
  return csvLine([createdAt, kind, credits, balance, note, screenshotId]);
}
