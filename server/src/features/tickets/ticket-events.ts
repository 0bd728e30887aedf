import type { TicketStatus } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

/** State of a ticket, for its author. */
export interface TicketEvent {
  readonly id: number;
  readonly organizationId: string;
  readonly authorId: string;
  readonly status: TicketStatus;
  readonly isUnread: boolean;
}

/** Publishes a ticket's state to the author's open dashboards, once the transaction commits. */
export type PublishTicket = (tx: Db, ticketId: number) => Promise<void>;

/** Creates a {@link PublishTicket}. `notify` publishes the state to all processes. */
export function createPublishTicket(
  notify: (tx: Db, event: TicketEvent) => Promise<void>,
): PublishTicket {
  return async (tx, ticketId) => {
    const event = await tx
      .selectFrom('tickets')
      .select([
        'id',
        'organization_id as organizationId',
        'author_id as authorId',
        'status',
        'is_unread as isUnread',
      ])
      .where('id', '=', ticketId)
      .executeTakeFirst();
    if (event) await notify(tx, event);
  };
}
