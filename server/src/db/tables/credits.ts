import type { Generated } from 'kysely';
import type { Instant } from './accounts.ts';

/** Why a ledger row was written. */
export type LedgerKind = 'grant' | 'hold' | 'settle' | 'release' | 'expire' | 'coupon' | 'adjust';

/** The sums of an organisation's ledger; both are kept ≥ 0 by the database. */
export interface CreditAccountsTable {
  organization_id: string;
  available: number;
  held: number;
}

/** Append-only. `unique_key` makes each event count once: `hold:{screenshot}`, `end:{screenshot}` (settled or released, never both), `grant:{reason}`. */
export interface CreditLedgerTable {
  id: Generated<string>;
  organization_id: string;
  kind: LedgerKind;
  available_delta: number;
  held_delta: number;
  screenshot_id: string | null;
  api_key_id: number | null;
  unique_key: string;
  note: string | null;
  created_at: Instant;
}
