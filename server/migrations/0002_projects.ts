import { sql, type Kysely } from 'kysely';

/** Projects, API keys and the credits that each key used in a cycle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table projects (
      id integer generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      name text not null check (length(name) between 1 and 100),
      created_at timestamptz not null default now(),
      unique (organization_id, id)
    )`.execute(db);
  await sql`
    create table api_keys (
      id integer generated always as identity primary key,
      seal_id uuid not null unique,
      organization_id uuid not null references organizations (id) on delete cascade,
      name text not null check (length(name) between 1 and 100),
      key_hash text not null unique,
      key_sealed bytea not null,
      previous_key_hash text unique,
      previous_key_valid_until timestamptz,
      project_id integer,
      monthly_limit integer check (monthly_limit > 0),
      is_active boolean not null default true,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index api_keys_organization on api_keys (organization_id, id)`.execute(db);
  await sql`create index api_keys_project on api_keys (project_id)`.execute(db);
  await sql`
    create table api_key_usage (
      api_key_id integer not null references api_keys (id) on delete cascade,
      organization_id uuid not null references organizations (id) on delete cascade,
      cycle_started_at timestamptz not null,
      used integer not null check (used >= 0),
      primary key (api_key_id, cycle_started_at)
    )`.execute(db);
}
