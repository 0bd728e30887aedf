import type { User } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { inviteMessages as messages } from '../../lib/messages/team/team.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { toasts } from '../../lib/toasts.ts';
import { useAuth } from '../accounts/session/auth-context.tsx';

const isSilent = () => true;

/** Reads the invitation of a link; null: the link has no token. */
export function useInvitation(token: string | null) {
  return useQuery({
    queryKey: [...queryKeys.invitation, token],
    queryFn: ({ signal }) => callApi('readInvite', { body: { token: token ?? '' }, signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { isSilent },
  });
}

/**
 * Returns a function that opens the dashboard as the user of an accepted invitation, without the data
 * of the organisation before.
 */
function useEnter(): (data: { user: User }) => void {
  const { store } = useAuth();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return ({ user }) => {
    queryClient.clear();
    toasts.success({ title: messages.joined });
    store.authenticate(user);
    ignoreErrors(navigate('/dashboard'));
  };
}

/** Accepts an invitation as a new user. */
export function useAcceptInvite() {
  const onSuccess = useEnter();
  return useMutation({
    meta: { fallback: messages.acceptFailed },
    mutationFn: (body: { token: string; firstName: string; lastName: string; password: string }) =>
      callApi('acceptInvite', { body }),
    onSuccess,
  });
}

/** Accepts an invitation as the signed-in user. */
export function useJoinTeam() {
  const onSuccess = useEnter();
  return useMutation({
    meta: { fallback: messages.acceptFailed },
    mutationFn: (token: string) => callApi('joinTeam', { body: { token } }),
    onSuccess,
  });
}
