import { ticketLimits } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AttachmentRow } from './attachments.store.ts';
import type { AttachmentsService } from './attachments.service.ts';
import { renderPlainText } from './message-html.rules.ts';
import {
  countRecentMessages,
  insertMessage,
  listMessages,
  type MessageRow,
} from './messages.store.ts';
import type { OpenTicket, TicketRequest } from './open-ticket.service.ts';
import { ticketNotFound } from './tickets.errors.ts';
import type { PublishTicket } from './ticket-events.ts';
import {
  findTicket,
  listTickets,
  lockTicket,
  markRead,
  markAwaitingStaff,
  removeTicket,
  reopenTicket,
  type TicketReader,
  type TicketRef,
  type TicketRow,
  type TicketSummaryRow,
} from './tickets.store.ts';

/** A ticket with everything a customer sees. */
export interface TicketView {
  readonly ticket: TicketRow;
  readonly attachments: readonly AttachmentRow[];
  readonly messages: readonly MessageRow[];
}

/**
 * Ticket operations for customers. A ticket that the user may not see is reported as `ticket_not_found`, like a
 * missing one.
 */
export interface TicketsService {
  list(reader: TicketReader): Promise<TicketSummaryRow[]>;
  /** Creates a ticket as {@link OpenTicket} does and returns it. */
  create(request: TicketRequest): Promise<TicketView>;
  /** Marks the ticket as read if the user is its author. */
  get(ref: TicketRef): Promise<TicketView>;
  remove(ref: TicketRef): Promise<void>;
  /** Throws `ticket_closed`, `rate_limited`. */
  sendReply(ref: TicketRef & { readonly text: string }): Promise<TicketView>;
  /** Idempotent. Throws `ticket_closed` if it was closed too long ago. */
  reopen(ref: TicketRef): Promise<TicketView>;
}

interface TicketsDependencies {
  readonly db: Database;
  readonly attachments: Pick<AttachmentsService, 'list' | 'discard'>;
  readonly openTicket: OpenTicket;
  readonly publishTicket: PublishTicket;
}

/** Per user, in all tickets. */
const messagesPerHour = 60;

/** Creates a {@link TicketsService} that publishes changes to the author's dashboards. */
export function createTicketsService(deps: TicketsDependencies): TicketsService {
  const { db, attachments, openTicket, publishTicket } = deps;
  const view = async (ref: TicketRef): Promise<TicketView> => {
    const ticket = await findTicket(db, ref);
    if (!ticket) throw ticketNotFound();
    const images = await attachments.list(db, ref.id);
    return { ticket, attachments: images, messages: await listMessages(db, ref.id) };
  };
  return {
    list: (reader) => listTickets(db, reader),
    create: async (request) => {
      const { organizationId, authorId: userId } = request;
      return view({ organizationId, userId, seesAll: false, id: await openTicket(request) });
    },
    get: async (ref) => {
      // Before the messages are read: a reply that arrives in between stays unread.
      await inTransaction(db, async (tx) => {
        if (await markRead(tx, ref)) await publishTicket(tx, ref.id);
      });
      return view(ref);
    },
    remove: async (ref) => {
      const images = await inTransaction(db, async (tx) => {
        if ((await lockTicket(tx, ref)) === undefined) throw ticketNotFound();
        const found = await attachments.list(tx, ref.id);
        await removeTicket(tx, ref);
        return found;
      });
      await attachments.discard(images);
    },
    sendReply: async ({ text, ...ref }) => {
      await inTransaction(db, async (tx) => {
        const status = await lockTicket(tx, ref);
        if (status === undefined) throw ticketNotFound();
        if (status === 'CLOSED') throw closed('This ticket is closed. Reopen it to add a message.');
        if ((await countRecentMessages(tx, ref)) >= messagesPerHour) throw tooMany();
        const html = renderPlainText(text);
        const { id: ticketId, userId } = ref;
        await insertMessage(tx, { ticketId, sender: 'author', userId, text, html });
        await markAwaitingStaff(tx, ref);
      });
      return view(ref);
    },
    reopen: async (ref) => {
      await inTransaction(db, (tx) => openAgain(deps, tx, ref));
      return view(ref);
    },
  };
}

async function openAgain(
  { publishTicket }: TicketsDependencies,
  tx: Tx,
  ref: TicketRef,
): Promise<void> {
  const status = await lockTicket(tx, ref);
  if (status === undefined) throw ticketNotFound();
  if (status !== 'CLOSED') return;
  const { reopenDays } = ticketLimits;
  if (!(await reopenTicket(tx, ref)))
    throw closed(`This ticket was closed more than ${reopenDays} days ago. Create a new one.`);
  await publishTicket(tx, ref.id);
}

function closed(message: string): AppError {
  return new AppError({ code: 'ticket_closed', message });
}

function tooMany(): AppError {
  return new AppError({
    code: 'rate_limited',
    message: `At most ${messagesPerHour} messages can be sent per hour. Your earlier messages were sent.`,
    retryAfterSeconds: 600,
  });
}
