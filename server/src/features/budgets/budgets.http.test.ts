import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { openBudgetAccount, url } from '../../../test/budgets.ts';
import { expectErrors } from '../../../test/error-cases.ts';

let app: TestApp;
let own: Awaited<ReturnType<typeof openBudgetAccount>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  own = await openBudgetAccount(app);
});

const alertJobs = async (): Promise<number> => {
  const { rows } = await sql`
    select from pgboss.job
    where name = 'budgets.alert' and data ->> 'organizationId' = ${own.person.organizationId}`.execute(
    app.db,
  );
  return rows.length;
};

describe('a budget', () => {
  test('[TM-4] of a project or key is set, read and removed', async () => {
    const { bySession, person, key, projectId, budgetPath } = own;
    const userIds = [person.userId];
    for (const path of [budgetPath, `/api-keys/${key.id}/budget`]) {
      expect((await bySession('GET', path)).data).toEqual({
        monthlyLimit: null,
        monthlyUsage: 0,
        usageResetsAt: expect.any(String) as string,
        thresholds: [80, 100],
        recipients: { roles: ['owner'], userIds: [] },
      });
      const set = await bySession('PUT', path, {
        monthlyLimit: '40',
        thresholds: [90, 50, '90'],
        recipients: { roles: ['viewer', 'admin', 'viewer'], userIds: [...userIds, ...userIds] },
      });
      expect(set).toMatchObject({ httpStatus: 200, message: 'Budget saved' });
      const expected = {
        monthlyLimit: 40,
        thresholds: [50, 90],
        recipients: { roles: ['admin', 'viewer'], userIds },
      };
      expect(set.data).toMatchObject(expected);
      expect((await bySession('GET', path)).data).toMatchObject(expected);
    }
    expect((await own.byKey('GET', '/projects')).data.projects).toEqual([
      expect.objectContaining({ id: projectId, monthlyLimit: 40, monthlyUsage: 0 }),
    ]);
    expect((await own.setLimit(null)).data.monthlyLimit).toBeNull();
    expect((await bySession('GET', '/projects/list')).data.projects[0]).toMatchObject({
      monthlyLimit: null,
      monthlyUsage: null,
    });
  });

  test('[TM-4] names each invalid field, and stores nothing then', async () => {
    const { person, key, budgetPath: path } = own;
    const other = await openBudgetAccount(app);
    const body = { monthlyLimit: 5 };
    await expectErrors(app, person, {
      method: 'PUT',
      path,
      body,
      invalid: [
        [{}, 'monthlyLimit'],
        [{ monthlyLimit: -1 }, 'monthlyLimit'],
        [{ monthlyLimit: 1.5 }, 'monthlyLimit'],
        [{ ...body, thresholds: [0] }, 'thresholds.0'],
        [{ ...body, thresholds: [50, 101] }, 'thresholds.1'],
        [{ ...body, thresholds: [1, 2, 3, 4, 5, 6] }, 'thresholds'],
        [{ ...body, recipients: { roles: [], userIds: [] } }, 'recipients'],
        [{ ...body, recipients: { roles: ['boss'] } }, 'recipients.roles.0'],
        [{ ...body, recipients: { userIds: ['ada'] } }, 'recipients.userIds.0'],
        [{ ...body, alerts: true }, 'alerts'],
      ],
      missing: [
        { path: other.budgetPath, body },
        { path: '/projects/2000000000/budget', body },
      ],
      missingCode: 'project_not_found',
    });
    await expectErrors(app, person, {
      method: 'PUT',
      path: `/api-keys/${key.id}/budget`,
      body,
      missing: [other.key.id, 2_000_000_000].map((id) => ({
        path: `/api-keys/${id}/budget`,
        body,
      })),
      missingCode: 'api_key_not_found',
    });
    const userIds = [person.userId, other.person.userId];
    expect(await own.bySession('PUT', path, { ...body, recipients: { userIds } })).toMatchObject({
      httpStatus: 404,
      code: 'member_not_found',
      details: { fields: [{ path: 'recipients.userIds.1' }] },
    });
    expect((await own.bySession('GET', path)).data.monthlyLimit).toBeNull();
    expect(await own.bySession('GET', other.budgetPath)).toMatchObject({
      code: 'project_not_found',
    });
  });

  test('[TM-4] is changed by an owner, admin or developer, and the change is in the audit log', async () => {
    const setRole = (role: 'viewer' | 'owner') =>
      app.db.updateTable('users').set({ role }).where('id', '=', own.person.userId).execute();
    await own.setLimit(5);
    await setRole('viewer');
    expect(await own.setLimit(50)).toMatchObject({ httpStatus: 403, code: 'role_forbidden' });
    expect((await own.bySession('GET', own.budgetPath)).data.monthlyLimit).toBe(5);
    await setRole('owner');
    const { data } = await own.bySession('GET', '/audit-events?group=files');
    expect(data.events).toEqual([
      expect.objectContaining({ action: 'project.budget_changed', targetName: 'Atlas' }),
      expect.objectContaining({ action: 'project.created' }),
    ]);
  });

  test('[TM-4] queues its alerts with the capture that reaches a threshold, and with changes of its limit', async () => {
    const { capture, bySession, key } = own;
    await bySession('PUT', own.budgetPath, { monthlyLimit: 4, thresholds: [50, 75] });
    const jobs = await alertJobs();
    await capture();
    expect(await alertJobs()).toBe(jobs);
    await capture();
    expect(await alertJobs()).toBe(jobs + 1);
    await capture();
    expect(await alertJobs()).toBe(jobs + 2);
    await capture();
    expect(await alertJobs()).toBe(jobs + 2);
    await bySession('PATCH', `/api-keys/${key.id}`, { monthlyLimit: 5 });
    expect(await alertJobs()).toBe(jobs + 3);
    await bySession('PATCH', `/api-keys/${key.id}`, { name: 'Renamed' });
    expect(await alertJobs()).toBe(jobs + 3);
    await capture({ project_id: await own.newProject('Unlimited') });
    expect(await alertJobs()).toBe(jobs + 4);
  });

  test('[TM-4] that loses its last recipient shows the owner, who gets the alerts then', async () => {
    const { bySession, budgetPath: path, person } = own;
    const recipients = { userIds: [person.userId] };
    await bySession('PUT', path, { monthlyLimit: 5, recipients });
    expect((await bySession('GET', path)).data.recipients).toEqual({ roles: [], ...recipients });
    await app.db
      .updateTable('projects')
      .set({ alert_user_ids: [(await app.session()).userId] })
      .where('id', '=', own.projectId)
      .execute();
    expect((await bySession('GET', path)).data.recipients).toEqual({
      roles: ['owner'],
      userIds: [],
    });
  });
});

