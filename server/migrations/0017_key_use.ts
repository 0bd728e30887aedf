import { sql, type Kysely } from 'kysely';

/**
 * The amount that a capture counts against its API key's monthly limit where this differs from its
 * credits: a capture without billing. A released hold also releases that amount.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_ledger add column key_use integer check (key_use >= 0)`.execute(db);
  await sql`
    create or replace function release_hold(organization uuid, screenshot uuid) returns void language plpgsql as $$
    declare held_row credit_ledger;
    begin
      select * into held_row from credit_ledger
      where organization_id = organization and unique_key = 'hold:' || screenshot;
      if not found then return; end if;
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key)
      values (organization, 'release', held_row.held_delta, -held_row.held_delta, screenshot, held_row.api_key_id, 'end:' || screenshot)
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
