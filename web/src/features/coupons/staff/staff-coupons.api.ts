import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/operations.ts';
import {
  createCouponMessages,
  staffCouponMessages as messages,
} from '../../../lib/messages/coupons.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { toasts } from '../../../lib/toasts.ts';
import type { CouponOrder } from './coupon-draft.rules.ts';

/** Rows per page. */
export const pageSize = 25;

/** Returns one page of the coupons; the previous page remains visible while the next one loads. */
export function useCoupons({ search, page }: { search: string; page: number }) {
  return useQuery({
    queryKey: [...queryKeys.coupons, 'list', search, page],
    queryFn: ({ signal }) =>
      callApi('listCoupons', {
        query: { page, limit: pageSize, ...(search !== '' && { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { fallback: messages.loadFailed },
  });
}

/** Creates one coupon or a batch; returns the created coupons. */
export function useCreateCoupons() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: createCouponMessages.failed },
    mutationFn: async (order: CouponOrder) => {
      if (order.mode === 'batch')
        return (await callApi('createCouponBatch', { body: order.body })).coupons;
      return [(await callApi('createCoupon', { body: order.body })).coupon];
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.coupons }),
  });
}

/** Disables a coupon. */
export function useDisableCoupon() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.disableFailed },
    mutationFn: (id: number) => callApi('disableCoupon', { params: { id } }),
    onSuccess: ({ coupon }) => {
      toasts.success({ title: messages.disabled, description: coupon.code });
      return queryClient.invalidateQueries({ queryKey: queryKeys.coupons });
    },
  });
}

/** Returns one page of the redemptions of a coupon. */
export function useRedemptions({ id, page }: { id: number; page: number }) {
  return useQuery({
    queryKey: [...queryKeys.coupons, 'redemptions', id, page],
    queryFn: ({ signal }) =>
      callApi('listCouponRedemptions', {
        params: { id },
        query: { page, limit: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { fallback: messages.redemptionsFailed },
  });
}
