import { sql, type Kysely } from 'kysely';

/** Screenshots, their stored files, objects to be deleted, and idempotency records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table screenshots (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      project_id integer not null,
      api_key_id integer references api_keys (id) on delete set null,
      user_id uuid references users (id) on delete set null,
      source text not null check (source in ('URL', 'HTML')),
      url text,
      html text,
      options jsonb not null,
      secrets_sealed bytea,
      status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'COMPLETE', 'FAILED')),
      attempt integer not null default 0,
      credits integer not null check (credits >= 0),
      failure_code text,
      failure_message text,
      is_retryable boolean not null default false,
      timings jsonb,
      report jsonb,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      check ((source = 'URL') = (url is not null)),
      check ((status = 'FAILED') = (failure_code is not null)),
      check ((status in ('COMPLETE', 'FAILED')) = (finished_at is not null)),
      check (secrets_sealed is null or status in ('PENDING', 'PROCESSING')),
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index screenshots_newest on screenshots (organization_id, id desc)`.execute(db);
  await sql`create index screenshots_project on screenshots (project_id)`.execute(db);
  await sql`create index screenshots_api_key on screenshots (api_key_id)`.execute(db);
  await sql`create index screenshots_open on screenshots (organization_id, created_at) where status in ('PENDING', 'PROCESSING')`.execute(
    db,
  );
  await sql`
    create table files (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      screenshot_id uuid not null references screenshots (id) on delete cascade,
      kind text not null check (kind in ('image', 'thumbnail')),
      storage_key text not null unique,
      name text not null,
      content_type text not null,
      size_bytes integer not null check (size_bytes > 0),
      sha256 text not null,
      width_px integer not null check (width_px > 0),
      height_px integer not null check (height_px > 0),
      created_at timestamptz not null default now(),
      unique (screenshot_id, kind)
    )`.execute(db);
  await sql`
    create table deleted_objects (
      storage_key text primary key,
      deleted_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function remember_deleted_object() returns trigger language plpgsql as $$
    begin
      insert into deleted_objects (storage_key) values (old.storage_key) on conflict do nothing;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger files_remember_object after delete on files
    for each row execute function remember_deleted_object()`.execute(db);
  await sql`
    create table idempotency_records (
      organization_id uuid not null references organizations (id) on delete cascade,
      idempotency_key text not null,
      operation text not null,
      body_hash text not null,
      status_code integer,
      answer jsonb,
      created_at timestamptz not null default now(),
      primary key (organization_id, operation, idempotency_key)
    )`.execute(db);
  await sql`create index idempotency_records_age on idempotency_records (created_at)`.execute(db);
  await sql`
    create function release_hold_of_deleted_screenshot() returns trigger language plpgsql as $$
    begin
      if exists (select from organizations where id = old.organization_id) then
        perform release_hold(old.organization_id, old.id);
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger screenshots_release_hold after delete on screenshots
    for each row when (old.status in ('PENDING', 'PROCESSING')) execute function release_hold_of_deleted_screenshot()`.execute(
    db,
  );
}
