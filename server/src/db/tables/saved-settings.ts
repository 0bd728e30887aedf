import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

/**
 * Capture options saved under a name; every value is text. Values that may be secret are masked in
 * `options`.
 */
export interface SavedSettingsTable {
  id: Generated<number>;
  organization_id: string;
  project_id: number | null;
  name: string;
  description: string | null;
  options: ColumnType<Record<string, string>, string, string>;
  /** Context of the encryption. */
  secrets_id: Generated<string>;
  /**
   * Encrypted values of `proxy_url` and `custom_header`; null: the setting has neither, or an older
   * release saved it.
   */
  secrets_sealed: Buffer | null;
  created_at: Timestamp;
}
