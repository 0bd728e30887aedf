import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

/** Capture options kept by name; every value is text. Values that may be secret are masked in `options`. */
export interface SavedSettingsTable {
  id: Generated<number>;
  organization_id: string;
  project_id: number | null;
  name: string;
  description: string | null;
  options: ColumnType<Record<string, string>, string, string>;
  /** The context of the encryption. */
  secrets_id: Generated<string>;
  /** The encrypted values of `proxy_url` and `custom_header`; null: the setting has neither, or was saved by an older release. */
  secrets_sealed: Buffer | null;
  created_at: Instant;
}
