import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

/** Capture options kept by name; every value is text. */
export interface SavedSettingsTable {
  id: Generated<number>;
  organization_id: string;
  project_id: number | null;
  name: string;
  description: string | null;
  options: ColumnType<Record<string, string>, string, string>;
  created_at: Instant;
}
