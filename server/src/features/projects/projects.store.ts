import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** A project with its figures; `totalSizeBytes` counts originals only. */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly screenshotCount: number;
  readonly totalSizeBytes: number;
  /** Null: no limit. Unit: credits in a cycle. */
  readonly monthlyLimit: number | null;
  /** Credits that count against the limit in this cycle; null without a limit. */
  readonly monthlyUsage: number | null;
}

/** Projects of an organisation, oldest first; `onlyId` narrows to one. */
export async function listProjects(
  db: Db,
  input: { organizationId: string; onlyId?: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select p.id, p.name, p.created_at as "createdAt",
      coalesce(counted.captures, 0)::bigint as "screenshotCount", coalesce(counted.bytes, 0)::bigint as "totalSizeBytes",
      p.monthly_limit as "monthlyLimit",
      case when p.monthly_limit is not null then coalesce(u.used, 0) end as "monthlyUsage"
    from projects p
    join organizations o on o.id = p.organization_id
    left join project_usage u on u.project_id = p.id and u.cycle_started_at = o.cycle_started_at
    left join (
      select project_id, sum(captures) as captures, sum(image_bytes) as bytes
      from capture_counts where organization_id = ${input.organizationId}
      group by project_id
    ) counted on counted.project_id = p.id
    where p.organization_id = ${input.organizationId}
      and (${input.onlyId ?? null}::int is null or p.id = ${input.onlyId ?? null}::int)
    order by p.id`.execute(db);
  return rows;
}

/** Inserts a project; returns its row. */
export async function insertProject(
  db: Db,
  input: { organizationId: string; name: string },
): Promise<{ id: number; name: string; createdAt: Date }> {
  const row = await db
    .insertInto('projects')
    .values({ organization_id: input.organizationId, name: input.name })
    .returning(['id', 'name', 'created_at'])
    .executeTakeFirstOrThrow();
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

/** Returns the oldest project's id, or undefined. */
export async function findOldestProjectId(
  db: Db,
  organizationId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the project's id if it belongs to the organisation, otherwise undefined. */
export async function findProjectId(
  db: Db,
  input: { organizationId: string; projectId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.projectId)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Serialises the creation of an organisation's first project. Not the strongest lock: with that
 * one, callers whose transactions already have rows of the organisation would block each other.
 */
export async function lockOrganization(db: Db, organizationId: string): Promise<void> {
  await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Changes a project's name; does nothing if the organisation has no such project. */
export async function updateProjectName(
  db: Db,
  input: { organizationId: string; projectId: number; name: string },
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ name: input.name })
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.projectId)
    .execute();
}

/**
 * Deletes a project and, by cascades of the database, its screenshots, files and keys. Returns
 * false if it does not exist.
 */
export async function removeProject(
  db: Db,
  input: { organizationId: string; projectId: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('projects')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.projectId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
