import type { GivenRole, Member, MemberRole, User } from '@shotwright/contract';
import { givenRoles, memberRights, memberRoles } from '@shotwright/contract/paths';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import type { Option } from '../../ui/option-list.ts';

/** Returns the name of a member; the email if there is none. */
export function nameOf({ firstName, lastName, email }: Omit<Member, 'role'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Returns the options of a select for a role that can be given; none for billing where it is disabled. */
export function roleOptions(isBillingOn: boolean): readonly Option[] {
  const roles = givenRoles.filter((role) => isBillingOn || role !== 'billing');
  return roles.map((value) => ({ value, label: messages.roles[value] }));
}

/** Returns the roles in the table of rights. */
export function shownRoles(isBillingOn: boolean): readonly MemberRole[] {
  return memberRoles.filter((role) => isBillingOn || role !== 'billing');
}

/** Returns the role of a select's value. */
export function givenRole(value: string): GivenRole | undefined {
  return givenRoles.find((role) => role === value);
}

/** Returns the user with the role in the list of members; undefined if the role is the same. */
export function userWithRole(user: User, members: readonly Member[]): User | undefined {
  const role = members.find(({ userId }) => userId === user.id)?.role;
  if (role === undefined || role === (user.role ?? 'owner')) return undefined;
  const { role: _before, ...rest } = user;
  return role === 'owner' ? rest : { ...rest, role };
}

/** Returns the rights in the table of rights; every member has the right to what is their own. */
export function shownRights(isBillingOn: boolean) {
  return memberRights
    .filter((right) => right !== 'self')
    .filter((right) => isBillingOn || right !== 'billing');
}
