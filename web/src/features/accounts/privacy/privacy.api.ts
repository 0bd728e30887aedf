import type { OperationRequest, User } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { fieldError } from '../../../lib/api/error.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { privacyMessages } from '../../../lib/messages/security/privacy.ts';
import { toasts } from '../../../lib/toasts.ts';
import { useAuth } from '../session/auth-context.tsx';

const messages = privacyMessages.deletion;

/**
 * Returns the signed-in user and stores a deletion that was scheduled or cancelled in another browser.
 */
export function useAccount() {
  const query = useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => callApi('getProfile', { signal }),
    select: (data) => data.user,
    staleTime: 0,
    // The page displays the error itself.
    meta: { isSilent: () => true },
  });
  const { store, user } = useAuth();
  const read = query.data;
  const storeUser = useEffectEvent((next: User) => {
    if (next.deletionAt !== user?.deletionAt) store.authenticate(next);
  });
  useEffect(() => {
    if (read !== undefined) storeUser(read);
  }, [read]);
  return query;
}

/** Changes the time zone or the emails of the user. */
export function usePreferences() {
  const { store } = useAuth();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: privacyMessages.preferences.failed },
    mutationFn: (body: OperationRequest<'updatePreferences'>['body']) =>
      callApi('updatePreferences', { body }),
    onSuccess: (data) => {
      store.authenticate(data.user);
      queryClient.setQueryData(queryKeys.profile, data);
      toasts.success({ title: privacyMessages.preferences.saved });
    },
  });
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.profile });
}

/** Schedules the deletion of the account. */
export function useScheduleDeletion() {
  const onSettled = useRefresh();
  return useMutation({
    meta: {
      fallback: messages.failed,
      isSilent: (error) =>
        fieldError(error, 'email') !== undefined ||
        fieldError(error, 'currentPassword') !== undefined,
    },
    mutationFn: (body: OperationRequest<'scheduleAccountDeletion'>['body']) =>
      callApi('scheduleAccountDeletion', { body }),
    onSuccess: ({ deletionAt }) =>
      toasts.success({
        title: messages.scheduledToast(formatDate(deletionAt)),
        description: messages.scheduledToastText,
      }),
    onSettled,
  });
}

/** Cancels the scheduled deletion. */
export function useKeepAccount() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.keepFailed },
    mutationFn: () => callApi('cancelAccountDeletion', {}),
    onSuccess: () => toasts.success({ title: messages.kept }),
    onSettled,
  });
}
