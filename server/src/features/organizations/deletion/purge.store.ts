import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

/**
 * Marks an organisation as deleted and removes what starts captures without a member: its keys stop
 * working, schedules, links and invitations are deleted.
 */
export async function markDeleted(
  tx: Tx,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ name, deleted_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
  await tx
    .updateTable('api_keys')
    .set({ is_active: false })
    .where('organization_id', '=', organizationId)
    .execute();
  for (const table of ['link_secrets', 'schedules', 'invites'] as const)
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).execute();
}

/** Deleted organisations whose data is not completely deleted, the oldest first. */
export async function listToPurge(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where deleted_at is not null and purged_at is null
    order by deleted_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes up to `limit` captures of an organisation with their files, whose objects a trigger records for
 * removal; holds are released. Returns the number of captures.
 */
export async function purgeCaptures(
  tx: Tx,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from screenshots where organization_id = ${organizationId}
    order by id desc limit ${limit} for update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  // One statement for the files of all captures, so that storage usage is updated once.
  await sql`delete from files where screenshot_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from screenshots where id = any(${ids}::uuid[])`.execute(tx);
  return ids.length;
}

/** Tables with an unlimited number of rows of an organisation, which are deleted in batches. */
export const batchedTables = [
  'webhook_deliveries',
  'request_log',
  'audit_events',
  'idempotency_records',
] as const;

/** Deletes up to `limit` rows of an organisation from a table. Returns their number. */
export async function purgeRows(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly table: (typeof batchedTables)[number];
    readonly limit: number;
  },
): Promise<number> {
  const table = sql.table(input.table);
  const result = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where organization_id = ${input.organizationId} limit ${input.limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Tables with few rows of an organisation, or whose rows have become few; in the order of deletion. */
const otherTables = [
  'schedules',
  'reports',
  'webhooks',
  'webhook_samples',
  'destinations',
  'saved_settings',
  'batches',
  'link_secrets',
  'api_keys',
  'projects',
  'invites',
  'usage_warnings',
  'budget_alerts',
  'coupon_tries',
  'capture_counts',
] as const;

/**
 * Deletes all that is left of an organisation except the money records: its row, the credit ledger and
 * balance, plan changes, redeemed coupons and the subscription, from which free text is removed.
 */
export async function purgeRest(tx: Tx, organizationId: string): Promise<void> {
  for (const table of otherTables)
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).execute();
  await tx
    .updateTable('billing_accounts')
    .set({ cancel_reason: null, open_checkout_id: null })
    .where('organization_id', '=', organizationId)
    .execute();
  await tx
    .updateTable('organizations')
    .set({ purged_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
}
