import type { GivenRole, Member } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { fieldError } from '../../lib/api/error.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { toasts } from '../../lib/toasts.ts';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { nameOf, userWithRole } from './team.rules.ts';

const isSilent = () => true;

/** Returns members and open invitations; stores the own role, which others may have changed. */
export function useTeam() {
  const query = useQuery({
    queryKey: queryKeys.team,
    queryFn: ({ signal }) => callApi('getTeam', { signal }),
    staleTime: 0,
    // The page displays the error itself.
    meta: { isSilent },
  });
  const { store, user } = useAuth();
  const storeRole = useEffectEvent((members: readonly Member[]) => {
    const next = user && userWithRole(user, members);
    if (next) store.authenticate(next);
  });
  const members = query.data?.members;
  useEffect(() => {
    if (members !== undefined) storeRole(members);
  }, [members]);
  return query;
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.team });
}

/** Sends an invitation. */
export function useInvite() {
  const onSettled = useRefresh();
  return useMutation({
    meta: {
      fallback: messages.sendFailed,
      isSilent: (error) => fieldError(error, 'email') !== undefined,
    },
    mutationFn: (body: { email: string; role: GivenRole }) => callApi('inviteMember', { body }),
    onSuccess: ({ email }) => toasts.success({ title: messages.sent(email) }),
    onSettled,
  });
}

/** Sends an invitation again, with a new link. */
export function useResendInvite() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.sendFailed },
    mutationFn: (id: string) => callApi('resendInvite', { params: { id } }),
    onSuccess: ({ email }) => toasts.success({ title: messages.sent(email) }),
    onSettled,
  });
}

/** Revokes an invitation. */
export function useRevokeInvite() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.revokeFailed },
    mutationFn: (id: string) => callApi('revokeInvite', { params: { id } }),
    onSuccess: () => toasts.success({ title: messages.revoked }),
    onSettled,
  });
}

/** Changes the role of a member. */
export function useChangeRole() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.roleFailed },
    mutationFn: ({ userId, role }: { userId: string; role: GivenRole }) =>
      callApi('changeMemberRole', { params: { id: userId }, body: { role } }),
    onSuccess: (member) =>
      toasts.success({ title: messages.roleChanged(nameOf(member), messages.roles[member.role]) }),
    onSettled,
  });
}

/** Removes a member. */
export function useRemoveMember() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.removeFailed },
    mutationFn: ({ userId }: Member) => callApi('removeMember', { params: { id: userId } }),
    onSuccess: () => toasts.success({ title: messages.removed }),
    onSettled,
  });
}

/** Makes a member the owner. */
export function useTransferOwnership() {
  const onSettled = useRefresh();
  return useMutation({
    meta: { fallback: messages.ownerFailed },
    mutationFn: ({ userId }: Member) => callApi('transferOwnership', { body: { userId } }),
    onSuccess: (_, member) => toasts.success({ title: messages.ownerMoved(nameOf(member)) }),
    onSettled,
  });
}

/** Leaves the organisation, which ends the session. */
export function useLeaveTeam() {
  const { store } = useAuth();
  return useMutation({
    meta: { fallback: messages.leaveFailed },
    mutationFn: () => callApi('leaveTeam', {}),
    onSuccess: () => store.end('signed-out'),
  });
}
