import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { AccountSums } from './credits.rules.ts';

/** One capture's hold on an organisation's credits. */
export interface CreditEvent {
  readonly organizationId: string;
  readonly screenshotId: string;
  readonly apiKeyId: number | null;
  readonly amount: number;
}

/** Storage of an organisation. */
export interface StorageRoom {
  readonly storageUsedBytes: number;
  /** Null means no limit. */
  readonly storageLimitBytes: number | null;
}

/**
 * Result of the holding statement. The caller must end the transaction unless an amount was held.
 */
export interface HoldOutcome extends StorageRoom {
  /** Available credits after the hold; null if too few were left or the storage is full. */
  readonly available: number | null;
  /**
   * Null without a key. `gone`: deleted concurrently. `full`: the monthly limit is too low for this
   * amount.
   */
  readonly key: 'counted' | 'full' | 'inactive' | 'gone' | null;
  /** Monthly limit of the key with its thresholds; null without a limit. */
  readonly keyLimit: number | null;
  readonly keyPercents: readonly number[] | null;
  /** Use of the key after the hold; null unless counted. */
  readonly keyUsed: number | null;
  /** Monthly limit of the project with its thresholds and the project's name; null without a limit. */
  readonly projectLimit: number | null;
  readonly projectPercents: readonly number[] | null;
  readonly projectName: string | null;
  readonly cycleEndsAt: Date;
}

/** The customer, key and project that a hold counts for. */
export interface HoldOwner extends Pick<CreditEvent, 'organizationId' | 'apiKeyId'> {
  /** Null: the hold counts for no project. */
  readonly projectId: number | null;
}

/** Holds of captures that were accepted together: of all of them, or of none. */
export interface HoldRequest extends HoldOwner {
  readonly holds: readonly Pick<CreditEvent, 'screenshotId' | 'amount'>[];
}

/**
 * Moves credits from available to held and counts them for the key, if the storage has room for
 * another image, in one statement. The row locks and conditions guarantee that parallel callers
 * cannot take more than is available. Without billing the storage and the project have no limit, and
 * the key's limit counts captures. The caller must then count them for a project with a limit, see
 * {@link countForProject}.
 */
