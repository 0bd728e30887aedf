import type { Subscription } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../lib/api/operations.ts';
import { formatDate } from '../../lib/format/format.ts';
import {
  billingMessages as messages,
  planChangeMessages as changeMessages,
} from '../../lib/messages/billing.ts';
import { usageMessages } from '../../lib/messages/usage.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';
import { readPlan } from './billing.rules.ts';
import { offerName } from './offers.rules.ts';

/** Paths that the payment provider redirects to. Source: specification §7. */
export const checkoutPaths = {
  success: '/dashboard/checkout-success',
  cancel: '/dashboard/checkout-cancel',
} as const;

/** Returns the plan of the billing account; always refetched, never served from stale data. */
export function useSubscription() {
  return useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => callApi('getSubscription', { signal }),
    select: readPlan,
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.subscription,
  });
}

/** Returns the invoices, newest first. */
export function useInvoices() {
  return useQuery({
    queryKey: queryKeys.invoices,
    queryFn: ({ signal }) => callApi('listInvoices', { signal }),
    select: (data) => data.invoices,
    meta: { fallback: usageMessages.invoicesFailed },
    staleTime: 0,
  });
}

/**
 * Starts a checkout and redirects to the payment provider; `leavingFor` is the plan until the page
 * unloads.
 */
export function useCheckout() {
  const checkout = useMutation({
    meta: { fallback: messages.checkoutFailed },
    mutationFn: async (newPlanId: number) => {
      const successUrl = `${location.origin}${checkoutPaths.success}`;
      const cancelUrl = `${location.origin}${checkoutPaths.cancel}?plan=${String(newPlanId)}`;
      const body = { newPlanId, successUrl, cancelUrl };
      leaveFor((await callApi('createCheckoutSession', { body })).url, messages.checkoutFailed);
    },
  });
  useResetOnReturn(checkout.reset);
  return {
    start: checkout.mutate,
    leavingFor: checkout.isPending || checkout.isSuccess ? checkout.variables : undefined,
  };
}

/**
 * Redirects to the payment provider's portal, which manages the payment method and the billing
 * details.
 */
export function usePortal() {
  const portal = useMutation({
    meta: { fallback: messages.portalFailed },
    mutationFn: async () =>
      leaveFor((await callApi('openBillingPortal', {})).url, messages.portalFailed),
  });
  useResetOnReturn(portal.reset);
  return { open: () => portal.mutate(), isLeaving: portal.isPending || portal.isSuccess };
}

/** Returns the current cost of changing to a plan, recalculated on each request. */
export function usePlanPreview(newPlanId: number) {
  return useQuery({
    queryKey: ['planPreview', newPlanId],
    queryFn: ({ signal }) => callApi('previewPlanChange', { body: { newPlanId }, signal }),
    meta: { fallback: changeMessages.previewFailed },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Changes the plan of an active subscription. */
export function useChangePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: changeMessages.changeFailed },
    mutationFn: (newPlanId: number) => callApi('changePlan', { body: { newPlanId } }),
    onSuccess: async (subscription, newPlanId) => {
      const { planId, period } = readPlan(subscription);
      const name = offerName(newPlanId);
      toasts.success({
        title: changeMessages.changed,
        description:
          planId === newPlanId || period === null
            ? changeMessages.changedNow(name)
            : changeMessages.changedLater(name, formatDate(period.end)),
      });
      await putSubscription(queryClient, subscription);
    },
  });
}

/** Cancels the plan at the end of its period. */
export function useCancelPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: changeMessages.cancelFailed },
    mutationFn: (reason: string) =>
      callApi('cancelSubscription', { body: reason === '' ? {} : { reason } }),
    onSuccess: async (subscription) => {
      const { name, period } = readPlan(subscription);
      toasts.success({
        title: changeMessages.cancelled,
        ...(period && { description: changeMessages.cancelledText(name, formatDate(period.end)) }),
      });
      await putSubscription(queryClient, subscription);
    },
  });
}

/** Reverts a cancellation or a scheduled plan change. */
export function useResumePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.resumeFailed },
    mutationFn: () => callApi('resumeSubscription', {}),
    onSuccess: async (subscription) => {
      const { name } = readPlan(subscription);
      toasts.success({ title: messages.resumed(name), description: messages.resumedText });
      await putSubscription(queryClient, subscription);
    },
  });
}

/** Refetches everything that depends on the plan. Source: acceptance QC-4. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [queryKeys.subscription, queryKeys.overview, queryKeys.profile].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

async function putSubscription(queryClient: QueryClient, subscription: Subscription) {
  queryClient.setQueryData<Subscription>(queryKeys.subscription, subscription);
  await refreshPlan(queryClient);
}

/** Redirects only to HTTP(S) URLs; any other value in the response is ignored. */
function leaveFor(target: string | undefined, failure: string): void {
  const url = URL.canParse(target ?? '') ? new URL(target ?? '') : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error(failure);
  location.assign(url);
}

/**
 * When the user navigates back from the provider, the browser may restore the page with its button
 * still busy; this resets it.
 */
function useResetOnReturn(forget: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && forget();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [forget]);
}
