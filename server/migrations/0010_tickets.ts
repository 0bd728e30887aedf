import { sql, type Kysely } from 'kysely';

/**
 * Support tickets with their conversations and images, the staff's notes and saved replies, and the
 * log of staff actions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without foreign keys: the log of an action remains when its author or its subject is deleted.
  await sql`
    create table staff_actions (
      id bigint generated always as identity primary key,
      actor_user_id uuid,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      detail jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index staff_actions_subject on staff_actions (subject_kind, subject_id, id)`.execute(
    db,
  );
  await sql`
    create function refuse_change_of_log() returns trigger language plpgsql as $$
    begin
      raise exception 'the log of staff actions is only ever added to';
    end $$`.execute(db);
  await sql`
    create trigger staff_actions_append_only before update or delete on staff_actions
    for each row execute function refuse_change_of_log()`.execute(db);
  await sql`
    create table tickets (
      id integer generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      author_id uuid not null references users (id) on delete cascade,
      title text not null check (length(title) between 1 and 200),
      description text check (length(description) between 1 and 10000),
      context jsonb,
      status text not null default 'OPEN' check (status in ('OPEN', 'IN_PROGRESS', 'CLOSED')),
      assignee_id uuid references users (id) on delete set null,
      is_unread boolean not null default false,
      is_unanswered boolean not null default true,
      idempotency_key text,
      last_message_at timestamptz not null default now(),
      closed_at timestamptz,
      created_at timestamptz not null default now(),
      check ((status = 'CLOSED') = (closed_at is not null)),
      unique (author_id, idempotency_key)
    )`.execute(db);
  await sql`create index tickets_newest on tickets (author_id, id desc)`.execute(db);
  await sql`create index tickets_organization on tickets (organization_id)`.execute(db);
  await sql`create index tickets_waiting on tickets (is_unanswered desc, last_message_at)`.execute(
    db,
  );
  await sql`
    create table ticket_messages (
      id integer generated always as identity primary key,
      ticket_id integer not null references tickets (id) on delete cascade,
      sender text not null check (sender in ('author', 'team')),
      user_id uuid references users (id) on delete set null,
      text text not null,
      html text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index ticket_messages_ticket on ticket_messages (ticket_id, id)`.execute(db);
  await sql`
    create table ticket_notes (
      id integer generated always as identity primary key,
      ticket_id integer not null references tickets (id) on delete cascade,
      user_id uuid references users (id) on delete set null,
      text text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index ticket_notes_ticket on ticket_notes (ticket_id, id)`.execute(db);
  await sql`
    create table ticket_attachments (
      id uuid primary key,
      ticket_id integer not null references tickets (id) on delete cascade,
      position integer not null,
      storage_key text not null unique,
      content_type text not null check (content_type in ('image/png', 'image/jpeg')),
      size_bytes integer not null check (size_bytes > 0),
      sha256 text not null,
      width_px integer not null check (width_px > 0),
      height_px integer not null check (height_px > 0),
      created_at timestamptz not null default now(),
      unique (ticket_id, position)
    )`.execute(db);
  await sql`
    create trigger ticket_attachments_remember_object after delete on ticket_attachments
    for each row execute function remember_deleted_object()`.execute(db);
  await sql`
    create table saved_replies (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 100),
      markdown text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
}
