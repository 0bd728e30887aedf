import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrateToLatest } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  folder = mkdtempSync(join(tmpdir(), 'shotwright-migrations-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

const own = fileURLToPath(new URL('../../migrations/', import.meta.url));
const migrate = (from?: string): Promise<readonly string[]> =>
  migrateToLatest({
    connection: database.connection,
    ...(from !== undefined && { folder: from }),
  });
const tables = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    database.db,
  );
  return rows.map((row) => row.name);
};
const addMigration = (name: string, statement: string): void =>
  writeFileSync(
    join(folder, `${name}.ts`),
    `export async function up(db) { await db.schema.${statement}.execute(); }`,
  );

test('concurrent migrators create one schema and run each migration once', async () => {
  const ran = await Promise.all([migrate(), migrate(), migrate()]);
  expect(ran.flat().length).toBe(new Set(ran.flat()).size);
  expect(ran.flat()).toContain('0001_accounts');
  expect(await tables()).toContain('screenshots');
  expect(await migrate()).toEqual([]);
});

test('a failed migration leaves the schema unchanged', async () => {
  addMigration('0001_good', "createTable('good').addColumn('id', 'integer')");
  await migrate(folder);
  addMigration('0002_also_good', "createTable('also_good').addColumn('id', 'integer')");
  addMigration('0003_bad', "createTable('good').addColumn('id', 'integer')");
  await expect(migrate(folder)).rejects.toThrow('the migration 0003_bad failed');
  expect(await tables()).toEqual(['good', 'kysely_migration', 'kysely_migration_lock']);
});

test('a database newer than the program is rejected with an error message', async () => {
  cpSync(own, folder, { recursive: true });
  addMigration('9999_future', "createTable('future').addColumn('id', 'integer')");
  await migrate(folder);
  await expect(migrate()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('migrated by a newer release (it contains 9999_future)'),
  });
});
