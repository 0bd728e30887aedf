import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format.ts';
import {
  webhookDeliveryMessages as words,
  webhookDrawerMessages,
} from '../../lib/messages/webhooks.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';

/** How often an open drawer reads its deliveries again. Units: ms. */
export const lookEveryMs = 3_000;

const keyOf = (webhookId: number, ...rest: string[]) => [
  ...queryKeys.webhooks,
  webhookId,
  'deliveries',
  ...rest,
];

/** The newest deliveries of a webhook, live while shown. */
export function useDeliveries(webhookId: number) {
  return useQuery({
    queryKey: keyOf(webhookId),
    queryFn: ({ signal }) =>
      callApi('listWebhookDeliveries', { params: { id: webhookId }, query: {}, signal }),
    staleTime: 0,
    refetchInterval: lookEveryMs,
    // The drawer tells it in place; the next look may succeed.
    meta: { isSilent: () => true },
  });
}

/** One delivery with every attempt, live while it is on its way. */
export function useDelivery(webhookId: number, deliveryId: string) {
  return useQuery({
    queryKey: keyOf(webhookId, deliveryId),
    queryFn: ({ signal }) =>
      callApi('getWebhookDelivery', { params: { id: webhookId, deliveryId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.delivery.state === 'PENDING' ? lookEveryMs : false,
    meta: { isSilent: () => true },
  });
}

/** Sends one delivery again. */
export function useResendDelivery(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.resendOneFailed },
    mutationFn: (deliveryId: string) =>
      callApi('resendWebhookDelivery', { params: { id: webhookId, deliveryId } }),
    onSuccess: async () => {
      toasts.success({ title: words.resentOne });
      await queryClient.invalidateQueries({ queryKey: keyOf(webhookId) });
    },
  });
}

/** Sends again what failed in the last `hours`. */
export function useResendFailed(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: words.resendFailedFailed },
    mutationFn: (hours: number) =>
      callApi('resendFailedDeliveries', {
        params: { id: webhookId },
        body: { since: new Date(Date.now() - hours * 3_600_000).toISOString() },
      }),
    onSuccess: async ({ resent, remaining }) => {
      if (resent === 0) toasts.info({ title: words.noneResent });
      else
        toasts.success({
          title: words.resent(formatCount(resent), resent === 1),
          ...(remaining > 0 && { description: words.remaining(formatCount(remaining)) }),
        });
      await queryClient.invalidateQueries({ queryKey: keyOf(webhookId) });
    },
  });
}

const secretKey = (webhookId: number) => [...queryKeys.webhooks, webhookId, 'secret'];

/** The signing secret; forgotten as soon as nothing shows it. */
export function useWebhookSecret(webhookId: number) {
  return useQuery({
    queryKey: secretKey(webhookId),
    queryFn: ({ signal }) => callApi('getWebhookSecret', { params: { id: webhookId }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { fallback: webhookDrawerMessages.secretFailed },
  });
}

/** Replaces the signing secret; the one before signs beside it for `overlapHours`. */
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
