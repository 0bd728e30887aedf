import type { OperationRequest, StaffTicket, TicketStatus } from '@shotwright/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { staffQueueMessages, staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import type { QueueQuery } from './queue.rules.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Polling interval of the queue and of a ticket while shown. Units: ms. */
const rereadMs = 15_000;

const listKey = [...queryKeys.staffTickets, 'list'] as const;
const detailKey = (id: number) => [...queryKeys.staffTickets, 'detail', id] as const;

/**
 * Returns the tickets of all customers; the previous tickets remain visible while other filters
 * load.
 */
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

/** Returns a ticket with its customer. */
export function useStaffTicket(id: number) {
  return useQuery({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => {
      const { ticket } = await callApi('getStaffTicket', { params: { id }, signal });
      return ticket;
    },
    refetchInterval: ({ state }) => (state.status === 'success' ? rereadMs : false),
    meta: { fallback: messages.loadFailed },
  });
}

/** Sets the status of a ticket. */
export function useSetStatus(id: number) {
  return useTicketChange(messages.statusFailed, async (status: TicketStatus) => {
    const { ticket } = await callApi('setTicketStatus', { params: { id }, body: { status } });
    return { ticket, title: messages.statusSet };
  });
}

/** Assigns a ticket to the current user, or unassigns it. */
export function useAssign(id: number) {
  return useTicketChange(messages.assignFailed, async (isMine: boolean) => {
    const { ticket } = await callApi('assignTicket', { params: { id }, body: { isMine } });
    return { ticket, title: isMine ? messages.taken : messages.unassigned };
  });
}

/** Sends a reply to a ticket. */
export function useReply(id: number) {
  return useTicketChange(
    messages.sendFailed,
    async (body: OperationRequest<'replyToTicket'>['body']) => {
      const { ticket } = await callApi('replyToTicket', { params: { id }, body });
      return { ticket, title: messages.sent };
    },
  );
}

/** Adds an internal note that the customer never sees. */
export function useAddNote(id: number) {
  return useTicketChange(messages.noteFailed, async (text: string) => {
    const { ticket } = await callApi('addTicketNote', { params: { id }, body: { text } });
    return { ticket, title: messages.noteAdded };
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

/** Returns a reply as the customer will see it, rendered by the server. */
export function usePreview(markdown: string) {
  return useQuery({
    queryKey: ['replyPreview', markdown],
    queryFn: ({ signal }) => callApi('previewReply', { body: { markdown }, signal }),
    select: (data) => data.html,
    enabled: markdown.trim() !== '',
    meta: { fallback: messages.previewFailed },
    gcTime: 0,
  });
}

/** Returns the number of running workers by the isolation of their browsers. */
export function useWorkerIsolation() {
  return useQuery({
    queryKey: queryKeys.workerIsolation,
    queryFn: ({ signal }) => callApi('getWorkerIsolation', { signal }),
    select: (data) => data.workers,
    // Without a response there is no notice; the pages report errors.
    meta: { isSilent: () => true },
  });
}

/** Returns the saved replies. */
export function useSavedReplies() {
  return useQuery({
    queryKey: queryKeys.savedReplies,
    queryFn: ({ signal }) => callApi('listSavedReplies', { signal }),
    select: (data) => data.savedReplies,
    meta: { fallback: messages.savedFailed },
  });
}

/** Saves a reply under a name. */
export function useSaveReply() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.saveFailed },
    mutationFn: (body: OperationRequest<'createSavedReply'>['body']) =>
      callApi('createSavedReply', { body }),
    onSuccess: () => {
      toasts.success({ title: messages.savedDone });
      return queryClient.invalidateQueries({ queryKey: queryKeys.savedReplies });
    },
  });
}

/** Deletes a saved reply. */
export function useDeleteSavedReply() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteSavedReply', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: messages.savedDeleted });
      return queryClient.invalidateQueries({ queryKey: queryKeys.savedReplies });
    },
  });
}
