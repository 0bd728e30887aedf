import { sql, type Kysely } from 'kysely';

/**
 * Captures that were not charged because of their verdict, for the limit of each host; and the reason
 * for which a hold was released, as the note of its ledger entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table verdict_refunds (
      screenshot_id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      host text not null,
      refunded_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index verdict_refunds_host on verdict_refunds (organization_id, host, refunded_at)`.execute(
    db,
  );
  await sql`create index verdict_refunds_age on verdict_refunds (refunded_at)`.execute(db);
  await sql`drop function release_hold(uuid, uuid)`.execute(db);
  await sql`
    create function release_hold(organization uuid, screenshot uuid, reason text default null) returns void language plpgsql as $$
    declare held_row credit_ledger;
    begin
      select * into held_row from credit_ledger
      where organization_id = organization and unique_key = 'hold:' || screenshot;
      if not found then return; end if;
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, note)
      values (organization, 'release', held_row.held_delta, -held_row.held_delta, screenshot, held_row.api_key_id,
        'end:' || screenshot, reason)
      on conflict do nothing;
      if not found then return; end if;
      update credit_accounts
      set available = available + held_row.held_delta, held = held - held_row.held_delta
      where organization_id = organization;
      update api_key_usage set used = greatest(used - coalesce(held_row.key_use, held_row.held_delta), 0)
      where api_key_id = held_row.api_key_id and cycle_started_at = (
        select max(u.cycle_started_at) from api_key_usage u
        where u.api_key_id = held_row.api_key_id and u.cycle_started_at <= held_row.created_at);
    end $$`.execute(db);
}
