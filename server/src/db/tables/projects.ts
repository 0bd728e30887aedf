import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

/** Projects hold screenshots. */
export interface ProjectsTable {
  id: Generated<number>;
  organization_id: string;
  name: string;
  created_at: Instant;
}

/** Keys of the HTTP API: found by hash, shown again from the sealed value. */
export interface ApiKeysTable {
  id: Generated<number>;
  /** Binds the sealed value to its row. */
  seal_id: string;
  organization_id: string;
  name: string;
  key_hash: string;
  key_sealed: Buffer;
  /** Of the key that was rotated out; it works until `previous_key_valid_until`. */
  previous_key_hash: ColumnType<string | null, string | null | undefined, string | null>;
  previous_key_valid_until: ColumnType<
    Date | null,
    Date | string | null | undefined,
    Date | string | null
  >;
  project_id: number | null;
  monthly_limit: number | null;
  is_active: Generated<boolean>;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_used_network: ColumnType<string | null, string | null | undefined, string | null>;
  last_used_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Instant;
}

/** Credits a key has used or reserved in one cycle; the monthly limit is checked in the statement that raises it. */
export interface ApiKeyUsageTable {
  api_key_id: number;
  organization_id: string;
  cycle_started_at: Instant;
  used: number;
}
