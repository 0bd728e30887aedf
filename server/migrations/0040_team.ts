import { sql, type Kysely } from 'kysely';

/**
 * Roles of users in their organisation, and invitations by email. Each organisation has at most one owner;
 * an email has at most one open invitation to an organisation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column role text not null default 'owner'
      check (role in ('owner', 'admin', 'developer', 'billing', 'viewer'))`.execute(db);
  await sql`
    update users u set role = 'admin' where exists (
      select from users o where o.organization_id = u.organization_id and (o.created_at, o.id) < (u.created_at, u.id))`.execute(
    db,
  );
  await sql`create unique index users_owner on users (organization_id) where role = 'owner'`.execute(
    db,
  );
  await sql`
    create table invites (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      email text not null check (email = lower(email)),
      role text not null check (role in ('admin', 'developer', 'billing', 'viewer')),
      invited_by uuid references users (id) on delete set null,
      token_hash text not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (organization_id, email)
    )`.execute(db);
  await sql`create index invites_invited_by on invites (invited_by)`.execute(db);
}
