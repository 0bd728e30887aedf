import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import { publishTicketEvent } from '../features/screenshots/events/screenshot-events.ts';
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
import { createReencodeImage } from '../features/tickets/re-encode-image.ts';
import { staffTicketsRoutes } from '../features/tickets/staff-tickets.routes.ts';
import {
  createStaffTicketsService,
  type StaffTicketsService,
} from '../features/tickets/staff-tickets.service.ts';
import { createPublishTicket } from '../features/tickets/ticket-events.ts';
import { ticketsRoutes } from '../features/tickets/tickets.routes.ts';
import { createTicketsService, type TicketsService } from '../features/tickets/tickets.service.ts';
import { systemClock as clock } from '../lib/clock.ts';

/**
 * Builds support tickets, for customers and for the support team, and the services that admin
 * commands use.
 */
export function composeTickets(
  input: ModuleContext & Pick<MailService, 'enqueueMail'>,
): FeatureModule & {
  readonly staffTickets: StaffTicketsService;
  readonly customers: CustomersService;
  readonly tickets: TicketsService;
} {
  const { logger, config, enqueueMail } = input;
  const { db, store, keyRing } = input.data;
  const { publicUrl } = config;
  const publishTicket = createPublishTicket(publishTicketEvent);
  const reencodeImage = createReencodeImage();
  const attachments = createAttachmentsService({ db, store, reencodeImage, logger });
  const links = createAttachmentLinks({ keyRing, clock, publicUrl });
  const openTicket = createOpenTicket({ db, attachments });
  const tickets = createTicketsService({ db, attachments, openTicket, publishTicket });
  const customers = createCustomersService({ db });
  const staff = { db, customers, publishTicket, logStaffAction, enqueueMail };
  const staffTickets = createStaffTicketsService(staff);
  return {
    staffTickets,
    customers,
    tickets,
    routes: [
      ...ticketsRoutes({ tickets, attachments, links }),
      ...staffTicketsRoutes(staffTickets, links),
      ...savedRepliesRoutes(createSavedRepliesService({ db, logStaffAction })),
    ],
    handlers: [],
    schedules: [],
  };
}
