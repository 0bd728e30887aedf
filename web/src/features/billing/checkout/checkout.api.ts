import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/api/operations.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { checkoutMessages as messages } from '../../../lib/messages/checkout.ts';
import { refreshPlan } from '../billing.api.ts';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';

/** Polling intervals and patience of the confirmation. Units: ms. Source: ruling RL-19. */
export const confirmationTimes = {
  pollInterval: 2_000,
  timeout: 30_000,
  latePollInterval: 10_000,
} as const;

/** State of the payment confirmation. */
export type Confirmation = 'activating' | 'active' | 'processing' | 'expired' | 'unconfirmed';

/**
 * Polls the server until a checkout is active: every 2 s for 30 seconds, then every 10 s. Refetches
 * everything that depends on the plan once it is active. A 4xx response stops polling; a connection
 * failure does not. Without a session ID no request is sent.
 */
export function useConfirmation(sessionId: string) {
  const queryClient = useQueryClient();
  const [isLate, setLate] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['checkoutConfirmation', sessionId],
    queryFn: ({ signal }) => callApi('confirmCheckout', { body: { sessionId }, signal }),
    select: ({ checkoutStatus }) => checkoutStatus,
    meta: { fallback: messages.confirmFailed, isSilent: (failed) => !isClientError(failed) },
    staleTime: Infinity,
    gcTime: 0,
    enabled: sessionId !== '',
    refetchInterval: ({ state }) => {
      const isSettled = state.data !== undefined && state.data.checkoutStatus !== 'processing';
      if (isSettled || isClientError(state.error)) return false;
      return isLate ? confirmationTimes.latePollInterval : confirmationTimes.pollInterval;
    },
  });
  const isActive = data === 'active';
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), confirmationTimes.timeout);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isActive) ignoreErrors(refreshPlan(queryClient));
  }, [isActive, queryClient]);
  return { confirmation: stateOf({ data, error, isLate }), again: refetch, isChecking: isFetching };
}

function stateOf(input: {
  data: 'active' | 'processing' | 'expired' | undefined;
  error: unknown;
  isLate: boolean;
}): Confirmation {
  if (input.data === 'active' || input.data === 'expired') return input.data;
  if (isClientError(input.error)) return 'unconfirmed';
  return input.isLate ? 'processing' : 'activating';
}

function isClientError(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.statusCode === 429) return false;
  return error.statusCode >= 400 && error.statusCode < 500;
}
