import type { OperationRequest } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { settingsMessages as messages } from '../../lib/messages/settings.ts';
import { toasts } from '../../lib/toasts.ts';
import { useAuth } from './session/auth-context.tsx';

/** Returns the profile of the signed-in user. */
export function useProfile() {
  return useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => callApi('getProfile', { signal }),
    select: (data) => data.user,
    meta: { fallback: messages.loadFailed },
    ...cacheTimes.profile,
  });
}

/** Updates the name or the password; the name in the shell is updated too. */
export function useUpdateProfile() {
  const { store } = useAuth();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { title: messages.updateFailed, fallback: messages.updateFailedText },
    mutationFn: (body: OperationRequest<'updateProfile'>['body']) =>
      callApi('updateProfile', { body }),
    onSuccess: (data) => {
      toasts.success({
        title: messages.updated,
        description: messages.updatedText,
      });
      store.authenticate(data.user);
      return queryClient.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
}
