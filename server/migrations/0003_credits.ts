import { sql, type Kysely } from 'kysely';

/**
 * The credit ledger and its balances. Check constraints make double spending impossible, whatever
 * the code does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_accounts (
      organization_id uuid primary key references organizations (id) on delete cascade,
      available bigint not null default 0 check (available >= 0),
      held bigint not null default 0 check (held >= 0)
    )`.execute(db);
  await sql`
    create table credit_ledger (
      id bigint generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      kind text not null check (kind in ('grant', 'hold', 'settle', 'release', 'expire', 'coupon', 'adjust')),
      available_delta integer not null,
      held_delta integer not null,
      screenshot_id uuid,
      api_key_id integer,
      unique_key text not null,
      note text,
      created_at timestamptz not null default now(),
      unique (organization_id, unique_key)
    )`.execute(db);
  await sql`create index credit_ledger_screenshot on credit_ledger (screenshot_id)`.execute(db);
  await sql`
    create function release_hold(organization uuid, screenshot uuid) returns void language plpgsql as $$
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
      update api_key_usage set used = greatest(used - held_row.held_delta, 0)
      where api_key_id = held_row.api_key_id and cycle_started_at = (
        select max(u.cycle_started_at) from api_key_usage u
        where u.api_key_id = held_row.api_key_id and u.cycle_started_at <= held_row.created_at);
    end $$`.execute(db);
}
