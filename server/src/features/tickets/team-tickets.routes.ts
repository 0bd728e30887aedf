import { staffEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { AttachmentLinks } from './attachment-links.ts';
import { renderReply } from './message-html.rules.ts';
import { presentTeamTicket, presentTeamTicketSummary } from './team-tickets.present.ts';
import type { TeamTicketsService, TeamTicketView } from './team-tickets.service.ts';

/** Routes for tickets, for staff. */
export function teamTicketsRoutes(service: TeamTicketsService, links: AttachmentLinks): Route[] {
  const data = (view: TeamTicketView) => ({ ticket: presentTeamTicket(view, links) });
  return [
    route(staffEndpoints.listStaffTickets, async ({ query }) => ({
      data: { tickets: (await service.list(query)).map(presentTeamTicketSummary) },
    })),
    route(staffEndpoints.getStaffTicket, async ({ params }) => ({
      data: data(await service.get(params.id)),
    })),
    route(staffEndpoints.setTicketStatus, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      return { data: data(await service.setStatus(change)), message: 'The status was set.' };
    }),
    route(staffEndpoints.assignTicket, async ({ caller, params, body }) => {
      const change = { actorUserId: caller.userId, ...params, ...body };
      const message = body.isMine ? 'The ticket is yours.' : 'The ticket was given back.';
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
