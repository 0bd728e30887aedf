import type { TicketStatus } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Append-only log of staff actions. `actor_user_id` null: the operator, on the command line. */
export interface StaffActionsTable {
  id: Generated<string>;
  actor_user_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: ColumnType<Record<string, unknown>, string, never>;
  created_at: Timestamp;
}

/** Support requests; each belongs to its author. */
export interface TicketsTable {
  id: Generated<number>;
  organization_id: string;
  author_id: string;
  title: string;
  description: string | null;
  /** Context that the author agreed to include. */
  context: ColumnType<Record<string, string> | null, string | null, never>;
  status: Generated<TicketStatus>;
  assignee_id: string | null;
  /** True if the team has written since the author last looked. */
  is_unread: Generated<boolean>;
  /** True if the author wrote last. */
  is_unanswered: Generated<boolean>;
  /** Requests of one author with the same key create one ticket. */
  idempotency_key: string | null;
  last_message_at: Timestamp;
  closed_at: MaybeInstant;
  created_at: Timestamp;
}

/** Messages after the description. */
export interface TicketMessagesTable {
  id: Generated<number>;
  ticket_id: number;
  sender: 'author' | 'team';
  user_id: string | null;
  /** Source text: plain text of an author, Markdown of the team. */
  text: string;
  /** Sanitised HTML for display. */
  html: string;
  created_at: Timestamp;
}

/** Internal notes of the team. */
export interface TicketNotesTable {
  id: Generated<number>;
  ticket_id: number;
  user_id: string | null;
  text: string;
  created_at: Timestamp;
}

/** Images of a ticket, re-encoded from the uploads. */
export interface TicketAttachmentsTable {
  id: string;
  ticket_id: number;
  position: number;
  storage_key: string;
  content_type: 'image/png' | 'image/jpeg';
  size_bytes: number;
  sha256: string;
  width_px: number;
  height_px: number;
  created_at: Timestamp;
}

/** Replies that the team saves for reuse. */
export interface SavedRepliesTable {
  id: Generated<number>;
  name: string;
  markdown: string;
  created_at: Timestamp;
}
