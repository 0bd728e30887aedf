import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints of the support team for tickets and the installation. */
export const staffPaths = {
  listStaffTickets: { method: 'GET', path: '/staff/tickets' },
  getStaffTicket: { method: 'GET', path: '/staff/tickets/{id}' },
  setTicketStatus: { method: 'PATCH', path: '/staff/tickets/{id}/status' },
  assignTicket: { method: 'PATCH', path: '/staff/tickets/{id}/assignee' },
  replyToTicket: { method: 'POST', path: '/staff/tickets/{id}/replies' },
  previewReply: { method: 'POST', path: '/staff/replies/preview' },
  addTicketNote: { method: 'POST', path: '/staff/tickets/{id}/notes' },
  listSavedReplies: { method: 'GET', path: '/staff/saved-replies' },
  createSavedReply: { method: 'POST', path: '/staff/saved-replies' },
  deleteSavedReply: { method: 'DELETE', path: '/staff/saved-replies/{id}' },
  getWorkerIsolation: { method: 'GET', path: '/staff/worker-isolation' },
} as const satisfies PathTable;