test('[TM-4] without billing there are no budgets, and a limit that was set before is ignored', async () => {
  const free = await startTestApp({ env: { BILLING: 'off' } });
  const { bySession, captureAll, projectId, key } = await openBudgetAccount(free);
  await free.db
    .updateTable('projects')
    .set({ monthly_limit: 1 })
    .where('id', '=', projectId)
    .execute();
  await bySession('PATCH', `/api-keys/${key.id}`, { monthlyLimit: 1 });
  for (const path of [`/projects/${projectId}/budget`, `/api-keys/${key.id}/budget`]) {
    const expected = { httpStatus: 404, code: 'billing_disabled' };
    expect(await bySession('GET', path)).toMatchObject(expected);
    expect(await bySession('PUT', path, { monthlyLimit: 1 })).toMatchObject(expected);
  }
  const [project] = (await bySession('GET', '/projects/list')).data.projects;
  expect(project).toMatchObject({ monthlyLimit: null, monthlyUsage: null });
  for (let n = 0; n < 2; n += 1) {
    const body = { url, project_id: projectId };
    expect(await bySession('POST', '/screenshots/dashboard', body)).toMatchObject({
      httpStatus: 200,
    });
  }
  expect(await captureAll(['a'])).toMatchObject({ httpStatus: 202 });
  const { rows } = await sql`select from pgboss.job where name = 'budgets.alert'`.execute(free.db);
  expect(rows).toEqual([]);
  await free.close();
});
