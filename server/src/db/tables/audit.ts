import type { AuditAction } from '@shotwright/contract';
import type { Timestamp } from './accounts.ts';

/** Audited actions with the names of that time; the ids are version 7 UUIDs. */
export interface AuditEventsTable {
  id: string;
  organization_id: string;
  created_at: Timestamp;
  action: AuditAction;
  actor_kind: 'user' | 'api_key';
  actor_id: string;
  actor_name: string;
  actor_email: string | null;
  network: string;
  user_agent: string;
  target_id: string | null;
  target_name: string | null;
  file_count: number | null;
}
