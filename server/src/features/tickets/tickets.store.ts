import { ticketLimits, type TicketContext, type TicketStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** A user with the tickets that they may see. */
export interface TicketReader {
  readonly organizationId: string;
  readonly userId: string;
  /** True if the user sees the tickets of all members; false if only their own. */
  readonly seesAll: boolean;
}

/** Identifies a ticket that a user may see. */
export interface TicketRef extends TicketReader {
  readonly id: number;
}

/** Identifies the author of tickets. */
export interface TicketAuthor {
  readonly organizationId: string;
  readonly authorId: string;
}

/** A ticket in a list of a user. */
export interface TicketSummaryRow {
  readonly id: number;
  readonly title: string;
  readonly status: TicketStatus;
  readonly attachmentCount: number;
  readonly isUnread: boolean;
  readonly createdAt: Date;
  /** Name of its author; null if that is the user. */
  readonly memberName: string | null;
}

/** A ticket as shown to a user. */
export interface TicketRow extends TicketSummaryRow {
  readonly description: string | null;
  readonly context: TicketContext | null;
  /** Null if it is not closed, or was closed too long ago. */
  readonly reopenUntil: Date | null;
}

/** Fields of a new ticket. `idempotencyKey`: the same key twice creates one ticket. */
export interface NewTicket extends TicketAuthor {
  readonly title: string;
  readonly description: string | null;
  readonly context: TicketContext | null;
  readonly idempotencyKey: string | null;
}

const summaryFor = ({ userId }: TicketReader) => sql`t.id, t.title, t.status,
  t.is_unread and t.author_id = ${userId} as "isUnread", t.created_at as "createdAt",
  (select count(*) from ticket_attachments a where a.ticket_id = t.id) as "attachmentCount",
  (select trim(concat(u.first_name, ' ', u.last_name)) from users u where u.id = t.author_id and u.id <> ${userId}) as "memberName"`;

/** Condition for the tickets of `t` that a user may see. */
const seenBy = ({ organizationId, userId, seesAll }: TicketReader) =>
  seesAll
    ? sql<boolean>`t.organization_id = ${organizationId}`
    : sql<boolean>`t.organization_id = ${organizationId} and t.author_id = ${userId}`;

const reopenable = sql`make_interval(days => ${sql.lit(ticketLimits.reopenDays)})`;
const listed = 1_000;

/** Tickets that a user may see, newest first; the latest thousand. */
export async function listTickets(db: Db, reader: TicketReader): Promise<TicketSummaryRow[]> {
  const { rows } = await sql<TicketSummaryRow>`
    select ${summaryFor(reader)} from tickets t where ${seenBy(reader)}
    order by t.id desc limit ${listed}`.execute(db);
  return rows;
}

/** Returns a ticket that a user may see. */
export async function findTicket(db: Db, ref: TicketRef): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${summaryFor(ref)}, t.description, t.context,
      case when t.closed_at > now() - ${reopenable} then t.closed_at + ${reopenable} end as "reopenUntil"
    from tickets t
    where ${seenBy(ref)} and t.id = ${ref.id}`.execute(db);
  return rows[0];
}

/** Returns the status of a ticket that a user may see and locks it until the transaction ends. */
export async function lockTicket(db: Db, ref: TicketRef): Promise<TicketStatus | undefined> {
  const row = await db
    .selectFrom('tickets as t')
    .select('status')
    .where(seenBy(ref))
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
  input: TicketAuthor & { readonly idempotencyKey: string },
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
export async function countRecentTickets(db: Db, author: TicketAuthor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tickets
    where organization_id = ${author.organizationId} and author_id = ${author.authorId}
      and created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes a ticket that a user may see with its dependent rows. Returns false if it does not exist. */
export async function removeTicket(db: Db, ref: TicketRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tickets as t')
    .where(seenBy(ref))
    .where('id', '=', ref.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks the replies of staff as read by their author. Returns true if there were unread ones. */
export async function markRead(db: Db, ref: TicketRef): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ is_unread: false })
    .where('organization_id', '=', ref.organizationId)
    .where('author_id', '=', ref.userId)
    .where('id', '=', ref.id)
    .where('is_unread', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the ticket waits for a reply from staff. */
export async function markAwaitingStaff(db: Db, ref: TicketRef): Promise<void> {
  await db
    .updateTable('tickets as t')
    .set({ is_unanswered: true, last_message_at: sql<Date>`now()` })
    .where(seenBy(ref))
    .where('id', '=', ref.id)
    .execute();
}

/** Reopens a closed ticket. Returns false if it was closed too long ago. */
export async function reopenTicket(db: Db, ref: TicketRef): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets as t')
    .set({
      status: 'OPEN',
      closed_at: null,
      is_unanswered: true,
      last_message_at: sql<Date>`now()`,
    })
    .where(seenBy(ref))
    .where('id', '=', ref.id)
    .where('closed_at', '>', sql<Date>`now() - ${reopenable}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
