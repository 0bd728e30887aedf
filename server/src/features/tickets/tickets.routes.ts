import { hasRight, textLimits, ticketEndpoints } from '@shotwright/contract';
import { route, type Route, type SessionCaller } from '../../http/route.ts';
import { invalidField } from '../../shared/app-error.ts';
import { imageResponse, requireValidLink } from '../../shared/image-response.ts';
import type { AttachmentLinks } from './attachment-links.ts';
import type { AttachmentsService } from './attachments.service.ts';
import { presentTicket, presentTicketSummary } from './tickets.present.ts';
import type { TicketsService, TicketView } from './tickets.service.ts';
import type { TicketReader } from './tickets.store.ts';

interface TicketsRoutesDependencies {
  readonly tickets: TicketsService;
  readonly attachments: Pick<AttachmentsService, 'read'>;
  readonly links: AttachmentLinks;
}

/** Routes for tickets, for customers. */
export function ticketsRoutes({ tickets, attachments, links }: TicketsRoutesDependencies): Route[] {
  const data = (view: TicketView, { userId }: SessionCaller) => ({
    ticket: presentTicket(view, { links, userId }),
  });
  return [
    route(ticketEndpoints.listTickets, async ({ caller }) => {
      const rows = await tickets.list(readerOf(caller));
      const unreadCount = rows.filter(({ isUnread }) => isUnread).length;
      return { data: { tickets: rows.map(presentTicketSummary), unreadCount } };
    }),
    route(ticketEndpoints.createTicket, async ({ caller, form, files, header, signal }) => {
      const { title, description, context } = form;
      const created = await tickets.create({
        organizationId: caller.organizationId,
        authorId: caller.userId,
        title,
        description,
        context,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
        images: files.map(({ bytes }) => bytes),
        signal,
      });
      return { data: data(created, caller), message: 'Ticket created successfully!' };
    }),
    route(ticketEndpoints.getTicket, async ({ caller, params }) => ({
      data: data(await tickets.get({ ...readerOf(caller), ...params }), caller),
    })),
    route(ticketEndpoints.deleteTicket, async ({ caller, params }) => {
      await tickets.remove({ ...readerOf(caller), ...params });
      return { data: {}, message: 'Ticket deleted successfully!' };
    }),
    route(ticketEndpoints.answerTicket, async ({ caller, params, body }) => {
      const answered = await tickets.sendReply({ ...readerOf(caller), ...params, ...body });
      return { data: data(answered, caller), message: 'Your message was sent.' };
    }),
    route(ticketEndpoints.reopenTicket, async ({ caller, params }) => {
      const reopened = await tickets.reopen({ ...readerOf(caller), ...params });
      return { data: data(reopened, caller), message: 'The ticket was reopened.' };
    }),
    attachmentRoute(attachments, links),
  ];
}

function attachmentRoute(
  attachments: Pick<AttachmentsService, 'read'>,
  links: AttachmentLinks,
): Route {
  return route(ticketEndpoints.readTicketAttachment, async ({ params }) => {
    requireValidLink(links.verify(params), 'Load the ticket again for a new link.');
    const file = { ...(await attachments.read(params.id)), name: params.name };
    const image = imageResponse(file, { kind: 'inline', cacheSeconds: 3_600 });
    // An image that a customer uploaded is shown in the dashboard only.
    return {
      ...image,
      headers: { ...image.headers, 'cross-origin-resource-policy': 'same-origin' },
    };
  });
}

/** Owners and admins see the tickets of all members (RL-30). */
function readerOf({ organizationId, userId, role }: SessionCaller): TicketReader {
  return { organizationId, userId, seesAll: hasRight(role, 'team') };
}

function idempotencyKeyOf(given: string | undefined): string | null {
  const max = textLimits.idempotencyKey;
  if (given === undefined) return null;
  if (/^[\x21-\x7e]+$/.test(given) && given.length <= max) return given;
  throw invalidField('Idempotency-Key', `must be 1 to ${max} printable characters`);
}
