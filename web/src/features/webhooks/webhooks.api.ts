import type {
  OperationData,
  OperationRequest,
  SampleEventType,
  Webhook,
} from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../lib/api/operations.ts';
import {
  webhookMessages as messages,
  webhookSampleMessages as sampleMessages,
} from '../../lib/messages/webhooks.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { describeResponse, webhookList } from './webhooks.rules.ts';

/** Returns the webhooks of the organisation. */
export function useWebhooks() {
  return useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => callApi('listWebhooks', { signal }),
    select: webhookList,
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.webhooks,
  });
}

/** Creates a webhook; invalidates the list and the first steps of the Overview. */
export function useCreateWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.createFailed },
    mutationFn: (body: OperationRequest<'createWebhook'>['body']) =>
      callApi('createWebhook', { body }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.webhooks, queryKeys.overview].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/**
 * Returns a function that toggles a webhook with an optimistic update, rolled back if the server
 * rejects it; further calls are ignored until the server has responded.
 */
export function useSwitchWebhook(): (webhook: Webhook) => void {
  const queryClient = useQueryClient();
  const underWay = useRef(new Set<number>());
  const put = (id: number, change: Partial<Webhook>) =>
    queryClient.setQueryData<OperationData<'listWebhooks'>>(
      queryKeys.webhooks,
      (data) =>
        data && webhookList(data).map((one) => (one.id === id ? { ...one, ...change } : one)),
    );
  const { mutate } = useMutation({
    meta: { fallback: messages.statusFailed },
    mutationFn: (webhook: Webhook) =>
      callApi('setWebhookStatus', { body: { webhookId: webhook.id, status: !webhook.isActive } }),
    onMutate: async (webhook) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.webhooks, exact: true });
      put(webhook.id, { isActive: !webhook.isActive, inactiveReason: null });
    },
    onError: (_error, webhook) => put(webhook.id, webhook),
    onSuccess: ({ webhook }) =>
      toasts.success({
        title: messages.statusUpdated,
        action: { label: messages.undo, onClick: () => send(webhook) },
      }),
    onSettled: (_data, _error, webhook) => {
      underWay.current.delete(webhook.id);
      return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
    },
  });
  const send = (webhook: Webhook) => {
    if (underWay.current.has(webhook.id)) return;
    underWay.current.add(webhook.id);
    mutate(webhook);
  };
  return send;
}

/** Updates name, URL, projects or events of a webhook. */
export function useUpdateWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.updateFailed },
    mutationFn: ({ id, body }: { id: number; body: OperationRequest<'updateWebhook'>['body'] }) =>
      callApi('updateWebhook', { params: { id }, body }),
    onSuccess: () => {
      toasts.success({ title: messages.updated });
      return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
    },
  });
}

/** Deletes a webhook and refetches the list. */
export function useDeleteWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteWebhook', { params: { id } }),
    onSuccess: async () => {
      toasts.success({ title: messages.deleted });
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks, exact: true });
    },
  });
}

/** Result of a sample request. */
export type SampleResult = OperationData<'sendWebhookSample'>;

/** Sends a sample to a URL. A plain test sends only the URL, as the specification requires. */
export function useSendSample() {
  return useMutation({
    meta: { fallback: sampleMessages.failed },
    mutationFn: ({ webhookUrl, type }: { webhookUrl: string; type: SampleEventType }) =>
      callApi('sendWebhookSample', {
        body: type === 'webhook.test' ? { webhookUrl } : { webhookUrl, type },
      }),
    onSuccess: ({ isDelivered, answer }) =>
      isDelivered
        ? toasts.success({ title: sampleMessages.sent })
        : toasts.error({ title: 'Error', description: describeResponse(answer) }),
  });
}
