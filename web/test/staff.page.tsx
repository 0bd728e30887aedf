import type { StaffTicket } from '@shotwright/contract';
import { heading, renderApp, type RenderedApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

/** Ada as one of the support team. */
export const staffAda = { ...ada, isStaff: true as const };

type Summary = Omit<
  StaffTicket,
  'description' | 'attachments' | 'messages' | 'notes' | 'context' | 'customer'
>;

/** A ticket of Grace in the queue that awaits a reply. */
export function aQueued(id: number, change: Partial<Summary> = {}): Summary {
  return {
    id,
    title: `Ticket ${String(id)}`,
    status: 'OPEN',
    email: 'grace@hopper.dev',
    planName: 'Basic',
    attachmentCount: 0,
    assignee: null,
    isUnanswered: true,
    lastMessageAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    createdAt: '2025-01-05T15:04:00.000Z',
    ...change,
  };
}

/** The same with everything the team sees. */
export function aStaffTicket(id: number, change: Partial<StaffTicket> = {}): StaffTicket {
  return {
    ...aQueued(id),
    description: 'It is blank.',
    attachments: [],
    messages: [],
    notes: [],
    context: null,
    customer: {
      userId: '6f0d0c5e-0000-4000-8000-000000000031',
      organizationId: '6f0d0c5e-0000-4000-8000-000000000032',
      name: 'Grace Hopper',
      email: 'grace@hopper.dev',
      planName: 'Basic',
      creditsAvailable: 640,
      creditsGranted: 1_000,
      memberSince: '2024-12-01T10:00:00.000Z',
      captures: [],
      otherTickets: [],
    },
    ...change,
  };
}

/** Opens a page of the team as Ada, whom the server knows as one of them. */
export async function openStaff(path: string, title: string): Promise<RenderedApp> {
  fakeServer.use(mockEndpoint('getProfile', { user: staffAda }).handler);
  const app = renderApp(path, { user: staffAda });
  await heading(title);
  return app;
}

/** The page of a ticket; the server returns `ticket` as it is at that moment. */
export async function openStaffTicket(ticket: () => StaffTicket): Promise<RenderedApp> {
  fakeServer.use(mockEndpoint('getStaffTicket', () => ({ ticket: ticket() })).handler);
  const { id, title } = ticket();
  return openStaff(`/staff/tickets/${String(id)}`, `#${String(id)} ${title}`);
}
