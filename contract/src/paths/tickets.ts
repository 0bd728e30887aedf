import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for tickets. */
export const ticketPaths = {
  listTickets: { method: 'GET', path: '/help/tickets' },
  createTicket: { method: 'POST', path: '/help/tickets' },
  getTicket: { method: 'GET', path: '/help/tickets/{id}' },
  deleteTicket: { method: 'DELETE', path: '/help/tickets/{id}' },
  answerTicket: { method: 'POST', path: '/help/tickets/{id}/messages' },
  readTicketAttachment: {
    method: 'GET',
    path: '/help/attachments/{id}/{expires}/{signature}/{name}',
  },
  reopenTicket: { method: 'POST', path: '/help/tickets/{id}/reopen' },
} as const satisfies PathTable;

/** Statuses of a ticket; only the support team changes them. Source: specification §4. */
export const ticketStatuses = ['OPEN', 'IN_PROGRESS', 'CLOSED'] as const;
/** One of the {@link ticketStatuses}. */
export type TicketStatus = (typeof ticketStatuses)[number];

/** Limits of support tickets. Source: specification §5, §9; acceptance HP-14. */
export const ticketLimits = {
  titleLength: 200,
  descriptionLength: 10_000,
  messageLength: 20_000,
  images: 3,
  /** An image must be smaller than this. Unit: bytes. */
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 40_000_000,
  reopenDays: 14,
} as const;
