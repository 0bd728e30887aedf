import type { Invite, Member } from '@shotwright/contract';
import type { InviteRow } from './invites.store.ts';
import type { MemberRow } from './members.store.ts';

/** Converts a member to the wire format. */
export function presentMember({ id, lastSeenAt, ...member }: MemberRow): Member {
  return { userId: id, ...member, lastSeenAt: lastSeenAt?.toISOString() ?? null };
}

/** Converts an invitation to the wire format, without its token. */
export function presentInvite(row: InviteRow): Invite {
  const { id, email, role, invitedBy, isExpired, createdAt, expiresAt } = row;
  return {
    inviteId: id,
    email,
    role,
    invitedBy,
    isExpired,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
