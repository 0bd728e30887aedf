import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** One message of a conversation. */
export interface MessageRow {
  readonly id: number;
  readonly sender: 'author' | 'team';
  /** As displayed. */
  readonly html: string;
  readonly createdAt: Date;
  /** Null if the account was deleted. */
  readonly userId: string | null;
  readonly authorName: string | null;
}

/** Messages of a ticket that the caller may see, oldest first. */
export async function listMessages(db: Db, ticketId: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.sender, m.html, m.created_at as "createdAt",
      m.user_id as "userId", trim(concat(u.first_name, ' ', u.last_name)) as "authorName"
    from ticket_messages m left join users u on u.id = m.user_id
    where m.ticket_id = ${ticketId}
    order by m.id`.execute(db);
  return rows;
}

/** Returns the number of messages a user has written within the last hour, in all tickets of the organisation. */
export async function countRecentMessages(
  db: Db,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ticket_messages m join tickets t on t.id = m.ticket_id
    where t.organization_id = ${organizationId} and m.user_id = ${userId} and m.sender = 'author'
      and m.created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds a message to a ticket that the caller may write to. */
export async function insertMessage(
  db: Db,
  message: {
    readonly ticketId: number;
    readonly sender: 'author' | 'team';
    readonly userId: string | null;
    readonly text: string;
    readonly html: string;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('ticket_messages')
    .values({
      ticket_id: message.ticketId,
      sender: message.sender,
      user_id: message.userId,
      text: message.text,
      html: message.html,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
