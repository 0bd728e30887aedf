import type { GivenRole } from '@shotwright/contract';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { conflict, notFound, type AppError } from '../../../shared/app-error.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import {
  listMembers,
  lockTeam,
  moveOwnership,
  moveUser,
  updateRole,
  type MemberRow,
} from './members.store.ts';

/** Dependencies of the members of organisations. */
export interface MembersDependencies {
  readonly db: Database;
  readonly sessions: Pick<SessionsService, 'endSessions'>;
  /** Creates an organisation with its first credits; returns its id. */
  createOrganization(tx: Tx, input: { name: string }): Promise<string>;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

interface MemberRef {
  readonly organizationId: string;
  readonly userId: string;
}

/** Members of an organisation and their roles. */
export interface MembersService {
  list(organizationId: string): Promise<MemberRow[]>;
  /** Throws `member_not_found`, and `conflict` for the owner. */
  changeRole(input: MemberRef & { readonly role: GivenRole }): Promise<MemberRow>;
  /**
   * Removes a member, who is signed out and continues with an empty organisation of their own. Throws
   * `member_not_found`, and `conflict` for the owner.
   */
  remove(input: MemberRef): Promise<void>;
  /** Removes the caller. Throws `conflict` for the owner. */
  leave(caller: SessionCaller): Promise<void>;
  /** Makes a member the owner; the caller becomes an admin. Throws `member_not_found`. */
  transfer(input: MemberRef): Promise<void>;
}

/** Creates a {@link MembersService}; changes of one organisation are serialised. */
export function createMembersService(deps: MembersDependencies): MembersService {
  const { db } = deps;
  const changing = <T>(organizationId: string, change: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      await lockTeam(tx, organizationId);
      return change(tx);
    });
  const remove = (ref: MemberRef, ownerText: string): Promise<void> =>
    changing(ref.organizationId, async (tx) => {
      const member = await findMember(tx, ref);
      if (member.role === 'owner') throw conflict(ownerText);
      await removeMember(tx, deps, { member, from: ref.organizationId });
    });
  return {
    list: (organizationId) => listMembers(db, { organizationId }),
    changeRole: (input) =>
      changing(input.organizationId, async (tx) => {
        const member = await findMember(tx, input);
        if (!(await updateRole(tx, input)))
          throw conflict('The role of the owner changes only when ownership is transferred.');
        return { ...member, role: input.role };
      }),
    remove: (ref) => remove(ref, 'The owner cannot be removed. Transfer ownership first.'),
    leave: ({ organizationId, userId }) =>
      remove(
        { organizationId, userId },
        'You own this organisation. Transfer ownership before you leave it.',
      ),
    transfer: (input) =>
      changing(input.organizationId, async (tx) => {
        if (!(await moveOwnership(tx, input))) throw memberNotFound();
      }),
  };
}

async function findMember(tx: Tx, { organizationId, userId }: MemberRef): Promise<MemberRow> {
  const [member] = await listMembers(tx, { organizationId, onlyId: userId });
  if (!member) throw memberNotFound();
  return member;
}

async function removeMember(
  tx: Tx,
  { createOrganization, sessions, enqueueMail }: MembersDependencies,
  { member, from }: { readonly member: MemberRow; readonly from: string },
): Promise<void> {
  const { id: userId, email, firstName, lastName } = member;
  const to = await createOrganization(tx, { name: `${firstName} ${lastName}`.trim() });
  await moveUser(tx, { userId, from, to, role: 'owner' });
  await sessions.endSessions(tx, { userId });
  await enqueueMail(tx, { template: 'member_removed', to: email, firstName });
}

const memberNotFound = (): AppError =>
  notFound('member_not_found', 'No member of this organisation has this ID.');