export async function holdCredits(
  tx: Tx,
  { organizationId, apiKeyId, projectId, holds }: HoldRequest,
  {
    isBillingOn,
    needsStorage,
  }: { readonly isBillingOn: boolean; readonly needsStorage: boolean } = {
    isBillingOn: true,
    needsStorage: true,
  },
): Promise<HoldOutcome> {
  const keyUse = isBillingOn ? null : 1;
  const amounts = holds.map(({ amount }) => amount);
  const total = totalOf(holds);
  const used = keyUse === null ? total : holds.length;
  const limitedId = isBillingOn ? projectId : null;
  const isStorageUnlimited = !isBillingOn || !needsStorage;
  const note = isBillingOn ? null : 'Made while billing was off';
  const { rows } = await sql<HoldOutcome>`
    with taken as (
      update credit_accounts a set available = a.available - ${total}::int, held = a.held + ${total}::int
      from organizations o
      where a.organization_id = ${organizationId} and o.id = a.organization_id and a.available >= ${total}::int
        and (${isStorageUnlimited}::boolean or o.storage_limit_bytes is null or a.storage_used_bytes < o.storage_limit_bytes)
      returning a.available
    ), logged as (
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, project_id, unique_key, key_use, note)
      select ${organizationId}, 'hold', -h.amount, h.amount, h.id, ${apiKeyId}::int, ${projectId}::int, 'hold:' || h.id, ${keyUse}::int, ${note}
      from taken, unnest(${holds.map(({ screenshotId }) => screenshotId)}::uuid[], ${amounts}::int[]) as h (id, amount)
    ), counted as (
      insert into api_key_usage (api_key_id, organization_id, cycle_started_at, used)
      select k.id, o.id, o.cycle_started_at, ${used}::int
      from taken, api_keys k join organizations o on o.id = k.organization_id
      where k.id = ${apiKeyId}::int and o.id = ${organizationId} and k.is_active
        and ${used}::int <= coalesce(k.monthly_limit, ${used}::int)
      on conflict (api_key_id, cycle_started_at) do update set used = api_key_usage.used + excluded.used
      where (select monthly_limit is null or api_key_usage.used + excluded.used <= monthly_limit
        from api_keys where id = excluded.api_key_id)
      returning used
    )
    select (select available from taken) as "available", o.cycle_ends_at as "cycleEndsAt",
      coalesce(a.storage_used_bytes, 0) as "storageUsedBytes", o.storage_limit_bytes as "storageLimitBytes",
      case when ${apiKeyId}::int is null then null
        when exists (select from counted) then 'counted'
        when k.id is null then 'gone'
        when not k.is_active then 'inactive'
        else 'full' end as "key",
      k.monthly_limit as "keyLimit", (select used from counted) as "keyUsed",
      case when k.monthly_limit is not null then k.alert_percents end as "keyPercents",
      p.monthly_limit as "projectLimit", p.alert_percents as "projectPercents", p.name as "projectName"
    from organizations o
    left join credit_accounts a on a.organization_id = o.id
    left join api_keys k on k.id = ${apiKeyId}::int and k.organization_id = o.id
    left join projects p on p.id = ${limitedId}::int and p.organization_id = o.id and p.monthly_limit is not null
    where o.id = ${organizationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the organisation of a capture does not exist');
  return row;
}

/** Returns the sum of holds. */
export const totalOf = (holds: HoldRequest['holds']): number =>
  holds.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Counts a hold for a project with a monthly limit. Returns what the project has used after it, or
 * undefined if the limit is too low for the hold.
 */
export async function countForProject(
  tx: Tx,
  { organizationId, projectId, holds }: HoldRequest,
): Promise<number | undefined> {
  const total = totalOf(holds);
  const { rows } = await sql<{ used: number }>`
    insert into project_usage (project_id, organization_id, cycle_started_at, used)
    select p.id, o.id, o.cycle_started_at, ${total}::int
    from projects p join organizations o on o.id = p.organization_id
    where p.id = ${projectId}::int and o.id = ${organizationId} and ${total}::int <= p.monthly_limit
    on conflict (project_id, cycle_started_at) do update set used = project_usage.used + excluded.used
    where project_usage.used + excluded.used <= (select monthly_limit from projects where id = excluded.project_id)
    returning used`.execute(tx);
  return rows[0]?.used;
}

/** Credits that an account, an API key and a project can still hold. */
export interface HoldRoom extends Pick<
  HoldOutcome,
  'projectName' | 'projectLimit' | 'cycleEndsAt'
> {
  readonly available: number;
  /** Of the key's monthly limit, in credits, or in captures without billing; null: no limit. */
  readonly keyLeft: number | null;
  /** Of the project's monthly limit, in credits; null: no limit. */
  readonly projectLeft: number | null;
}

/** Returns what can be held. Other transactions hold nothing until this one ends. */
export async function lockHoldRoom(
  tx: Tx,
  { organizationId, apiKeyId, projectId }: HoldOwner,
): Promise<HoldRoom> {
  const { available } = await lockAccount(tx, organizationId);
  const { rows } = await sql<Omit<HoldRoom, 'available'>>`
    select o.cycle_ends_at as "cycleEndsAt", k.monthly_limit - coalesce(u.used, 0) as "keyLeft",
      p.monthly_limit - coalesce(pu.used, 0) as "projectLeft", p.name as "projectName", p.monthly_limit as "projectLimit"
    from organizations o
    left join api_keys k on k.id = ${apiKeyId}::int and k.organization_id = o.id
    left join api_key_usage u on u.api_key_id = k.id and u.cycle_started_at = o.cycle_started_at
    left join projects p on p.id = ${projectId}::int and p.organization_id = o.id and p.monthly_limit is not null
    left join project_usage pu on pu.project_id = p.id and pu.cycle_started_at = o.cycle_started_at
    where o.id = ${organizationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the organisation of a capture does not exist');
  return { ...row, available };
}

/** Charges a hold. Ending the same hold again, in either way, has no effect. */
export async function settleHold(tx: Tx, event: CreditEvent): Promise<void> {
  await sql`
    with logged as (
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key)
      values (${event.organizationId}, 'settle', 0, -${event.amount}::int, ${event.screenshotId}, ${event.apiKeyId}::int,
        ${`end:${event.screenshotId}`})
      on conflict do nothing
      returning held_delta
    )
    update credit_accounts set held = held + logged.held_delta from logged
    where organization_id = ${event.organizationId}`.execute(tx);
}

/**
 * Releases a hold, also for the key and the project, in the cycle that paid for it. Ending the same hold again, in
 * either way, has no effect. A database trigger does the same for a capture that is deleted before
 * its end.
 */
export async function releaseHold(
  tx: Tx,
  { organizationId, screenshotId, note }: CreditEvent & { readonly note?: string },
): Promise<void> {
  await sql`select release_hold(${organizationId}::uuid, ${screenshotId}::uuid, ${note ?? null})`.execute(
    tx,
  );
}

/** Credits added to, or removed from, the available ones. */
export interface CreditEntry {
  readonly organizationId: string;
  /** Negative if credits are removed. */
  readonly amount: number;
  readonly kind: 'grant' | 'coupon' | 'adjust' | 'expire';
  /** True if these credits never expire. */
  readonly isLasting?: boolean;
  /** True if the available credits after this entry are the full amount of a new cycle. */
  readonly isCycleStart?: boolean;
  /** Unique name of the event, such as `grant:2026-11-01`; the same name counts once. */
  readonly uniqueKey: string;
  readonly note: string | null;
}

/**
 * Adds a ledger entry, and creates the account with the first one. Returns false if this event was
 * counted before.
 */
export async function addEntry(tx: Db, entry: CreditEntry): Promise<boolean> {
  const lasting = entry.isLasting ? entry.amount : 0;
  const { rows } = await sql`
    with logged as (
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, unique_key, note)
      values (${entry.organizationId}, ${entry.kind}, ${entry.amount}::int, 0, ${entry.uniqueKey}, ${entry.note})
      on conflict do nothing
      returning id, available_delta
    )
    insert into credit_accounts as account (organization_id, available, lasting, cycle_credits, cycle_entry_id)
    select ${entry.organizationId}, greatest(0, available_delta), ${lasting}::int, available_delta,
      case when ${entry.isCycleStart ?? false} then id else 0 end from logged
    on conflict (organization_id) do update set
      available = account.available + ${entry.amount}::int,
      lasting = least(account.lasting, account.available + account.held) + ${lasting}::int,
      cycle_credits = ${entry.amount}::int
        + case when ${entry.isCycleStart ?? false} then account.available else account.cycle_credits end,
      cycle_entry_id = case when ${entry.isCycleStart ?? false} then excluded.cycle_entry_id else account.cycle_entry_id end
    returning available`.execute(tx);
  return rows.length > 0;
}

/** Locks an account for the rest of the transaction and returns its sums; zeros if none exists. */
export async function lockAccount(tx: Tx, organizationId: string): Promise<AccountSums> {
  const row = await tx
    .selectFrom('credit_accounts')
    .select(['available', 'held', 'lasting'])
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? { available: 0, held: 0, lasting: 0 };
}

/** True if an event with this name was counted before. */
export async function hasEntry(
  db: Db,
  input: { readonly organizationId: string; readonly uniqueKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('credit_ledger')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('unique_key', '=', input.uniqueKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** An organisation's available credits and those held by running captures. */
export interface CreditBalance {
  readonly available: number;
  readonly held: number;
}

/** Returns the balance; zeros if no account exists. */
export async function findBalance(db: Db, organizationId: string): Promise<CreditBalance> {
  const row = await db
    .selectFrom('credit_accounts')
    .select(['available', 'held'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? { available: 0, held: 0 };
}

/** Returns the storage of an organisation and its limit. */
export async function findStorage(db: Db, organizationId: string): Promise<StorageRoom> {
  const row = await db
    .selectFrom('organizations')
    .leftJoin('credit_accounts', 'credit_accounts.organization_id', 'organizations.id')
    .select(['storage_used_bytes as storageUsedBytes', 'storage_limit_bytes as storageLimitBytes'])
    .where('organizations.id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { ...row, storageUsedBytes: row.storageUsedBytes ?? 0 };
}
