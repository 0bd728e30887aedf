import type { OperationData, Ticket, TicketContext } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { sendRequest } from '../../lib/api/client.ts';
import { callApi } from '../../lib/api/operations.ts';
import {
  ticketDetailMessages as detailMessages,
  ticketFormMessages as formMessages,
  ticketMessages as messages,
} from '../../lib/messages/tickets.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { upload } from '../../lib/api/upload.ts';
import type { TicketDraft } from './ticket-draft.ts';
import { readTicketList } from './tickets.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

const listKey = [...queryKeys.tickets, 'list'] as const;
const detailKey = (id: number) => [...queryKeys.tickets, 'detail', id] as const;

/**
 * Returns the user's tickets, newest first. Outside Help the list only feeds the dot in the
 * sidebar, so an error is not shown there.
 */
export function useTickets() {
  const isOnHelp = useLocation().pathname === '/dashboard/help';
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => {
      const response = await sendRequest({ method: 'GET', path: '/help/tickets', signal });
      return readTicketList(await response.json());
    },
    meta: { fallback: messages.loadFailed, isSilent: () => !isOnHelp },
    staleTime: 30_000,
  });
}

/**
 * Returns one ticket while it is open. Loading it marks its replies as read, so the list is updated
 * too.
 */
export function useTicket(id: number, isOpen: boolean) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => {
      const { ticket } = await callApi('getTicket', { params: { id }, signal });
      ignoreErrors(refreshList(queryClient));
      return ticket;
    },
    enabled: isOpen,
    meta: { fallback: detailMessages.loadFailed },
    staleTime: 0,
  });
}

/** Input of a new ticket. */
export interface NewTicket {
  readonly draft: TicketDraft;
  readonly images: readonly File[];
  /** Only the context that the user consented to send. */
  readonly context: TicketContext | null;
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Creates a ticket with its images and refetches the list. */
export function useCreateTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: formMessages.createFailed, isSilent: isStopped },
    mutationFn: (ticket: NewTicket) => upload('/help/tickets', formOf(ticket), ticket),
    onSuccess: () => {
      toasts.success({ title: formMessages.created });
      // The form closes at once; the list is updated in the background.
      ignoreErrors(refreshList(queryClient));
    },
  });
}

/** Deletes a ticket with its images and refetches the list. */
export function useDeleteTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteTicket', { params: { id } }),
    onSuccess: (_data, id) => {
      toasts.success({ title: messages.deleted });
      queryClient.removeQueries({ queryKey: detailKey(id) });
      return refreshList(queryClient);
    },
  });
}

/** Sends a message to staff about a ticket. */
export function useReplyToTicket(id: number) {
  const put = usePutTicket();
  return useMutation({
    meta: { fallback: detailMessages.sendFailed },
    mutationFn: (text: string) => callApi('answerTicket', { params: { id }, body: { text } }),
    onSuccess: (data) => put(data, detailMessages.sent),
  });
}

/** Reopens a closed ticket. */
export function useReopenTicket(id: number) {
  const put = usePutTicket();
  return useMutation({
    meta: { fallback: detailMessages.reopenFailed },
    mutationFn: () => callApi('reopenTicket', { params: { id } }),
    onSuccess: (data) => put(data, detailMessages.reopened),
  });
}

function usePutTicket() {
  const queryClient = useQueryClient();
  return ({ ticket }: OperationData<'getTicket'>, title: string) => {
    toasts.success({ title });
    queryClient.setQueryData<Ticket>(detailKey(ticket.id), ticket);
    ignoreErrors(refreshList(queryClient));
  };
}

function refreshList(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey });
}

function formOf({ draft, images, context }: NewTicket): FormData {
  const form = new FormData();
  form.set('title', draft.title.trim());
  if (draft.description.trim() !== '') form.set('description', draft.description.trim());
  if (context !== null) form.set('context', JSON.stringify(context));
  for (const image of images) form.append('images', image, image.name);
  return form;
}

/** True if the user cancelled the upload, which needs no message. */
function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
