/**
 * Roles of the members of an organisation, with the most rights first. An organisation has exactly
 * one owner.
 */
export const memberRoles = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
/** One of the {@link memberRoles}. */
export type MemberRole = (typeof memberRoles)[number];

/** Roles that an invitation or a change can give; ownership is transferred instead. */
export const givenRoles = ['admin', 'developer', 'billing', 'viewer'] as const;
/** One of the {@link givenRoles}. */
export type GivenRole = (typeof givenRoles)[number];

/**
 * Rights that operations require. self: the user's own profile, sessions and tickets. view: read
 * captures, projects and usage. edit: capture, and change captures, projects and settings.
 * integrate: API keys, budgets, webhooks, storage destinations and the request log. billing: plan,
 * invoices, credits and coupons. team: members, invitations, the audit log and the tickets of all
 * members. own: transfer of ownership.
 */
export const memberRights = [
  'self',
  'view',
  'edit',
  'integrate',
  'billing',
  'team',
  'own',
] as const;
/** One of the {@link memberRights}. */
export type MemberRight = (typeof memberRights)[number];

const rightsOfRoles: Readonly<Record<MemberRole, readonly MemberRight[]>> = {
  owner: memberRights,
  admin: ['self', 'view', 'edit', 'integrate', 'billing', 'team'],
  developer: ['self', 'view', 'edit', 'integrate'],
  billing: ['self', 'view', 'billing'],
  viewer: ['self', 'view'],
};

/** Returns true if members with this role have the right. */
export function hasRight(role: MemberRole, right: MemberRight): boolean {
  return rightsOfRoles[role].includes(right);
}
