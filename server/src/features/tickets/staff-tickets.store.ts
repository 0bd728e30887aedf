import type { PlanTier, TicketContext, TicketStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

// Staff work for all organisations: only the staff endpoints and the operator's command line use
// these queries.

/** A ticket in the staff queue. */
export interface StaffTicketRow {
  readonly id: number;
  readonly title: string;
  readonly status: TicketStatus;
  readonly email: string;
  readonly planTier: PlanTier;
  readonly attachmentCount: number;
  readonly assigneeId: string | null;
  readonly assigneeName: string;
  readonly isUnanswered: boolean;
  readonly lastMessageAt: Date;
  readonly createdAt: Date;
}

/** A ticket with the fields staff work with. */
export interface StaffTicketDetail extends StaffTicketRow {
  readonly authorId: string;
  readonly authorFirstName: string;
  readonly description: string | null;
  readonly context: TicketContext | null;
}

/** Filters of the staff queue. */
export interface QueueFilter {
  readonly status?: TicketStatus | undefined;
  readonly plan?: PlanTier | undefined;
  readonly unanswered?: boolean | undefined;
  readonly olderThanDays?: number | undefined;
  /** Matches title, description or email; `#7` or `7` also matches the ticket with that number. */
  readonly search?: string | undefined;
}

const columns = sql`t.id, t.title, t.status, u.email, o.plan_tier as "planTier",
  (select count(*) from ticket_attachments a where a.ticket_id = t.id) as "attachmentCount",
  t.assignee_id as "assigneeId", trim(concat(s.first_name, ' ', s.last_name)) as "assigneeName",
  t.is_unanswered as "isUnanswered", t.last_message_at as "lastMessageAt", t.created_at as "createdAt"`;
const tables = sql`tickets t join users u on u.id = t.author_id join organizations o on o.id = t.organization_id
  left join users s on s.id = t.assignee_id`;

const listed = 500;

/**
 * Tickets whose authors have waited longest first, then the others, most recent first; at most 500.
 */
export async function listQueue(db: Db, filter: QueueFilter): Promise<StaffTicketRow[]> {
  const { status = null, plan = null, unanswered = null, olderThanDays = null } = filter;
  const search = filter.search || null;
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const number = /^#?([1-9]\d{0,8})$/.exec(search ?? '')?.[1] ?? null;
  const { rows } = await sql<StaffTicketRow>`
    select ${columns} from ${tables}
    where (${status}::text is null or t.status = ${status})
      and (${plan}::text is null or o.plan_tier = ${plan})
      and (${unanswered}::boolean is null or t.is_unanswered = ${unanswered})
      and (${olderThanDays}::int is null or t.created_at <= now() - make_interval(days => ${olderThanDays}::int))
      and (${pattern}::text is null or t.title ilike ${pattern} or t.description ilike ${pattern}
        or u.email ilike ${pattern} or t.id = ${number}::int)
    order by case when t.is_unanswered then t.last_message_at end nulls last, t.last_message_at desc, t.id desc
    limit ${listed}`.execute(db);
  return rows;
}

/** Returns a ticket of any organisation. */
export async function findStaffTicket(db: Db, id: number): Promise<StaffTicketDetail | undefined> {
  const { rows } = await sql<StaffTicketDetail>`
    select ${columns}, t.author_id as "authorId", u.first_name as "authorFirstName", t.description, t.context
    from ${tables} where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns a ticket of any organisation, locked until the transaction ends. */
export async function lockStaffTicket(db: Db, id: number): Promise<StaffTicketDetail | undefined> {
  const held = await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return held && findStaffTicket(db, id);
}

/** Sets the status; a closed ticket no longer counts as waiting for a reply. */
export async function updateStatus(
  db: Db,
  { id, status }: { readonly id: number; readonly status: TicketStatus },
): Promise<void> {
  const isClosed = status === 'CLOSED';
  await db
    .updateTable('tickets')
    .set({
      status,
      closed_at: isClosed ? sql<Date>`now()` : null,
      ...(isClosed && { is_unanswered: false }),
    })
    .where('id', '=', id)
    .execute();
}

/** Sets the member of staff who works on a ticket. */
export async function updateAssignee(
  db: Db,
  { id, assigneeId }: { readonly id: number; readonly assigneeId: string | null },
): Promise<void> {
  await db.updateTable('tickets').set({ assignee_id: assigneeId }).where('id', '=', id).execute();
}

/** Records that staff have replied and the author has not read it. */
export async function markAwaitingCustomer(db: Db, id: number): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ is_unread: true, is_unanswered: false, last_message_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** An internal note on a ticket. */
export interface NoteRow {
  readonly id: number;
  readonly text: string;
  readonly authorName: string;
  readonly createdAt: Date;
}

/** Notes of a ticket, oldest first. */
export async function listNotes(db: Db, ticketId: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.text, trim(concat(u.first_name, ' ', u.last_name)) as "authorName", n.created_at as "createdAt"
    from ticket_notes n left join users u on u.id = n.user_id
    where n.ticket_id = ${ticketId} order by n.id`.execute(db);
  return rows;
}

/** Inserts a note. */
export async function insertNote(
  db: Db,
  note: { readonly ticketId: number; readonly userId: string | null; readonly text: string },
): Promise<number> {
  const { id } = await db
    .insertInto('ticket_notes')
    .values({ ticket_id: note.ticketId, user_id: note.userId, text: note.text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
