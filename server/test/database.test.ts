import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/db/open.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { insertOrganization, insertProject, insertUser } from './factories.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  one = await createTestDatabase();
  other = await createTestDatabase();
});
afterAll(async () => {
  await one.close();
  await other.close();
});

test('each suite has a complete, isolated schema', async () => {
  const organization = await insertOrganization(one.db, { credits: 7 });
  const user = await insertUser(one.db, { organization_id: organization.id });
  const project = await insertProject(one.db, { organization_id: organization.id });
  expect(user.email).toContain('@');
  expect(project.id).toBe(1);
  const account = await one.db.selectFrom('credit_accounts').selectAll().execute();
  expect(account).toMatchObject([{ organization_id: organization.id, available: 7, held: 0 }]);
  expect(await other.db.selectFrom('organizations').selectAll().execute()).toEqual([]);
});

test('the URL connects to the same database', async () => {
  const { db, close } = openDatabase({
    connection: { connectionString: other.url },
    maxConnections: 1,
    logger: silentLogger,
  });
  try {
    const organization = await insertOrganization(other.db);
    const found = await db.selectFrom('organizations').select('id').execute();
    expect(found).toEqual([{ id: organization.id }]);
  } finally {
    await close();
  }
});
