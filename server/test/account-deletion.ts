import { sql } from 'kysely';
import type { Database } from '../src/db/transaction.ts';
import {
  deleteDueAccounts,
  type DeleteAccountsDependencies,
} from '../src/features/accounts/deletion/delete-due-accounts.service.ts';
import type { Mail } from '../src/features/mail/mail.ts';
import { createCloseOrganization } from '../src/features/organizations/deletion/purge-organizations.service.ts';
import { silentLogger } from '../src/lib/logger.ts';
import type { TestApp, TestSession } from './app.ts';
import { insertUser } from './factories.ts';
import { readJson } from './screenshots-app.ts';

/** Runs the deletion of due accounts; emails are collected, and no subscription is cancelled. */
export function openDeletion(db: Database) {
  const mails: Mail[] = [];
  const deps: DeleteAccountsDependencies = {
    db,
    logger: silentLogger,
    enqueueMail: async (_tx, mail) => void mails.push(mail),
    endRenewal: async () => undefined,
    closeOrganization: createCloseOrganization({ enqueue: async () => undefined }),
  };
  return {
    mails,
    deps,
    /** Returns the number of deleted accounts. */
    run: (changes: Partial<DeleteAccountsDependencies> = {}) =>
      deleteDueAccounts({ ...deps, ...changes }),
  };
}

/** Sends the request to delete the account of a user; returns the status and the body. */
export async function scheduleDeletion(
  { call, email, password: currentPassword }: TestSession,
  changes: object = {},
) {
  const body = { email, currentPassword, ...changes };
  const response = await call('POST', '/users/deletion', body);
  return { httpStatus: response.status, ...(await readJson(response)) };
}

/** Moves the deletion of a user to a number of seconds from now. */
export async function dueIn(
  db: Database,
  { userId }: Pick<TestSession, 'userId'>,
  seconds: number,
): Promise<void> {
  await sql`
    update users set deletion_due_at = now() + make_interval(secs => ${seconds}) where id = ${userId}`.execute(
    db,
  );
}

/** Adds a member to the organisation of a user; returns the ID. */
export async function addMember(
  db: Database,
  { organizationId }: Pick<TestSession, 'organizationId'>,
  role: 'admin' | 'developer' | 'viewer' = 'developer',
): Promise<string> {
  const { id } = await insertUser(db, { organization_id: organizationId, role });
  return id;
}

/** Moves a signed-in user to the organisation of another one. */
export async function moveToOrganization(
  db: Database,
  { userId }: Pick<TestSession, 'userId'>,
  to: Pick<TestSession, 'organizationId'> & { readonly role: 'developer' | 'viewer' },
): Promise<void> {
  const { organizationId: organization_id, role } = to;
  await db.updateTable('users').set({ organization_id, role }).where('id', '=', userId).execute();
  await db.updateTable('sessions').set({ organization_id }).where('user_id', '=', userId).execute();
}

/** Inserts finished captures of a user with an image each, and one that waits and holds a credit. */
export async function insertCaptures(
  { db }: Pick<TestApp, 'db'>,
  { organizationId, userId }: Pick<TestSession, 'organizationId' | 'userId'>,
  input: { readonly projectId: number; readonly count: number },
): Promise<void> {
  await sql`
    insert into screenshots (id, organization_id, project_id, user_id, source, url, options, status, attempt, credits, finished_at)
    select gen_random_uuid(), ${organizationId}, ${input.projectId}, ${userId}, 'URL', 'https://example.com/' || n, '{}',
      'COMPLETE', 1, 1, now()
    from generate_series(1, ${input.count}) n`.execute(db);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), organization_id, id, 'image', 'screenshots/' || id, 'page.png', 'image/png', 100, repeat('0', 64), 10, 10
    from screenshots s where organization_id = ${organizationId} and status = 'COMPLETE'
      and not exists (select from files f where f.screenshot_id = s.id)`.execute(db);
}

/** Sums of the ledger of an organisation beside its balance. */
export async function moneyOf(
  db: Database,
  { organizationId }: Pick<TestSession, 'organizationId'>,
) {
  const { rows } = await sql<{ rows: number; available: number; held: number; balance: number }>`
    select count(*)::int as rows, sum(available_delta)::int as available, sum(held_delta)::int as held,
      (select available::int from credit_accounts where organization_id = ${organizationId}) as balance
    from credit_ledger where organization_id = ${organizationId}`.execute(db);
  return rows[0]!;
}

/** Names of the tables with rows of an organisation. */
export async function tablesWith(
  db: Database,
  { organizationId }: Pick<TestSession, 'organizationId'>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const used = await sql`
      select from ${sql.table(name)} where organization_id = ${organizationId} limit 1`.execute(db);
    if (used.rows.length > 0) found.push(name);
  }
  return found;
}
