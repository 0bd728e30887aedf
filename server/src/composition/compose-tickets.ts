import type { Part, PartInput } from './compose-accounts.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import { tellTicketNews } from '../features/screenshots/events/screenshot-events.ts';
import {
  createCustomersService,
  type CustomersService,
} from '../features/staff/customers.service.ts';
import { savedRepliesRoutes } from '../features/staff/saved-replies.routes.ts';
import { createSavedRepliesService } from '../features/staff/saved-replies.service.ts';
import { logStaffAction } from '../features/staff/staff-actions.ts';
import { createAttachmentLinks } from '../features/tickets/attachment-links.ts';
import { createAttachmentsService } from '../features/tickets/attachments.service.ts';
import { createOpenTicket } from '../features/tickets/open-ticket.service.ts';
import { createRedrawPicture } from '../features/tickets/redraw-picture.ts';
import { teamTicketsRoutes } from '../features/tickets/team-tickets.routes.ts';
import {
  createTeamTicketsService,
  type TeamTicketsService,
} from '../features/tickets/team-tickets.service.ts';
import { createTellTicket } from '../features/tickets/ticket-news.ts';
import { ticketsRoutes } from '../features/tickets/tickets.routes.ts';
import { createTicketsService } from '../features/tickets/tickets.service.ts';
import { systemClock as clock } from '../lib/clock.ts';

/**
 * Builds support tickets, for customers and for the support team, and the services that admin
 * commands use.
 */
export function composeTickets(
  input: PartInput & Pick<MailService, 'enqueueMail'>,
): Part & { readonly teamTickets: TeamTicketsService; readonly customers: CustomersService } {
  const { logger, config, enqueueMail } = input;
  const { db, store, keyRing } = input.data;
  const { publicUrl } = config;
  const tellTicket = createTellTicket(tellTicketNews);
  const redrawPicture = createRedrawPicture();
  const attachments = createAttachmentsService({ db, store, redrawPicture, logger });
  const links = createAttachmentLinks({ keyRing, clock, publicUrl });
  const openTicket = createOpenTicket({ db, attachments });
  const tickets = createTicketsService({ db, attachments, openTicket, tellTicket });
  const customers = createCustomersService({ db });
  const team = { db, customers, tellTicket, logStaffAction, enqueueMail };
  const teamTickets = createTeamTicketsService(team);
  return {
    teamTickets,
    customers,
    routes: [
      ...ticketsRoutes({ tickets, attachments, links }),
      ...teamTicketsRoutes(teamTickets, links),
      ...savedRepliesRoutes(createSavedRepliesService({ db, logStaffAction })),
    ],
    handlers: [],
    schedules: [],
  };
}
