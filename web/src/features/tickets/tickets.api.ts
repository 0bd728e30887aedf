import type { Ticket, TicketContext } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { callApi, sendRequest } from '../../lib/api-client.ts';
import type { DataOf } from '../../lib/endpoints.ts';
import {
  ticketDetailMessages as detailWords,
  ticketFormMessages as formWords,
  ticketMessages as words,
} from '../../lib/messages/tickets.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { upload } from '../../lib/upload.ts';
import type { TicketDraft } from './ticket-draft.ts';
import { readTicketList } from './tickets.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

const listKey = [...queryKeys.tickets, 'list'] as const;
const detailKey = (id: number) => [...queryKeys.tickets, 'detail', id] as const;

/** The person's tickets, newest first. Away from Help it only feeds the dot in the sidebar, and a failure is nobody's trouble. */
export function useTickets() {
  const isOnHelp = useLocation().pathname === '/dashboard/help';
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => {
      const response = await sendRequest({ method: 'GET', path: '/help/tickets', signal });
      return readTicketList(await response.json());
    },
    meta: { fallback: words.loadFailed, isSilent: () => !isOnHelp },
    staleTime: 30_000,
  });
}

/** One ticket while it is open; reading it counts its answers as read, so the list follows. */
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
    meta: { fallback: detailWords.loadFailed },
    staleTime: 0,
  });
}

/** What is sent when a ticket is created. */
export interface NewTicket {
  readonly draft: TicketDraft;
  readonly images: readonly File[];
  /** Only what the person agreed to. */
  readonly context: TicketContext | null;
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a new ticket with its images; the list is read again. */
export function useCreateTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: formWords.createFailed, isSilent: isStopped },
    mutationFn: (ticket: NewTicket) => upload('/help/tickets', formOf(ticket), ticket),
    onSuccess: () => {
      toasts.success({ title: formWords.created });
      // The form closes at once; the list follows.
      ignoreErrors(refreshList(queryClient));
    },
  });
}

/** Deletes a ticket with its images; the list is read again. */
export function useDeleteTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.deleteFailed },
    mutationFn: (id: number) => callApi('deleteTicket', { params: { id } }),
    onSuccess: (_data, id) => {
      toasts.success({ title: words.deleted });
      queryClient.removeQueries({ queryKey: detailKey(id) });
      return refreshList(queryClient);
    },
  });
}

/** Writes to the team about a ticket. */
export function useAnswerTicket(id: number) {
  const put = usePutTicket();
  return useMutation({
    meta: { fallback: detailWords.sendFailed },
    mutationFn: (text: string) => callApi('answerTicket', { params: { id }, body: { text } }),
    onSuccess: (data) => put(data, detailWords.sent),
  });
}

/** Opens a closed ticket again. */
export function useReopenTicket(id: number) {
  const put = usePutTicket();
  return useMutation({
    meta: { fallback: detailWords.reopenFailed },
    mutationFn: () => callApi('reopenTicket', { params: { id } }),
    onSuccess: (data) => put(data, detailWords.reopened),
  });
}

function usePutTicket() {
  const queryClient = useQueryClient();
  return ({ ticket }: DataOf<'getTicket'>, title: string) => {
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

/** Whoever stops an upload knows it. */
function isStopped(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
