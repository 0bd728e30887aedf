import { sql } from 'kysely';
import type { GivenRole } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';

/** An open invitation. */
export interface InviteRow {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: GivenRole;
  /** Name of the member who sent it; null if the member has left. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

const select = sql`
  select i.id, i.organization_id as "organizationId", i.email, i.role,
    nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as "invitedBy", i.created_at as "createdAt",
    i.expires_at as "expiresAt", i.expires_at <= clock_timestamp() as "isExpired"
  from invites i left join users u on u.id = i.invited_by and u.organization_id = i.organization_id`;

/** Open invitations of an organisation, newest first; `onlyId` narrows to one. */
export async function listInvites(
  db: Db,
  {
    organizationId,
    onlyId = null,
  }: { readonly organizationId: string; readonly onlyId?: string | null },
): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    ${select} where i.organization_id = ${organizationId} and (${onlyId}::uuid is null or i.id = ${onlyId}::uuid)
    order by i.created_at desc, i.id`.execute(db);
  return rows;
}

/** Returns the invitation with this hash of a token. The token determines the organisation. */
export async function findInviteByHash(db: Db, tokenHash: string): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`${select} where i.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** Inserts an invitation; replaces an earlier one for the same email. Returns its ID. */
export async function upsertInvite(
  tx: Tx,
  invite: {
    readonly id: string;
    readonly organizationId: string;
    readonly email: string;
    readonly role: GivenRole;
    readonly invitedBy: string;
    readonly tokenHash: string;
    readonly expiresInDays: number;
  },
): Promise<string> {
  const expiresAt = sql<Date>`clock_timestamp() + make_interval(days => ${invite.expiresInDays})`;
  const values = {
    role: invite.role,
    invited_by: invite.invitedBy,
    token_hash: invite.tokenHash,
    created_at: sql<Date>`clock_timestamp()`,
    expires_at: expiresAt,
  };
  const { id } = await tx
    .insertInto('invites')
    .values({
      id: invite.id,
      organization_id: invite.organizationId,
      email: invite.email,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'email']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes an invitation of an organisation. Returns false if it does not exist. */
export async function deleteInvite(
  db: Db,
  input: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invites')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes an invitation with the token that was checked, so that each token works once. */
export async function useInvite(
  tx: Tx,
  input: { readonly id: string; readonly tokenHash: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invites')
    .where('id', '=', input.id)
    .where('token_hash', '=', input.tokenHash)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Number of members and open invitations of an organisation, without the invitation of `email`. */
export async function countSeats(
  db: Db,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select (select count(*) from users where organization_id = ${organizationId})::int
      + (select count(*) from invites where organization_id = ${organizationId} and email <> ${email}
          and expires_at > now())::int as seats`.execute(db);
  return rows[0]?.seats ?? 0;
}

/** Deletes invitations that expired over 30 days ago. */
export async function deleteOldInvites(db: Db): Promise<void> {
  await db
    .deleteFrom('invites')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
