import type { Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

/** Reason of a ledger row. */
export type LedgerKind = 'grant' | 'hold' | 'settle' | 'release' | 'expire' | 'coupon' | 'adjust';

/** Sums of an organisation's ledger and of its stored images. */
export interface CreditAccountsTable {
  organization_id: string;
  /** Credits that can be spent; a database constraint ensures ≥ 0. */
  available: number;
  /** Credits held by running captures; a database constraint ensures ≥ 0. */
  held: number;
  /**
   * Upper bound of the credits that never expire. Exact after a recalculation; captures do not
   * change it.
   */
  lasting: Generated<number>;
  /**
   * Credits available at the start of the cycle plus those added since: the total of which
   * `available` remains.
   */
  cycle_credits: Generated<number>;
  /** Maintained by triggers on `files`; thumbnails do not count. */
  storage_used_bytes: Generated<number>;
  /** First ledger entry of the current cycle; 0 if there is none. */
  cycle_entry_id: Generated<number>;
}

/**
 * Credits spent in a cycle by day of the request (UTC), project and API key, written by triggers:
 * holds that were not released. Rows as in `capture_counts`. Only those of the current
 * cycle are complete.
 */
export interface SpentCountsTable {
  organization_id: string;
  cycle_entry_id: number;
  day: Date;
  /** Null if the capture was deleted. */
  project_id: number | null;
  /** Null for the dashboard. */
  api_key_id: number | null;
  credits: number;
  captures: number;
  is_folded: Generated<boolean>;
}

/**
 * Append-only ledger. `unique_key` makes each event count once: `hold:{screenshot}`,
 * `end:{screenshot}` (settled or released, never both), `grant:{reason}`.
 */
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
  /** Amount that a hold counts against its API key's monthly limit; null: its credits. */
  key_use: Generated<number | null>;
  /** Project that a hold counts for; null before migration 0041. */
  project_id: Generated<number | null>;
  created_at: Timestamp;
}
