import { ticketLimits, type TicketContext, type TicketStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Identifies a ticket of its author. */
export interface TicketRef {
  readonly organizationId: string;
  readonly authorId: string;
  readonly id: number;
}

/** A ticket in its author's list. */
export interface TicketSummaryRow {
  readonly id: number;
  readonly title: string;
  readonly status: TicketStatus;
  readonly attachmentCount: number;
  readonly isUnread: boolean;
  readonly createdAt: Date;
}

/** A ticket as shown to its author. */
export interface TicketRow extends TicketSummaryRow {
  readonly description: string | null;
  readonly context: TicketContext | null;
  /** Null if it is not closed, or was closed too long ago. */
  readonly reopenUntil: Date | null;
}

/** Fields of a new ticket. `idempotencyKey`: the same key twice creates one ticket. */
export interface NewTicket {
  readonly organizationId: string;
  readonly authorId: string;
  readonly title: string;
  readonly description: string | null;
  readonly context: TicketContext | null;
  readonly idempotencyKey: string | null;
}

const summary = sql`t.id, t.title, t.status, t.is_unread as "isUnread", t.created_at as "createdAt",
  (select count(*) from ticket_attachments a where a.ticket_id = t.id) as "attachmentCount"`;

const reopenable = sql`make_interval(days => ${sql.lit(ticketLimits.reopenDays)})`;
const listed = 1_000;

/** Tickets of a user, newest first; the latest thousand. */
export async function listTickets(
  db: Db,
  author: Omit<TicketRef, 'id'>,
): Promise<TicketSummaryRow[]> {
  const { rows } = await sql<TicketSummaryRow>`
    select ${summary} from tickets t
    where t.organization_id = ${author.organizationId} and t.author_id = ${author.authorId}
    order by t.id desc limit ${listed}`.execute(db);
  return rows;
}

/** Returns a user's ticket. */
export async function findTicket(db: Db, ref: TicketRef): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${summary}, t.description, t.context,
      case when t.closed_at > now() - ${reopenable} then t.closed_at + ${reopenable} end as "reopenUntil"
    from tickets t
    where t.organization_id = ${ref.organizationId} and t.author_id = ${ref.authorId} and t.id = ${ref.id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the status of a user's ticket and locks it until the transaction ends. */
export async function lockTicket(db: Db, ref: TicketRef): Promise<TicketStatus | undefined> {
  const row = await db
    .selectFrom('tickets')
    .select('status')
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.authorId)
    .where('id', '=', ref.id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status;
}

/** Inserts a ticket. Returns undefined if its author has sent it before. */
export async function insertTicket(db: Db, ticket: NewTicket): Promise<number | undefined> {
  const row = await db
    .insertInto('tickets')
    .values({
      organization_id: ticket.organizationId,
      author_id: ticket.authorId,
      title: ticket.title,
      description: ticket.description,
      context: ticket.context && JSON.stringify(ticket.context),
      idempotency_key: ticket.idempotencyKey,
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the ticket that its author sent with this key. */
export async function findTicketByKey(
  db: Db,
  input: Omit<TicketRef, 'id'> & { readonly idempotencyKey: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('author_id', '=', input.authorId)
    .where('idempotency_key', '=', input.idempotencyKey)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the number of tickets a user has opened within the last hour. */
export async function countRecentTickets(db: Db, author: Omit<TicketRef, 'id'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tickets
    where organization_id = ${author.organizationId} and author_id = ${author.authorId}
      and created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes a user's ticket with its dependent rows. Returns false if it does not exist. */
export async function removeTicket(db: Db, ref: TicketRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tickets')
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.authorId)
    .where('id', '=', ref.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks the replies of staff as read. Returns true if there were unread ones. */
export async function markRead(db: Db, ref: TicketRef): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ is_unread: false })
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.authorId)
    .where('id', '=', ref.id)
    .where('is_unread', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the ticket waits for a reply from staff. */
export async function markAwaitingStaff(db: Db, ref: TicketRef): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ is_unanswered: true, last_message_at: sql<Date>`now()` })
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.authorId)
    .where('id', '=', ref.id)
    .execute();
}

/** Reopens a closed ticket. Returns false if it was closed too long ago. */
export async function reopenTicket(db: Db, ref: TicketRef): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({
      status: 'OPEN',
      closed_at: null,
      is_unanswered: true,
      last_message_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.authorId)
    .where('id', '=', ref.id)
    .where('closed_at', '>', sql<Date>`now() - ${reopenable}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
