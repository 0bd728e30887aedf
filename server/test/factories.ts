import type { Insertable } from 'kysely';
import type { OrganizationsTable, UsersTable } from '../src/db/tables/accounts.ts';
import type { ProjectsTable } from '../src/db/tables/projects.ts';
import type { Db } from '../src/db/transaction.ts';
import { newId } from '../src/lib/ids.ts';

/** Inserts an organisation with a credit account; the free plan and 100 credits by default. */
export async function insertOrganization(
  db: Db,
  input: Partial<Insertable<OrganizationsTable>> & { readonly credits?: number } = {},
): Promise<{ readonly id: string }> {
  const { credits = 100, ...values } = input;
  const { id } = await db
    .insertInto('organizations')
    .values({ id: newId(), name: 'Test organisation', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('credit_accounts')
    .values({ organization_id: id, available: credits, held: 0, cycle_credits: credits })
    .execute();
  await db
    .insertInto('credit_ledger')
    .values({
      organization_id: id,
      kind: 'grant',
      available_delta: credits,
      held_delta: 0,
      unique_key: 'grant:test',
    })
    .execute();
  return { id };
}

/** Inserts a user of the organisation; no password matches the hash. */
export async function insertUser(
  db: Db,
  input: Partial<Insertable<UsersTable>> & Pick<Insertable<UsersTable>, 'organization_id'>,
): Promise<{ readonly id: string; readonly email: string }> {
  const id = newId();
  return db
    .insertInto('users')
    .values({
      id,
      email: `user-${id}@example.com`,
      first_name: 'Ada',
      last_name: 'Test',
      password_hash: 'no-password',
      ...input,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

/** Inserts a project of the organisation. */
export async function insertProject(
  db: Db,
  input: Partial<Insertable<ProjectsTable>> & Pick<Insertable<ProjectsTable>, 'organization_id'>,
): Promise<{ readonly id: number }> {
  return db
    .insertInto('projects')
    .values({ name: 'Test project', ...input })
    .returning('id')
    .executeTakeFirstOrThrow();
}
