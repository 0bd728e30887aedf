import { sql } from 'kysely';
import type { GivenRole, MemberRole } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';

/** A user of the organisation, with the time of their latest request. */
export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: MemberRole;
  readonly lastSeenAt: Date | null;
}

/** Lists the members of an organisation: its owner, then by name; `onlyId` narrows to one. */
export async function listMembers(
  db: Db,
  {
    organizationId,
    onlyId = null,
  }: { readonly organizationId: string; readonly onlyId?: string | null },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as "lastSeenAt"
    from users u
    where u.organization_id = ${organizationId} and (${onlyId}::uuid is null or u.id = ${onlyId}::uuid)
    order by u.role = 'owner' desc, lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  return rows;
}

/**
 * Serialises the changes of an organisation's members and invitations until the end of the
 * transaction.
 */
export async function lockTeam(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`team:${organizationId}`}, 0))`.execute(
    tx,
  );
}

/** Changes the role of a member, unless the member is the owner. Returns false if nothing was changed. */
export async function updateRole(
  db: Db,
  input: { readonly organizationId: string; readonly userId: string; readonly role: GivenRole },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: input.role })
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.userId)
    .where('role', '!=', 'owner')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a member the owner, and the owner an admin. Returns false if there is no such member. */
export async function moveOwnership(
  tx: Tx,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> {
  await tx
    .updateTable('users')
    .set({ role: 'admin' })
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'owner' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a user to another organisation. */
export async function moveUser(
  tx: Tx,
  input: {
    readonly userId: string;
    readonly from: string;
    readonly to: string;
    readonly role: MemberRole;
  },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ organization_id: input.to, role: input.role })
    .where('organization_id', '=', input.from)
    .where('id', '=', input.userId)
    .execute();
}

/**
 * Returns true if an organisation has nothing that would be lost without its members: captures, API
 * keys, a plan, or other members than `userId`.
 */
export async function isUnused(
  db: Db,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isUnused: boolean }>`
    select not exists (select from screenshots where organization_id = ${organizationId})
      and not exists (select from api_keys where organization_id = ${organizationId})
      and exists (select from organizations where id = ${organizationId} and plan_tier = 'free')
      and not exists (select from billing_accounts where organization_id = ${organizationId} and status <> 'INACTIVE')
      and not exists (select from users where organization_id = ${organizationId} and id <> ${userId}) as "isUnused"`.execute(
    db,
  );
  return rows[0]?.isUnused === true;
}
