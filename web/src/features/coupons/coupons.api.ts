import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAddress } from '../../lib/api-client.ts';
import { settingsMessages as words } from '../../lib/messages/accounts.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toasts.ts';

/** Redeems a coupon; profile and overview follow. */
export function useRedeemCoupon() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { title: words.redemptionFailed, fallback: words.redemptionFailedText },
    mutationFn: (code: string) =>
      callAddress<unknown>({ method: 'POST', path: '/offers/redeem', body: { code } }),
    onSuccess: async ({ message }) => {
      toasts.success({ title: words.redeemed, description: message });
      await Promise.all(
        [queryKeys.profile, queryKeys.overview].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
