import type { TicketContext } from '@shotwright/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { lastPage } from '../../lib/storage/last-page.ts';
import { ticketFormMessages } from '../../lib/messages/tickets.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';

const partNames = ['page', 'lastFailedRequestId', 'browser', 'plan'] as const;

/**
 * Returns the context that can be attached to a ticket, as far as it is loaded; requested only once
 * the form is shown. Source: acceptance HP-16.
 */
export function useTicketContext(requestId: string | null): TicketContext {
  const meta = { isSilent: () => true };
  const failed = useQuery({
    queryKey: [...queryKeys.screenshots, 'lastFailed'],
    queryFn: ({ signal }) =>
      callApi('listScreenshots', { query: { status: 'FAILED', limit: 1 }, signal }),
    enabled: requestId === null,
    meta,
  });
  const subscription = useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => callApi('getSubscription', { signal }),
    enabled: useIsBillingOn(),
    meta,
  });
  const page = lastPage();
  const lastFailedRequestId = requestId ?? failed.data?.screenshots[0]?.requestId;
  // A server that is older than this page does not return plans.
  const plan = subscription.data?.dataToDisplay?.planName;
  return {
    ...(page !== undefined && { page }),
    ...(lastFailedRequestId !== undefined && { lastFailedRequestId }),
    browser: navigator.userAgent.slice(0, 512),
    ...(plan !== undefined && { plan }),
  };
}

/** Returns the parts of a context as label and value. */
export function contextParts(context: TicketContext): [label: string, value: string][] {
  return partNames.flatMap((name) => {
    const value = context[name];
    return value === undefined ? [] : [[ticketFormMessages.contextParts[name], value]];
  });
}
