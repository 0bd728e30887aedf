import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** What the support team did, and who: only ever added to. `actor_user_id` null: the operator, at the command line. */
export interface StaffActionsTable {
  id: Generated<string>;
  actor_user_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: ColumnType<Record<string, unknown>, string, never>;
  created_at: Instant;
}

/** Requests for help; each belongs to the person who wrote it. */
export interface TicketsTable {
  id: Generated<number>;
  organization_id: string;
  author_id: string;
  title: string;
  description: string | null;
  /** What the author agreed to send along. */
  context: ColumnType<Record<string, string> | null, string | null, never>;
  status: Generated<'OPEN' | 'IN_PROGRESS' | 'CLOSED'>;
  assignee_id: string | null;
  /** The team has written since the author last looked. */
  is_unread: Generated<boolean>;
  /** The author wrote last. */
  is_unanswered: Generated<boolean>;
  /** The same of one author twice is one ticket. */
  idempotency_key: string | null;
  last_message_at: Instant;
  closed_at: MaybeInstant;
  created_at: Instant;
}

/** What was written to and fro after the description. */
export interface TicketMessagesTable {
  id: Generated<number>;
  ticket_id: number;
  sender: 'author' | 'team';
  user_id: string | null;
  /** As it was typed: plain text of an author, Markdown of the team. */
  text: string;
  /** As it is shown; sanitised. */
  html: string;
  created_at: Instant;
}

/** What the team tells itself. */
export interface TicketNotesTable {
  id: Generated<number>;
  ticket_id: number;
  user_id: string | null;
  text: string;
  created_at: Instant;
}

/** Pictures of a ticket, drawn anew from what was sent. */
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
  created_at: Instant;
}

/** Answers the team keeps for another time. */
export interface SavedRepliesTable {
  id: Generated<number>;
  name: string;
  markdown: string;
  created_at: Instant;
}
