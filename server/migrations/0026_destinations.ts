import { sql, type Kysely } from 'kysely';

/** Buckets of customers, and the delivery of each file to one of them or to a presigned URL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table destinations (
      id integer generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      name text not null check (length(name) between 1 and 100),
      endpoint text,
      region text not null,
      bucket text not null,
      access_key_id text not null,
      secret_id uuid not null,
      secret_sealed bytea not null,
      prefix text not null,
      path_template text not null,
      storage_class text,
      acl text,
      public_base_url text,
      keep_local boolean not null,
      created_at timestamptz not null default now(),
      unique (organization_id, id)
    )`.execute(db);
  await sql`
    create table file_deliveries (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      screenshot_id uuid not null unique references screenshots (id) on delete cascade,
      destination_id integer references destinations (id) on delete set null,
      upload_url_sealed bytea,
      storage_path text,
      object_key text,
      state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
      attempts integer not null default 0,
      job_id uuid,
      next_attempt_at timestamptz,
      error_code text,
      error_message text,
      delivered_at timestamptz,
      created_at timestamptz not null default now(),
      check ((state = 'DELIVERED') = (delivered_at is not null))
    )`.execute(db);
  await sql`create index file_deliveries_destination on file_deliveries (destination_id)`.execute(
    db,
  );
  await sql`create index file_deliveries_organization on file_deliveries (organization_id)`.execute(
    db,
  );
}
