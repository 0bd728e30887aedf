import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for the members of an organisation. */
export const teamPaths = {
  getTeam: { method: 'GET', path: '/team' },
  inviteMember: { method: 'POST', path: '/team/invites' },
  resendInvite: { method: 'POST', path: '/team/invites/{id}/resend' },
  revokeInvite: { method: 'DELETE', path: '/team/invites/{id}' },
  changeMemberRole: { method: 'PATCH', path: '/team/members/{id}' },
  removeMember: { method: 'DELETE', path: '/team/members/{id}' },
  transferOwnership: { method: 'POST', path: '/team/owner' },
  leaveTeam: { method: 'POST', path: '/team/leave' },
  readInvite: { method: 'POST', path: '/invites/read' },
  acceptInvite: { method: 'POST', path: '/invites/accept' },
  joinTeam: { method: 'POST', path: '/invites/join' },
} as const satisfies PathTable;

/** Limits of invitations. */
export const inviteLimits = {
  expiresInDays: 7,
  /** Members and open invitations of an organisation. */
  members: 50,
  /** Invitation emails of an organisation in an hour. */
  perHour: 20,
} as const;
