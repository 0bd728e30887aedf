import { sql, type Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject, insertUser } from '../../../test/factories.ts';
import type { ProjectsTable } from '../../db/tables/projects.ts';
import { newId, newToken } from '../../lib/ids.ts';
import type { Mail } from '../mail/mail.ts';
import { alertBudgetsHandler } from './budgets.jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Opens the handler; `mails` lists the queued emails, and `fail` makes the next ones fail. */
function open() {
  const mails: Mail[] = [];
  const state = { isFailing: false };
  const { handle } = alertBudgetsHandler({
    db: database.db,
    enqueueMail: async (_db, mail) => {
      if (state.isFailing) throw new Error('the queue is away');
      mails.push(mail);
    },
  });
  const send = (organizationId: string) =>
    handle({
      id: newId(),
      data: { organizationId },
      retryCount: 0,
      signal: new AbortController().signal,
    });
  return { mails, state, send };
}

/** An organisation with an owner, an admin and a viewer, and a project with a limit of 10 credits. */
async function budget(change: Partial<Insertable<ProjectsTable>> = {}) {
  const { db } = database;
  const { id: organizationId } = await insertOrganization(db);
  const roles = ['owner', 'admin', 'viewer'] as const;
  const users = await Promise.all(
    roles.map((role) => insertUser(db, { organization_id: organizationId, role })),
  );
  const { id } = await insertProject(db, {
    organization_id: organizationId,
    monthly_limit: 10,
    ...change,
  });
  const [owner, admin, viewer] = users;
  const use = (used: number) =>
    sql`
    insert into project_usage (project_id, organization_id, cycle_started_at, used)
    select ${id}, id, cycle_started_at, ${used} from organizations where id = ${organizationId}
    on conflict (project_id, cycle_started_at) do update set used = ${used}`.execute(db);
  return { organizationId, id, owner: owner!, admin: admin!, viewer: viewer!, use };
}

const sent = (mails: readonly Mail[]) =>
  mails.map((mail) => [mail.to, 'percent' in mail ? mail.percent : null]);

describe('alerts of a budget', () => {
  test('[TM-4] are sent once per threshold in a cycle, and again in the next', async () => {
    const { mails, send } = open();
    const { organizationId, owner, use } = await budget({ alert_percents: [50, 100] });
    for (const used of [4, 5, 6, 4, 5, 10, 10]) {
      await use(used);
      await send(organizationId);
    }
    expect(sent(mails)).toEqual([
      [owner.email, 50],
      [owner.email, 100],
    ]);
    expect(mails[1]).toMatchObject({ template: 'budget_alert', kind: 'project', used: 10 });
    await database.db
      .updateTable('organizations')
      .set({ cycle_started_at: new Date('2026-01-01') })
      .where('id', '=', organizationId)
      .execute();
    await send(organizationId);
    expect(mails).toHaveLength(2);
    await use(5);
    await send(organizationId);
    expect(sent(mails).at(-1)).toEqual([owner.email, 50]);
    expect(mails).toHaveLength(3);
  });

  test('[TM-4] are sent once by many jobs at the same time', async () => {
    const { mails, send } = open();
    const { organizationId, owner, use } = await budget();
    await use(10);
    await Promise.all(Array.from({ length: 8 }, () => send(organizationId)));
    expect(sent(mails)).toEqual([[owner.email, 100]]);
  });

  test('[TM-4] are sent by the retry of a job that failed', async () => {
    const { mails, state, send } = open();
    const { organizationId, use } = await budget();
    await use(8);
    state.isFailing = true;
    await expect(send(organizationId)).rejects.toThrow('the queue is away');
    state.isFailing = false;
    await send(organizationId);
    await send(organizationId);
    expect(mails).toHaveLength(1);
  });

  test('[TM-4] go to the chosen roles and members, once to each', async () => {
    const { mails, send } = open();
    const { organizationId, id, admin, viewer, use } = await budget({ alert_roles: ['admin'] });
    const chosen = [viewer.id, admin.id];
    await database.db
      .updateTable('projects')
      .set({ alert_user_ids: chosen })
      .where('id', '=', id)
      .execute();
    await use(8);
    await send(organizationId);
    expect(mails).toHaveLength(2);
    expect(new Map(mails.map(({ to }) => [to, true]))).toEqual(
      new Map([admin, viewer].map(({ email }) => [email, true])),
    );
  });

  test('[TM-4] go to the owner if no recipient is a member, and to no user of another organisation', async () => {
    const { mails, send } = open();
    const other = await budget();
    const { organizationId, owner, use } = await budget({
      alert_roles: ['billing'],
      alert_user_ids: [other.owner.id],
    });
    await use(8);
    await send(organizationId);
    expect(sent(mails)).toEqual([[owner.email, 80]]);
  });

  test('[TM-4] are not sent without thresholds or without a limit', async () => {
    const { mails, send } = open();
    const silent = await budget({ alert_percents: [] });
    const unlimited = await budget({ monthly_limit: null });
    for (const { organizationId, use } of [silent, unlimited]) {
      await use(10);
      await send(organizationId);
    }
    expect(mails).toEqual([]);
  });

  test('[TM-4] of an API key name the key', async () => {
    const { mails, send } = open();
    const { organizationId } = await budget();
    const { db } = database;
    const { id } = await db
      .insertInto('api_keys')
      .values({
        seal_id: newId(),
        organization_id: organizationId,
        name: 'Nightly',
        key_hash: newToken(),
        key_sealed: Buffer.from('sealed'),
        project_id: null,
        monthly_limit: 4,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into api_key_usage (api_key_id, organization_id, cycle_started_at, used)
      select ${id}, id, cycle_started_at, 4 from organizations where id = ${organizationId}`.execute(
      db,
    );
    await send(organizationId);
    expect(mails).toEqual([
      expect.objectContaining({ kind: 'api_key', name: 'Nightly', percent: 100, limit: 4 }),
    ]);
  });
});
