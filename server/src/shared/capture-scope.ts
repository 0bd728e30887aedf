import { sql, type RawBuilder } from 'kysely';

/** Captures, and what belongs to them, that a caller may access. */
export interface CaptureScope {
  readonly organizationId: string;
  /** The only project; null if all. */
  readonly projectId: number | null;
  /** True: only those of test mode; false: only live ones; absent: both. */
  readonly isTest?: boolean | undefined;
  /** The only API key that created them; absent: any. */
  readonly onlyKeyId?: number | undefined;
}

/**
 * Returns the SQL condition that a row is in scope. `table`: alias of a table with the columns
 * `organization_id`, `project_id`, `is_test` and, for the captures of one key, `api_key_id`.
 */
export function isInScope(
  table: 's' | 'b',
  { organizationId, projectId, isTest, onlyKeyId }: CaptureScope,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`
  ${column('organization_id')} = ${organizationId} and (${projectId}::int is null or ${column('project_id')} = ${projectId}::int)
  and (${isTest ?? null}::boolean is null or ${column('is_test')} = ${isTest ?? null}::boolean)
  ${onlyKeyId === undefined ? sql`` : sql`and ${column('api_key_id')} = ${onlyKeyId}::int`}`;
}
