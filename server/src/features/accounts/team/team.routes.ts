import { teamEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { personOf, subjectOf } from '../security-subjects.ts';
import { cookiesOf, expiredCookies } from '../sessions/session-cookies.ts';
import { deviceCookieName, type TrustedNetworks } from '../trusted-networks.service.ts';
import { presentUser } from '../users.present.ts';
import type { InvitesService } from './invites.service.ts';
import type { MembersService } from './members.service.ts';
import { presentInvite, presentMember } from './team.present.ts';

interface TeamRoutesDependencies {
  readonly members: MembersService;
  readonly invites: InvitesService;
  readonly trustedNetworks: Pick<TrustedNetworks, 'deviceCookie'>;
}

/** Routes for the members of an organisation and its invitations. */
export function teamRoutes(deps: TeamRoutesDependencies): Route[] {
  return [...memberRoutes(deps), ...inviteRoutes(deps), ...acceptRoutes(deps)];
}

function memberRoutes({ members, invites }: TeamRoutesDependencies): Route[] {
  return [
    route(teamEndpoints.getTeam, async ({ caller: { organizationId } }) => ({
      data: {
        members: (await members.list(organizationId)).map(presentMember),
        invites: (await invites.list(organizationId)).map(presentInvite),
      },
    })),
    route(teamEndpoints.changeMemberRole, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const member = await members.changeRole({ organizationId, userId: params.id, ...body });
      return { data: presentMember(member), message: 'Role changed' };
    }),
    route(teamEndpoints.removeMember, async (req) => {
      const { organizationId } = req.caller;
      await members.remove({ organizationId, userId: req.params.id });
      securityLogOf(req)('member.removed', personOf(req.caller));
      return { data: {}, message: 'Member removed' };
    }),
    route(teamEndpoints.transferOwnership, async (req) => {
      const { organizationId } = req.caller;
      await members.transfer({ organizationId, userId: req.body.userId });
      securityLogOf(req)('ownership.transferred', personOf(req.caller));
      return { data: {}, message: 'Ownership transferred' };
    }),
    route(teamEndpoints.leaveTeam, async (req) => {
      await members.leave(req.caller);
      securityLogOf(req)('member.removed', personOf(req.caller));
      return { data: {}, message: 'You have left the organisation.', cookies: expiredCookies };
    }),
  ];
}

function inviteRoutes({ invites }: TeamRoutesDependencies): Route[] {
  return [
    route(teamEndpoints.inviteMember, async (req) => {
      const invite = await invites.invite({ caller: req.caller, ...req.body });
      securityLogOf(req)('member.invited', personOf(req.caller));
      return { data: presentInvite(invite), message: `Invitation sent to ${invite.email}` };
    }),
    route(teamEndpoints.resendInvite, async ({ caller, params }) => {
      const invite = await invites.resend({ caller, ...params });
      return { data: presentInvite(invite), message: `Invitation sent to ${invite.email}` };
    }),
    route(teamEndpoints.revokeInvite, async ({ caller: { organizationId }, params }) => {
      await invites.revoke({ organizationId, ...params });
      return { data: {}, message: 'Invitation revoked' };
    }),
  ];
}

function acceptRoutes({ invites, trustedNetworks }: TeamRoutesDependencies): Route[] {
  return [
    route(teamEndpoints.readInvite, async ({ body }) => {
      const { email, role, invitedBy, hasUser } = await invites.read(body.token);
      return { data: { email, role, invitedBy, hasUser } };
    }),
    route(teamEndpoints.acceptInvite, async (req) => {
      const userAgent = req.header('user-agent');
      const { user, tokens } = await invites.accept({ ...req.body, userAgent });
      securityLogOf(req)('member.joined', { ...subjectOf(user), method: 'password' });
      const device = trustedNetworks.deviceCookie(user.id, req.cookie(deviceCookieName));
      return {
        actor: subjectOf(user),
        data: { user: presentUser(user) },
        message: 'Your account has been created.',
        cookies: [...cookiesOf(tokens), device],
      };
    }),
    route(teamEndpoints.joinTeam, async (req) => {
      const { caller, body } = req;
      const userAgent = req.header('user-agent');
      const { user, tokens } = await invites.join({ ...body, caller, userAgent });
      securityLogOf(req)('member.joined', subjectOf(user));
      return {
        actor: subjectOf(user),
        data: { user: presentUser(user) },
        message: 'You have joined the organisation.',
        cookies: cookiesOf(tokens),
      };
    }),
  ];
}
