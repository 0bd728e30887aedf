import type { Ticket, TicketMessage, TicketSummary } from '@shotwright/contract';
import type { AttachmentLinks } from './attachment-links.ts';
import type { AttachmentRow } from './attachments.store.ts';
import { sanitizeReply } from './message-html.rules.ts';
import type { MessageRow } from './messages.store.ts';
import type { TicketView } from './tickets.service.ts';
import type { TicketSummaryRow } from './tickets.store.ts';

/** Converts a ticket to its wire format in a list. */
export function presentTicketSummary(row: TicketSummaryRow): TicketSummary {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    attachmentCount: row.attachmentCount,
    isUnread: row.isUnread,
    createdAt: row.createdAt.toISOString(),
    member: row.memberName,
  };
}

/** Converts a ticket with its conversation to its wire format for a user. */
export function presentTicket(
  view: TicketView,
  { links, userId }: { readonly links: AttachmentLinks; readonly userId: string },
): Ticket {
  const { ticket, attachments } = view;
  const messages = view.messages.map((row) => ({
    ...presentMessage(row),
    member: row.sender === 'author' && row.userId !== userId ? row.authorName : null,
  }));
  return {
    ...presentTicketSummary(ticket),
    description: ticket.description,
    attachments: attachments.map((row) => presentAttachment(row, links)),
    reply: messages.findLast(({ from }) => from === 'team')?.html ?? null,
    messages,
    reopenUntil: ticket.reopenUntil?.toISOString() ?? null,
    context: ticket.context,
  };
}

/**
 * Converts a message to its wire format. HTML that was sanitised when written is sanitised again by
 * the current rules.
 */
export function presentMessage(row: MessageRow): Omit<TicketMessage, 'member'> {
  return {
    id: row.id,
    from: row.sender,
    html: row.sender === 'team' ? sanitizeReply(row.html) : row.html,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts an attachment to its wire format, with an expiring URL. */
export function presentAttachment(row: AttachmentRow, links: AttachmentLinks) {
  const { id, widthPx, heightPx, sizeBytes } = row;
  return { id, s3Url: links.linkFor(row), widthPx, heightPx, sizeBytes };
}
