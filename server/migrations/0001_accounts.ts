import { sql, type Kysely } from 'kysely';

/** Organisations, users, sessions, email codes, attempt counters and used captchas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id uuid primary key,
      name text not null,
      plan_tier text not null default 'free' check (plan_tier in ('free', 'basic', 'advanced', 'enterprise')),
      cycle_started_at timestamptz not null default now(),
      cycle_ends_at timestamptz not null default now() + interval '1 month',
      onboarding_dismissed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table users (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      email text not null unique check (email = lower(email)),
      first_name text not null,
      last_name text not null,
      provider text not null default 'EMAIL' check (provider in ('EMAIL', 'GOOGLE')),
      provider_subject text unique,
      password_hash text,
      is_staff boolean not null default false,
      created_at timestamptz not null default now(),
      check (provider = 'GOOGLE' or password_hash is not null)
    )`.execute(db);
  await sql`create index users_organization on users (organization_id)`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id) on delete cascade,
      token_hash text not null unique,
      companion_hash text not null,
      user_agent text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`
    create table verifications (
      id uuid primary key,
      purpose text not null check (purpose in ('signup', 'password_reset')),
      email text not null,
      secret_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index verifications_newest on verifications (purpose, email, created_at desc)`.execute(
    db,
  );
  await sql`create index verifications_secret on verifications (secret_hash)`.execute(db);
  await sql`
    create table throttles (
      key text primary key,
      attempts integer not null,
      blocked_until timestamptz,
      forget_at timestamptz not null
    )`.execute(db);
  await sql`
    create table used_captchas (
      token_hash text primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
