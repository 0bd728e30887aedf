import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { formatCount } from '../../lib/format/format.ts';
import {
  webhookDeliveryMessages as messages,
  webhookDrawerMessages,
} from '../../lib/messages/webhooks.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';

/** Polling interval of the deliveries in an open drawer. Units: ms. */
export const pollIntervalMs = 3_000;

const keyOf = (webhookId: number, ...rest: string[]) => [
  ...queryKeys.webhooks,
  webhookId,
  'deliveries',
  ...rest,
];

/** Returns the latest deliveries of a webhook, polled while shown. */
export function useDeliveries(webhookId: number) {
  return useQuery({
    queryKey: keyOf(webhookId),
    queryFn: ({ signal }) =>
      callApi('listWebhookDeliveries', { params: { id: webhookId }, query: {}, signal }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    // The drawer displays the error itself; the next poll may succeed.
    meta: { isSilent: () => true },
  });
}

/** Returns one delivery with all attempts, polled while it is pending. */
export function useDelivery(webhookId: number, deliveryId: string) {
  return useQuery({
    queryKey: keyOf(webhookId, deliveryId),
    queryFn: ({ signal }) =>
      callApi('getWebhookDelivery', { params: { id: webhookId, deliveryId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.delivery.state === 'PENDING' ? pollIntervalMs : false,
    meta: { isSilent: () => true },
  });
}

/** Resends one delivery. */
export function useResendDelivery(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.resendOneFailed },
    mutationFn: (deliveryId: string) =>
      callApi('resendWebhookDelivery', { params: { id: webhookId, deliveryId } }),
    onSuccess: async () => {
      toasts.success({ title: messages.resentOne });
      await queryClient.invalidateQueries({ queryKey: keyOf(webhookId) });
    },
  });
}

/** Resends the failed deliveries of the last `hours`. */
export function useResendFailed(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.resendFailedFailed },
    mutationFn: (hours: number) =>
      callApi('resendFailedDeliveries', {
        params: { id: webhookId },
        body: { since: new Date(Date.now() - hours * 3_600_000).toISOString() },
      }),
    onSuccess: async ({ resent, remaining }) => {
      if (resent === 0) toasts.info({ title: messages.noneResent });
      else
        toasts.success({
          title: messages.resent(formatCount(resent), resent === 1),
          ...(remaining > 0 && { description: messages.remaining(formatCount(remaining)) }),
        });
      await queryClient.invalidateQueries({ queryKey: keyOf(webhookId) });
    },
  });
}

const secretKey = (webhookId: number) => [...queryKeys.webhooks, webhookId, 'secret'];

/** Returns the signing secret; removed from the cache as soon as no component uses it. */
export function useWebhookSecret(webhookId: number) {
  return useQuery({
    queryKey: secretKey(webhookId),
    queryFn: ({ signal }) => callApi('getWebhookSecret', { params: { id: webhookId }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { fallback: webhookDrawerMessages.secretFailed },
  });
}

/**
 * Rotates the signing secret; messages are also signed with the previous one for `overlapHours`.
 */
export function useRotateSecret(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: webhookDrawerMessages.rotateFailed },
    mutationFn: (overlapHours: number) =>
      callApi('rotateWebhookSecret', { params: { id: webhookId }, body: { overlapHours } }),
    onSuccess: (data) => {
      toasts.success({ title: webhookDrawerMessages.rotated });
      queryClient.setQueryData(secretKey(webhookId), data);
    },
  });
}
