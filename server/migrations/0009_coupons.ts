import { sql, type Kysely } from 'kysely';

/**
 * Coupons, their redemptions, and the attempt counters against guessing. Constraints enforce what
 * the interface promises.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coupons (
      id integer generated always as identity primary key,
      code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
      kind text not null check (kind in ('credits', 'discount', 'lifetime')),
      credits integer check (credits between 1 and 1000000),
      percent_off integer check (percent_off between 1 and 100),
      starts_at timestamptz,
      expires_at timestamptz,
      max_uses integer check (max_uses >= 1),
      uses integer not null default 0 check (uses >= 0),
      is_active boolean not null default true,
      note text check (length(note) <= 1000),
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      check (expires_at > starts_at),
      check (uses <= max_uses),
      check ((kind = 'credits') = (credits is not null)),
      check ((kind = 'discount') = (percent_off is not null))
    )`.execute(db);
  await sql`create index coupons_created_by on coupons (created_by)`.execute(db);
  await sql`
    create table coupon_redemptions (
      coupon_id integer not null references coupons (id),
      organization_id uuid not null references organizations (id) on delete cascade,
      user_id uuid references users (id) on delete set null,
      redeemed_at timestamptz not null default clock_timestamp(),
      discount_used_at timestamptz,
      primary key (coupon_id, organization_id)
    )`.execute(db);
  await sql`create index coupon_redemptions_organization on coupon_redemptions (organization_id)`.execute(
    db,
  );
  await sql`create index coupon_redemptions_user on coupon_redemptions (user_id)`.execute(db);
  await sql`
    create table coupon_tries (
      organization_id uuid primary key references organizations (id) on delete cascade,
      tried_at timestamptz[] not null
    )`.execute(db);
}
