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

/**
 * Result of the holding statement. The caller must end the transaction unless an amount was held.
 */
export interface HoldOutcome {
  /** Available credits after the hold; null if too few were left or the storage is full. */
  readonly available: number | null;
  readonly storageUsedBytes: number;
  /** Null means no limit. */
  readonly storageLimitBytes: number | null;
  /**
   * Null without a key. `gone`: deleted concurrently. `full`: the monthly limit is too low for this
   * amount.
   */
  readonly key: 'counted' | 'full' | 'inactive' | 'gone' | null;
  readonly cycleEndsAt: Date;
}

/** Holds of captures that were accepted together: of all of them, or of none. */
export interface HoldRequest extends Pick<CreditEvent, 'organizationId' | 'apiKeyId'> {
  readonly holds: readonly Pick<CreditEvent, 'screenshotId' | 'amount'>[];
}

/**
 * Moves credits from available to held and counts them for the key, if the storage has room for
 * another image, in one statement. The row locks and conditions guarantee that parallel callers
 * cannot take more than is available. Without billing the storage has no limit, and the key's limit
 * counts captures.
 */
export async function holdCredits(
  tx: Tx,
  { organizationId, apiKeyId, holds }: HoldRequest,
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
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const used = keyUse === null ? total : holds.length;
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
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, key_use, note)
      select ${organizationId}, 'hold', -h.amount, h.amount, h.id, ${apiKeyId}::int, 'hold:' || h.id, ${keyUse}::int, ${note}
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
        else 'full' end as "key"
    from organizations o
    left join credit_accounts a on a.organization_id = o.id
    left join api_keys k on k.id = ${apiKeyId}::int and k.organization_id = o.id
    where o.id = ${organizationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the organisation of a capture does not exist');
  return row;
}

/** Credits that an account and an API key can still hold. */
export interface HoldRoom {
  readonly available: number;
  /** Of the key's monthly limit, in credits, or in captures without billing; null: no limit. */
  readonly keyLeft: number | null;
  readonly cycleEndsAt: Date;
}

/** Returns what can be held. Other transactions hold nothing until this one ends. */
export async function lockHoldRoom(
  tx: Tx,
  { organizationId, apiKeyId }: Pick<CreditEvent, 'organizationId' | 'apiKeyId'>,
): Promise<HoldRoom> {
  const { available } = await lockAccount(tx, organizationId);
  const { rows } = await sql<Omit<HoldRoom, 'available'>>`
    select o.cycle_ends_at as "cycleEndsAt", k.monthly_limit - coalesce(u.used, 0) as "keyLeft"
    from organizations o
    left join api_keys k on k.id = ${apiKeyId}::int and k.organization_id = o.id
    left join api_key_usage u on u.api_key_id = k.id and u.cycle_started_at = o.cycle_started_at
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
 * Releases a hold, also for the key, in the cycle that paid for it. Ending the same hold again, in
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
