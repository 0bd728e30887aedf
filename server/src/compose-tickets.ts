import type { Part, PartInput } from './compose-accounts.ts';
import { tellTicketNews } from './features/screenshots/screenshot-news.ts';
import { createAttachmentLinks } from './features/tickets/attachment-links.ts';
import { createAttachmentsService } from './features/tickets/attachments.service.ts';
import { createOpenTicket } from './features/tickets/open-ticket.service.ts';
import { createRedrawPicture } from './features/tickets/redraw-picture.ts';
import { createTellTicket } from './features/tickets/ticket-news.ts';
import { ticketsRoutes } from './features/tickets/tickets.routes.ts';
import { createTicketsService } from './features/tickets/tickets.service.ts';
import { systemClock as clock } from './lib/clock.ts';

/** Support tickets: the customers' side and the team's. */
export function composeTickets(input: PartInput): Part {
  const { logger, config } = input;
  const { db, store, keyRing } = input.data;
  const { publicUrl } = config;
  const tellTicket = createTellTicket(tellTicketNews);
  const redrawPicture = createRedrawPicture();
  const attachments = createAttachmentsService({ db, store, redrawPicture, logger });
  const links = createAttachmentLinks({ keyRing, clock, publicUrl });
  const openTicket = createOpenTicket({ db, attachments });
  const tickets = createTicketsService({ db, attachments, openTicket, tellTicket });
  return { routes: ticketsRoutes({ tickets, attachments, links }), handlers: [], schedules: [] };
}
