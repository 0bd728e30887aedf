import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization } from '../../../test/factories.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createProjectsService } from './projects.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function serviceWith(abandoned: object[] = []) {
  return createProjectsService({
    isBillingOn: true,
    db: database.db,
    cancelPendingScreenshots: async (_tx, input) => {
      abandoned.push(input);
    },
  });
}

test('a new project is empty and is listed last', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const service = serviceWith();
  await service.createProject({ organizationId, name: 'First' });
  const second = await service.createProject({ organizationId, name: 'Second' });
  expect(second).toMatchObject({ name: 'Second', screenshotCount: 0, totalSizeBytes: 0 });
  expect((await service.listProjects({ organizationId })).map((row) => row.name)).toEqual([
    'First',
    'Second',
  ]);
});

test('a foreign project is indistinguishable from a missing one', async () => {
  const { id: owner } = await insertOrganization(database.db);
  const { id: otherOrganizationId } = await insertOrganization(database.db);
  const service = serviceWith();
  const { id: projectId } = await service.createProject({ organizationId: owner, name: 'Mine' });
  for (const id of [projectId, 2_000_000_000]) {
    const deleted = service.deleteProject({ organizationId: otherOrganizationId, projectId: id });
    await expect(deleted).rejects.toMatchObject({ code: 'project_not_found' });
  }
  expect(await service.listProjects({ organizationId: owner })).toHaveLength(1);
});

test('deleting a project first abandons its unfinished captures', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const abandoned: object[] = [];
  const service = serviceWith(abandoned);
  const { id: projectId } = await service.createProject({ organizationId, name: 'Going' });
  await service.deleteProject({ organizationId, projectId });
  expect(abandoned).toEqual([{ organizationId, projectId }]);
  expect(await service.listProjects({ organizationId })).toEqual([]);
});

test('[PA-6] without a project the first one is created once, also by twenty concurrent callers', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const service = serviceWith();
  const ids = await Promise.all(
    Array.from({ length: 20 }, () =>
      inTransaction(database.db, (tx) => service.findOrCreateProject(tx, organizationId)),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  const later = await service.createProject({ organizationId, name: 'Later' });
  expect(later.id).not.toBe(ids[0]);
  const again = await inTransaction(database.db, (tx) =>
    service.findOrCreateProject(tx, organizationId),
  );
  expect(again).toBe(ids[0]);
});
