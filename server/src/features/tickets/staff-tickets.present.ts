import { plans, type StaffTicket, type StaffTicketSummary } from '@shotwright/contract';
import type { Customer } from '../staff/customers.service.ts';
import type { AttachmentLinks } from './attachment-links.ts';
import type { MessageRow } from './messages.store.ts';
import type { StaffTicketView } from './staff-tickets.service.ts';
import type { StaffTicketRow } from './staff-tickets.store.ts';
import { presentAttachment, presentMessage } from './tickets.present.ts';

/** Converts a ticket to the wire format of the staff queue. */
export function presentStaffTicketSummary(row: StaffTicketRow): StaffTicketSummary {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    email: row.email,
    planName: plans.find(({ tier }) => tier === row.planTier)?.name ?? row.planTier,
    attachmentCount: row.attachmentCount,
    assignee: row.assigneeId === null ? null : { userId: row.assigneeId, name: row.assigneeName },
    isUnanswered: row.isUnanswered,
    lastMessageAt: row.lastMessageAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts a ticket with its conversation to the wire format for staff. */
export function presentStaffTicket(view: StaffTicketView, links: AttachmentLinks): StaffTicket {
  const { ticket, customer } = view;
  return {
    ...presentStaffTicketSummary(ticket),
    description: ticket.description,
    context: ticket.context,
    attachments: view.attachments.map((row) => presentAttachment(row, links)),
    messages: view.messages.map((row) => ({ ...presentMessage(row), authorName: nameOf(row) })),
    notes: view.notes.map(({ createdAt, authorName, ...note }) => ({
      ...note,
      authorName: authorName || operator,
      createdAt: createdAt.toISOString(),
    })),
    customer: presentCustomer(customer, ticket.id),
  };
}

/** Messages from the command line have no author name. */
const operator = 'Operator';

function nameOf({ authorName, sender }: MessageRow): string {
  return authorName || (sender === 'team' ? operator : 'Former customer');
}

function presentCustomer(customer: Customer, ticketId: number): StaffTicket['customer'] {
  const { userId, organizationId, name, email, planName, creditsAvailable, creditsGranted } =
    customer;
  return {
    userId,
    organizationId,
    name,
    email,
    planName,
    creditsAvailable,
    creditsGranted,
    memberSince: customer.memberSince.toISOString(),
    captures: customer.captures.map(({ id, url, status, code, error, createdAt }) => ({
      id,
      url,
      status,
      code,
      error,
      createdAt: createdAt.toISOString(),
    })),
    otherTickets: customer.tickets
      .filter(({ id }) => id !== ticketId)
      .map(({ id, title, status }) => ({ id, title, status })),
  };
}
