import { sql, type Kysely } from 'kysely';

/** The subscription of each organisation, and the payment provider's events that were processed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_accounts (
      organization_id uuid primary key references organizations (id) on delete cascade,
      customer_id text,
      open_checkout_id text,
      subscription_id text unique,
      status text not null default 'INACTIVE' check (status in ('ACTIVE', 'CANCELLED', 'PAST_DUE', 'INACTIVE')),
      plan_id integer,
      next_plan_id integer,
      period_started_at timestamptz,
      period_ends_at timestamptz,
      cancel_reason text check (length(cancel_reason) <= 1000),
      version integer not null default 0,
      updated_at timestamptz not null default now(),
      check (status = 'INACTIVE' or (customer_id is not null and subscription_id is not null and plan_id is not null
        and period_started_at is not null and period_ends_at is not null))
    )`.execute(db);
  await sql`
    create table payment_events (
      id text primary key,
      type text not null,
      organization_id uuid references organizations (id) on delete set null,
      received_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index payment_events_age on payment_events (received_at)`.execute(db);
  await sql`create index payment_events_organization on payment_events (organization_id)`.execute(
    db,
  );
}
