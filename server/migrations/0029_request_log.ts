import { sql, type Kysely } from 'kysely';

/**
 * Calls with API keys. The ids are version 7 UUIDs of the calls' start, so that the primary key
 * finds the oldest ones. Keys, projects and captures may be deleted before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_log (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      request_id text not null,
      created_at timestamptz not null,
      method text not null,
      route text not null,
      path text not null,
      target text,
      status smallint not null,
      duration_ms integer not null,
      credits integer not null,
      error_code text,
      api_key_id integer not null,
      project_id integer,
      screenshot_id uuid,
      request_headers jsonb not null,
      request_body text,
      is_request_complete boolean not null,
      response_headers jsonb not null,
      response_body text,
      is_response_complete boolean not null
    )`.execute(db);
  await sql`create index request_log_newest on request_log (organization_id, id desc)`.execute(db);
  await sql`create index request_log_errors on request_log (organization_id, id desc) where status >= 400`.execute(
    db,
  );
  await sql`create index request_log_request on request_log (organization_id, request_id)`.execute(
    db,
  );
}
