import type { MemberRight, MemberRole } from '@shotwright/contract';
import { hasRight } from '@shotwright/contract/paths';
import { useAuth } from './auth-context.tsx';

/** Returns the role of the signed-in user; a user without one is the owner. */
export function useRole(): MemberRole {
  return useAuth().user?.role ?? 'owner';
}

/** Returns a function that tells whether the role of the signed-in user has a right. */
export function useRights(): (right: MemberRight) => boolean {
  const role = useRole();
  return (right) => hasRight(role, right);
}
