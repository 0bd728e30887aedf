import type { MemberRight, MemberRole } from '@shotwright/contract';
import { hasRight } from '@shotwright/contract/paths';
import type { ReactNode } from 'react';
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

/** Renders its children if the role of the signed-in user has the right. */
export function IfRight(props: { right: MemberRight; children: ReactNode }) {
  return useRights()(props.right) ? props.children : null;
}
