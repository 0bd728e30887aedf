import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for credits and storage. */
export const usagePaths = {
  getUsage: { method: 'GET', path: '/credits/usage' },
  listCreditLedger: { method: 'GET', path: '/credits/ledger' },
  exportCreditLedger: { method: 'GET', path: '/credits/ledger.csv' },
} as const satisfies PathTable;

/** Kinds of entries in the credit ledger, as shown to users. */
export const ledgerKinds = [
  'grant',
  'capture',
  'refund',
  'coupon',
  'expiry',
  'adjustment',
] as const;
