import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { UserRow } from '../users.store.ts';

/**
 * Schedules the deletion of a user and returns its time. A deletion that is scheduled already keeps its
 * time and returns undefined.
 */
export async function scheduleUserDeletion(
  tx: Tx,
  { id, graceDays }: { readonly id: string; readonly graceDays: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date }>`
    update users set deletion_due_at = now() + make_interval(days => ${graceDays})
    where id = ${id} and deletion_due_at is null
    returning deletion_due_at as "dueAt"`.execute(tx);
  return rows[0]?.dueAt;
}

/** Removes the scheduled deletion of a user, due or not. */
export async function unscheduleUserDeletion(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', id).execute();
}

/** Removes the scheduled deletion of a user, if there is one. Returns false if it is due. */
export async function cancelUserDeletion(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    with kept as (update users set deletion_due_at = null where id = ${id} and deletion_due_at > now())
    select coalesce(deletion_due_at <= now(), false) as "isDue" from users where id = ${id}`.execute(
    db,
  );
  return rows[0]?.isDue === false;
}

/** A user whose deletion is due. */
export interface DueUser {
  readonly id: string;
  readonly organizationId: string;
  readonly isOwner: boolean;
}

/** Users whose deletion is due, the oldest first. */
export async function listDueUsers(db: Db, limit: number): Promise<DueUser[]> {
  const { rows } = await sql<DueUser>`
    select id, organization_id as "organizationId", role = 'owner' as "isOwner" from users where deletion_due_at <= now()
    order by deletion_due_at limit ${limit}`.execute(db);
  return rows;
}

/** Locks a user of the organisation whose deletion is due. Returns undefined if it is not due any more. */
export async function lockDueUser(
  tx: Tx,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * True if the organisation has other members. Waits for open invitations that are being accepted, and
 * keeps the others from being accepted until the end of the transaction.
 */
export async function lockOtherMembers(
  tx: Tx,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<boolean> {
  await sql`select from invites where organization_id = ${organizationId} order by id for update`.execute(
    tx,
  );
  return hasOtherMembers(tx, { id, organizationId });
}

/** True if the organisation has other members. */
export async function hasOtherMembers(
  db: Db,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Removes the user from up to `limit` of their captures. Returns their number. */
export async function detachCaptures(
  db: Db,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<number> {
  const result = await sql`
    update screenshots set user_id = null where id in (
      select id from screenshots where user_id = ${id} limit ${limit})`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Removes the name and the email of a user from up to `limit` entries of audit logs; their actions
 * remain. Returns the number of entries.
 */
export async function anonymiseAuditEvents(
  db: Db,
  { id, name, limit }: { readonly id: string; readonly name: string; readonly limit: number },
): Promise<number> {
  const result = await sql`
    update audit_events set actor_name = ${name}, actor_email = null, network = '', user_agent = ''
    where id in (
      select id from audit_events where actor_id = ${id} and actor_name <> ${name} limit ${limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Deletes a user with their sessions and tickets, mailed secrets and attempt counters, and their name
 * as the target of entries of the audit log.
 */
export async function deleteUser(
  tx: Tx,
  { id, email, organization_id: organizationId }: UserRow,
): Promise<void> {
  await sql`
    update audit_events set target_name = null
    where organization_id = ${organizationId} and (target_id = ${id} or target_name = ${email})`.execute(
    tx,
  );
  await tx.deleteFrom('verifications').where('email', '=', email).execute();
  await sql`delete from throttles where strpos(key, ${email}) > 0 or strpos(key, ${id}) > 0`.execute(
    tx,
  );
  await tx.deleteFrom('users').where('id', '=', id).execute();
}
