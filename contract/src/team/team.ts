import { z } from 'zod';
import {
  optionalNameField,
  emailField,
  newPasswordField,
  personNameField,
  userSchema,
} from '../accounts.ts';
import { defineEndpoint } from '../endpoint.ts';
import { givenRoles, memberRoles } from '../paths/team/rights.ts';
import { teamPaths } from '../paths/team/team.ts';
import { wireInstant, wireUuid } from '../wire.ts';

/** A user of the organisation. */
export const memberSchema = z.object({
  userId: wireUuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(memberRoles),
  /** Null before the first sign-in. */
  lastSeenAt: wireInstant.nullable(),
});

/** An invitation that was not accepted yet. */
export const inviteSchema = z.object({
  inviteId: wireUuid,
  email: z.string(),
  role: z.enum(givenRoles),
  /** Name of the member who sent it; null if the member has left. */
  invitedBy: z.string().nullable(),
  createdAt: wireInstant,
  expiresAt: wireInstant,
  isExpired: z.boolean(),
});

const tag = 'Team';
const role = z
  .enum(givenRoles)
  .describe('Role of the member. The owner keeps this role until ownership is transferred.');
const token = z.string().min(1).max(512).describe('Token of the link in the invitation email.');
const teamResponse = {
  kind: 'envelope',
  schema: z.object({ members: z.array(memberSchema), invites: z.array(inviteSchema) }),
} as const;
const emptyResponse = { kind: 'envelope', schema: z.object({}) } as const;
const userResponse = { kind: 'envelope', schema: z.object({ user: userSchema }) } as const;
const byId = z.object({ id: wireUuid });

/** Endpoints for the members of an organisation and its invitations. */
export const teamEndpoints = {
  getTeam: defineEndpoint({
    ...teamPaths.getTeam,
    operationId: 'getTeam',
    summary: 'List members and open invitations',
    tag,
    auth: 'session',
    response: teamResponse,
  }),
  inviteMember: defineEndpoint({
    ...teamPaths.inviteMember,
    operationId: 'inviteMember',
    summary: 'Invite a user by email',
    tag,
    auth: 'session',
    right: 'team',
    successStatus: 201,
    body: z.strictObject({ email: emailField, role }),
    response: { kind: 'envelope', schema: inviteSchema },
    errorStatuses: [409],
  }),
  resendInvite: defineEndpoint({
    ...teamPaths.resendInvite,
    operationId: 'resendInvite',
    summary: 'Send an invitation again with a new link',
    tag,
    auth: 'session',
    right: 'team',
    params: byId,
    response: { kind: 'envelope', schema: inviteSchema },
  }),
  revokeInvite: defineEndpoint({
    ...teamPaths.revokeInvite,
    operationId: 'revokeInvite',
    summary: 'Revoke an invitation',
    tag,
    auth: 'session',
    right: 'team',
    params: byId,
    response: emptyResponse,
  }),
  changeMemberRole: defineEndpoint({
    ...teamPaths.changeMemberRole,
    operationId: 'changeMemberRole',
    summary: 'Change the role of a member',
    tag,
    auth: 'session',
    right: 'team',
    params: byId,
    body: z.strictObject({ role }),
    response: { kind: 'envelope', schema: memberSchema },
    errorStatuses: [409],
  }),
  removeMember: defineEndpoint({
    ...teamPaths.removeMember,
    operationId: 'removeMember',
    summary: 'Remove a member',
    tag,
    auth: 'session',
    right: 'team',
    params: byId,
    response: emptyResponse,
    errorStatuses: [409],
  }),
  transferOwnership: defineEndpoint({
    ...teamPaths.transferOwnership,
    operationId: 'transferOwnership',
    summary: 'Make another member the owner',
    tag,
    auth: 'session',
    right: 'own',
    body: z.strictObject({
      userId: wireUuid.describe('Member who becomes the owner. The caller becomes an admin.'),
    }),
    response: emptyResponse,
  }),
  leaveTeam: defineEndpoint({
    ...teamPaths.leaveTeam,
    operationId: 'leaveTeam',
    summary: 'Leave the organisation',
    tag,
    auth: 'session',
    right: 'self',
    response: emptyResponse,
    errorStatuses: [409],
  }),
  readInvite: defineEndpoint({
    ...teamPaths.readInvite,
    operationId: 'readInvite',
    summary: 'Read an invitation',
    tag,
    auth: 'public',
    body: z.strictObject({ token }),
    response: {
      kind: 'envelope',
      schema: z.object({
        email: z.string(),
        role: z.enum(givenRoles),
        invitedBy: z.string().nullable(),
        /** True if the email has a user, who joins after signing in. */
        hasUser: z.boolean(),
      }),
    },
  }),
  acceptInvite: defineEndpoint({
    ...teamPaths.acceptInvite,
    operationId: 'acceptInvite',
    summary: 'Accept an invitation as a new user',
    tag,
    auth: 'public',
    successStatus: 201,
    body: z.strictObject({
      token,
      firstName: personNameField('First name is required'),
      lastName: optionalNameField.default(''),
      password: newPasswordField,
    }),
    response: userResponse,
    errorStatuses: [409],
  }),
  joinTeam: defineEndpoint({
    ...teamPaths.joinTeam,
    operationId: 'joinTeam',
    summary: 'Accept an invitation as the signed-in user',
    tag,
    auth: 'session',
    right: 'self',
    body: z.strictObject({ token }),
    response: userResponse,
    errorStatuses: [409],
  }),
} as const;

/** Type inferred from {@link memberSchema}. */
export type Member = z.infer<typeof memberSchema>;
/** Type inferred from {@link inviteSchema}. */
export type Invite = z.infer<typeof inviteSchema>;
