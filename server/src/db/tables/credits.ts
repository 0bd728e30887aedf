import type { Generated } from 'kysely';
import type { Instant } from './accounts.ts';

/** Why a ledger row was written. */
export type LedgerKind = 'grant' | 'hold' | 'settle' | 'release' | 'expire' | 'coupon' | 'adjust';

/** The sums of an organisation's ledger, and of its stored pictures. */
export interface CreditAccountsTable {
  organization_id: string;
  /** What can be spent; kept ≥ 0 by the database. */
  available: number;
  /** What running captures hold; kept ≥ 0 by the database. */
  held: number;
  /** Of the credits, at most this many never expire. Exact after a reckoning; captures do not touch it. */
  lasting: Generated<number>;
  /** What could be spent at the cycle's start, with everything added since: the whole of which `available` is left. */
  cycle_credits: Generated<number>;
  /** Kept by triggers on `files`; thumbnails do not count. */
  storage_used_bytes: Generated<number>;
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
  /** What a hold counts against its API key's monthly limit; null: its credits. */
  key_use: Generated<number | null>;
  created_at: Instant;
}
