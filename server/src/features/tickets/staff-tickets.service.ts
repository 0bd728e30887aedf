import type { TicketStatus } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { invalidField } from '../../shared/app-error.ts';
import type { Mail } from '../mail/mail.ts';
import type { Customer, CustomersService } from '../staff/customers.service.ts';
import type { LogStaffAction } from '../staff/staff-actions.ts';
import { listAttachments, type AttachmentRow } from './attachments.store.ts';
import { renderReply } from './message-html.rules.ts';
import { insertMessage, listMessages, type MessageRow } from './messages.store.ts';
import {
  findStaffTicket,
  insertNote,
  listNotes,
  listQueue,
  lockStaffTicket,
  markAwaitingCustomer,
  updateAssignee,
  updateStatus,
  type NoteRow,
  type QueueFilter,
  type StaffTicketDetail,
  type StaffTicketRow,
} from './staff-tickets.store.ts';
import { ticketNotFound } from './tickets.errors.ts';
import type { PublishTicket } from './ticket-events.ts';

/** A ticket with its author's customer data. */
export interface StaffTicketView {
  readonly ticket: StaffTicketDetail;
  readonly attachments: readonly AttachmentRow[];
  readonly messages: readonly MessageRow[];
  readonly notes: readonly NoteRow[];
  readonly customer: Customer;
}

/**
 * Ticket to change and the acting user. `actorUserId` is null for the operator on the command line.
 */
export interface StaffChange {
  readonly actorUserId: string | null;
  readonly id: number;
}

/**
 * Ticket operations for staff. Each change is logged with its actor; all throw `ticket_not_found`.
 */
export interface StaffTicketsService {
  list(filter: QueueFilter): Promise<StaffTicketRow[]>;
  get(id: number): Promise<StaffTicketView>;
  setStatus(change: StaffChange & { readonly status: TicketStatus }): Promise<StaffTicketView>;
  /** Assigns the ticket to the actor, or unassigns it. */
  assign(change: StaffChange & { readonly isMine: boolean }): Promise<StaffTicketView>;
  /**
   * Sends a reply to the author, who is notified by mail, and sets the status if one is given.
   * Throws `validation_failed` for a reply without visible content.
   */
  reply(
    change: StaffChange & { readonly markdown: string; readonly status?: TicketStatus | undefined },
  ): Promise<StaffTicketView>;
  addNote(change: StaffChange & { readonly text: string }): Promise<StaffTicketView>;
}

interface StaffTicketsDependencies {
  readonly db: Database;
  readonly customers: CustomersService;
  readonly publishTicket: PublishTicket;
  readonly logStaffAction: LogStaffAction;
  enqueueMail(tx: Tx, mail: Extract<Mail, { template: 'ticket_reply' }>): Promise<void>;
}

/** Creates a {@link StaffTicketsService} that publishes changes to the author's dashboards. */
export function createStaffTicketsService(deps: StaffTicketsDependencies): StaffTicketsService {
  const { db, customers } = deps;
  const view = async (id: number): Promise<StaffTicketView> => {
    const ticket = await findStaffTicket(db, id);
    if (!ticket) throw ticketNotFound();
    const [attachments, messages, notes, customer] = await Promise.all([
      listAttachments(db, id),
      listMessages(db, id),
      listNotes(db, id),
      customers.get(ticket.authorId),
    ]);
    return { ticket, attachments, messages, notes, customer };
  };
  const change = async (
    { id }: StaffChange,
    work: (tx: Tx, ticket: StaffTicketDetail) => Promise<void>,
  ): Promise<StaffTicketView> => {
    await inTransaction(db, async (tx) => {
      const ticket = await lockStaffTicket(tx, id);
      if (!ticket) throw ticketNotFound();
      await work(tx, ticket);
    });
    return view(id);
  };
  return {
    list: (filter) => listQueue(db, filter),
    get: view,
    setStatus: (given) =>
      change(given, async (tx, ticket) => {
        await moveTo(deps, tx, { ...given, from: ticket.status });
        await deps.publishTicket(tx, given.id);
      }),
    assign: (given) =>
      change(given, async (tx) => {
        const assigneeId = given.isMine ? given.actorUserId : null;
        await updateAssignee(tx, { id: given.id, assigneeId });
        await log(deps, tx, {
          ...given,
          action: given.isMine ? 'ticket.take' : 'ticket.give_back',
        });
      }),
    reply: (given) => change(given, (tx, ticket) => sendReply(deps, tx, { ...given, ticket })),
    addNote: (given) =>
      change(given, async (tx) => {
        const note = { ticketId: given.id, userId: given.actorUserId, text: given.text };
        const noteId = await insertNote(tx, note);
        await log(deps, tx, { ...given, action: 'ticket.note', detail: { noteId } });
      }),
  };
}

async function sendReply(
  deps: StaffTicketsDependencies,
  tx: Tx,
  given: Parameters<StaffTicketsService['reply']>[0] & { readonly ticket: StaffTicketDetail },
): Promise<void> {
  const { id, markdown, actorUserId, ticket, status } = given;
  const html = renderReply(markdown);
  if (html === '') throw invalidField('markdown', 'must not be blank');
  const messageId = await insertMessage(tx, {
    ticketId: id,
    sender: 'team',
    userId: actorUserId,
    text: markdown,
    html,
  });
  await markAwaitingCustomer(tx, id);
  await log(deps, tx, { ...given, action: 'ticket.reply', detail: { messageId } });
  if (status !== undefined) await moveTo(deps, tx, { ...given, status, from: ticket.status });
  await deps.enqueueMail(tx, {
    template: 'ticket_reply',
    to: ticket.email,
    firstName: ticket.authorFirstName,
    ticketId: id,
    title: ticket.title,
  });
  await deps.publishTicket(tx, id);
}

async function moveTo(
  deps: StaffTicketsDependencies,
  tx: Tx,
  given: StaffChange & { readonly from: TicketStatus; readonly status: TicketStatus },
): Promise<void> {
  const { id, from, status } = given;
  if (from === status) return;
  await updateStatus(tx, { id, status });
  await log(deps, tx, { ...given, action: 'ticket.status', detail: { from, to: status } });
}

function log(
  { logStaffAction }: StaffTicketsDependencies,
  tx: Tx,
  given: StaffChange & { readonly action: string; readonly detail?: Record<string, unknown> },
): Promise<void> {
  const { actorUserId, id: subjectId, action, detail = {} } = given;
  return logStaffAction(tx, { actorUserId, action, subjectKind: 'ticket', subjectId, detail });
}
