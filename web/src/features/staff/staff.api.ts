import type { StaffTicket, TicketStatus } from '@shotwright/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { RequestOf } from '../../lib/endpoints.ts';
import { staffQueueMessages, staffTicketMessages as words } from '../../lib/messages/staff.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import type { QueueQuery } from './queue.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** How often the queue and a ticket are read again while they are shown. Units: ms. */
const rereadMs = 15_000;

const listKey = [...queryKeys.staffTickets, 'list'] as const;
const detailKey = (id: number) => [...queryKeys.staffTickets, 'detail', id] as const;

/** The tickets of all customers; what stood before stays while other filters load. */
export function useStaffTickets(query: QueueQuery) {
  return useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => callApi('listStaffTickets', { query, signal }),
    select: (data) => data.tickets,
    placeholderData: keepPreviousData,
    refetchInterval: rereadMs,
    meta: { fallback: staffQueueMessages.loadFailed },
  });
}

/** A ticket with its customer. */
export function useStaffTicket(id: number) {
  return useQuery({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => {
      const { ticket } = await callApi('getStaffTicket', { params: { id }, signal });
      return ticket;
    },
    refetchInterval: ({ state }) => (state.status === 'success' ? rereadMs : false),
    meta: { fallback: words.loadFailed },
  });
}

/** Sets the status of a ticket. */
export function useSetStatus(id: number) {
  return useTicketChange(words.statusFailed, async (status: TicketStatus) => {
    const { ticket } = await callApi('setTicketStatus', { params: { id }, body: { status } });
    return { ticket, title: words.statusSet };
  });
}

/** Takes a ticket, or gives it back. */
export function useAssign(id: number) {
  return useTicketChange(words.assignFailed, async (isMine: boolean) => {
    const { ticket } = await callApi('assignTicket', { params: { id }, body: { isMine } });
    return { ticket, title: isMine ? words.taken : words.givenBack };
  });
}

/** Answers a ticket. */
export function useReply(id: number) {
  return useTicketChange(words.sendFailed, async (body: RequestOf<'replyToTicket'>['body']) => {
    const { ticket } = await callApi('replyToTicket', { params: { id }, body });
    return { ticket, title: words.sent };
  });
}

/** Keeps a note that the customer never sees. */
export function useAddNote(id: number) {
  return useTicketChange(words.noteFailed, async (text: string) => {
    const { ticket } = await callApi('addTicketNote', { params: { id }, body: { text } });
    return { ticket, title: words.noteAdded };
  });
}

function useTicketChange<Input>(
  fallback: string,
  change: (input: Input) => Promise<{ ticket: StaffTicket; title: string }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback },
    mutationFn: change,
    onSuccess: ({ ticket, title }) => {
      toasts.success({ title });
      queryClient.setQueryData<StaffTicket>(detailKey(ticket.id), ticket);
      ignoreErrors(queryClient.invalidateQueries({ queryKey: listKey }));
    },
  });
}

/** A reply as its reader will see it, as the server makes it. */
export function usePreview(markdown: string) {
  return useQuery({
    queryKey: ['replyPreview', markdown],
    queryFn: ({ signal }) => callApi('previewReply', { body: { markdown }, signal }),
    select: (data) => data.html,
    enabled: markdown.trim() !== '',
    meta: { fallback: words.previewFailed },
    gcTime: 0,
  });
}

/** The replies that were kept for another time. */
export function useSavedReplies() {
  return useQuery({
    queryKey: queryKeys.savedReplies,
    queryFn: ({ signal }) => callApi('listSavedReplies', { signal }),
    select: (data) => data.savedReplies,
    meta: { fallback: words.savedFailed },
  });
}

/** Keeps a reply under a name. */
export function useSaveReply() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.saveFailed },
    mutationFn: (body: RequestOf<'createSavedReply'>['body']) =>
      callApi('createSavedReply', { body }),
    onSuccess: () => {
      toasts.success({ title: words.savedDone });
      return queryClient.invalidateQueries({ queryKey: queryKeys.savedReplies });
    },
  });
}

/** Forgets a kept reply. */
export function useDeleteSavedReply() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.deleteFailed },
    mutationFn: (id: number) => callApi('deleteSavedReply', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: words.savedDeleted });
      return queryClient.invalidateQueries({ queryKey: queryKeys.savedReplies });
    },
  });
}
