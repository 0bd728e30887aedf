import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inMode } from '../../lib/api/mode.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { toasts } from '../../lib/toasts.ts';

/** Baselines of a page of the list. */
export const pageSize = 25;

const isSilent = () => true;

const presenceKey = (livemode: boolean) => [...queryKeys.baselines, 'presence', livemode] as const;

/** Returns one page of the baselines of a mode, last approved first. */
export function useBaselines({ page, isTest }: { page: number; isTest: boolean }) {
  const query = { page, limit: pageSize, ...inMode(!isTest) };
  return useQuery({
    queryKey: [...queryKeys.baselines, 'list', isTest, page],
    queryFn: async ({ signal, client }) => {
      const list = await callApi('listBaselines', { query, signal });
      client.setQueryData(presenceKey(!isTest), list.meta.total > 0);
      return list;
    },
    // Not the baselines of the other mode.
    placeholderData: (previous, before) => (before?.queryKey[2] === isTest ? previous : undefined),
    staleTime: 0,
    // The page displays the error itself.
    meta: { isSilent },
  });
}

/**
 * Returns true if there are baselines of a mode; undefined until that is known, false if it cannot be
 * loaded. It is requested once a session, because most accounts have none, and again after an approval
 * or a removal.
 */
export function useHasBaselines({
  livemode,
  isEnabled,
}: {
  livemode: boolean;
  isEnabled: boolean;
}): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: presenceKey(livemode),
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...inMode(livemode) };
      return (await callApi('listBaselines', { query, signal })).meta.total > 0;
    },
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: Infinity,
    // Without it, captures are shown without their checks.
    meta: { isSilent },
  });
  return isError ? (data ?? false) : data;
}

/**
 * Approves a capture as the baseline of its URL and options. `onApproved` is called once the new state
 * has been requested, also if the button is gone by then.
 */
export function useApproveBaseline(onApproved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.approveFailed },
    mutationFn: (id: string) => callApi('approveBaseline', { body: { screenshot_id: id } }),
    onSuccess: async () => {
      toasts.success({ title: messages.approved });
      await queryClient.invalidateQueries({ queryKey: queryKeys.baselines });
      onApproved();
    },
  });
}

/** Removes a baseline. */
export function useRemoveBaseline() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.removeFailed },
    mutationFn: (id: string) => callApi('removeBaseline', { params: { id } }),
    onSuccess: () => toasts.success({ title: messages.removed }),
    // Also after an error, because it may have been removed elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.baselines }),
  });
}
