import { sql, type Kysely } from 'kysely';

/**
 * Stored capture options become JSON values instead of strings. Strings that are not JSON remain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update screenshots s set options = s.options || parsed.options
    from screenshots old, lateral (
      select jsonb_object_agg(key, value::jsonb) as options from jsonb_each_text(old.options)
      where jsonb_typeof(old.options -> key) = 'string' and (
        key in ('full_page', 'disable_animations', 'disable_javascript', 'retina') and value in ('true', 'false')
        or key in ('width', 'height', 'delay') and value ~ '^(0|[1-9][0-9]{0,8})([.][0-9]{1,9})?$')
    ) parsed
    where old.id = s.id and parsed.options is not null`.execute(db);
}
