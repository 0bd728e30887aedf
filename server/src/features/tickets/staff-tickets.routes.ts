import { staffEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { AttachmentLinks } from './attachment-links.ts';
import { renderReply } from './message-html.rules.ts';
import { presentStaffTicket, presentStaffTicketSummary } from './staff-tickets.present.ts';
import type { StaffTicketsService, StaffTicketView } from './staff-tickets.service.ts';

/** Routes for tickets, for staff. */
export function staffTicketsRoutes(service: StaffTicketsService, links: AttachmentLinks): Route[] {
  const data = (view: StaffTicketView) => ({ ticket: presentStaffTicket(view, links) });
  return [
    route(staffEndpoints.listStaffTickets, async ({ query }) => ({
      data: { tickets: (await service.list(query)).map(presentStaffTicketSummary) },
    })),
    route(staffEndpoints.getStaffTicket, async ({ params }) => ({
      data: data(await service.get(params.id)),
    })),
    route(staffEndpoints.setTicketStatus, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      return { data: data(await service.setStatus(change)), message: 'The status was changed.' };
    }),
    route(staffEndpoints.assignTicket, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      const message = body.isMine
        ? 'The ticket was assigned to you.'
        : 'The ticket was unassigned.';
      return { data: data(await service.assign(change)), message };
    }),
    route(staffEndpoints.replyToTicket, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      return { data: data(await service.reply(change)), message: 'The reply was sent.' };
    }),
    route(staffEndpoints.previewReply, async ({ body }) => ({
      data: { html: renderReply(body.markdown) },
    })),
    route(staffEndpoints.addTicketNote, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      return { data: data(await service.addNote(change)), message: 'The note was added.' };
    }),
  ];
}
