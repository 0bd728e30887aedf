import { sql, type Kysely } from 'kysely';

/** The ledger and its sums. The checks make a double spend impossible, whatever the code does. */
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
}
