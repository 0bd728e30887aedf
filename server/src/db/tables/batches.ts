import type { BatchStatus } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

/** Captures that were requested together. Their screenshots name it. */
export interface BatchesTable {
  id: string;
  organization_id: string;
  project_id: number;
  /** Null if it was requested with an API key. */
  user_id: string | null;
  /** Null if it was requested in the dashboard, or before the column existed. */
  api_key_id: number | null;
  name: string | null;
  webhook_url: string | null;
  is_test: boolean;
  status: Generated<BatchStatus>;
  /** Number of accepted items. */
  items: number;
  created_at: Timestamp;
  finished_at: ColumnType<Date | null, undefined, Date | null>;
  /** Time of the pause; null unless it is paused. */
  paused_at: ColumnType<Date | null, undefined, Date | null>;
}
