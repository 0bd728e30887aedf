import { sql, type Kysely } from 'kysely';

/** Saved capture settings, which are deleted with their project (ruling RL-29). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_settings (
      id integer generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      project_id integer,
      name text not null check (length(name) between 1 and 100),
      description text,
      options jsonb not null,
      created_at timestamptz not null default now(),
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index saved_settings_organization on saved_settings (organization_id, id desc)`.execute(
    db,
  );
  await sql`create index saved_settings_project on saved_settings (project_id)`.execute(db);
}
