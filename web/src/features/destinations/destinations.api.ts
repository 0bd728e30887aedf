import type { Destination } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { destinationMessages as messages } from '../../lib/messages/settings.ts';
import { toasts } from '../../lib/toasts.ts';
import { destinationBodyOf, type DestinationDraft } from './destinations.rules.ts';

/** Returns the destinations of the organisation. */
export function useDestinations() {
  return useQuery({
    queryKey: queryKeys.destinations,
    queryFn: ({ signal }) => callApi('listDestinations', { signal }),
    select: ({ destinations }) => destinations,
    meta: { fallback: messages.loadFailed },
  });
}

/** Creates a destination, or changes an existing one; refetches the list. */
export function useSaveDestination(destination: Destination | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: destination ? messages.updateFailed : messages.createFailed },
    mutationFn: (draft: DestinationDraft) => {
      const { secret_access_key: secret, ...body } = destinationBodyOf(draft);
      if (!destination) {
        return callApi('createDestination', { body: { ...body, secret_access_key: secret } });
      }
      const changes = secret === '' ? body : { ...body, secret_access_key: secret };
      return callApi('updateDestination', { params: { id: destination.id }, body: changes });
    },
    onSuccess: () => {
      toasts.success({ title: destination ? messages.updated : messages.created });
      return queryClient.invalidateQueries({ queryKey: queryKeys.destinations });
    },
  });
}

/** Deletes a destination and refetches the list. */
export function useDeleteDestination() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteDestination', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: messages.deleted });
      return queryClient.invalidateQueries({ queryKey: queryKeys.destinations });
    },
  });
}

/** Writes a test file to a destination, and shows the result in a toast. */
export function useTestDestination() {
  return useMutation({
    meta: { fallback: messages.testFailed },
    mutationFn: (id: number) => callApi('testDestination', { params: { id } }),
    onSuccess: ({ isReachable, error }) =>
      isReachable
        ? toasts.success({ title: messages.reachable })
        : toasts.error({ title: messages.testFailed, description: error ?? undefined }),
  });
}
