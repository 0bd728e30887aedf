import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApiWithMessage } from '../../lib/api-client.ts';
import { settingsMessages as messages } from '../../lib/messages/accounts.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';

/** Redeems a coupon; invalidates profile, overview and plan. */
export function useRedeemCoupon() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { title: messages.redemptionFailed, fallback: messages.redemptionFailedText },
    mutationFn: (code: string) => callApiWithMessage('redeemCoupon', { body: { code } }),
    onSuccess: ({ message }) => {
      toasts.success({ title: messages.redeemed, description: message });
      return Promise.all(
        [queryKeys.profile, queryKeys.overview, queryKeys.subscription].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
