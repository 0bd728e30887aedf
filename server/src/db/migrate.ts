import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool, type PoolConfig } from 'pg';
import { AppError } from '../shared/app-error.ts';

interface MigrateInput {
  readonly connection: PoolConfig;
  /** Folder of the migrations. Default: the product's own. */
  readonly folder?: string;
  /** Last migration to run. Default: the newest. Only for an empty database. */
  readonly until?: string;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * Brings the schema up to date with this code: all missing migrations in one transaction, forward
 * only. Concurrent calls wait for one another. Returns the names of the migrations it ran. Throws
 * `unavailable` if the database is newer than the code, and a migration's own error if it fails;
 * the schema is unchanged in both cases.
 */
export async function migrateToLatest({
  connection,
  folder = migrationsFolder,
  until,
}: MigrateInput): Promise<readonly string[]> {
  const migrations = await loadMigrations(folder);
  // Dedicated pool: a migration, or the wait for another process's migration, may exceed the
  // statement timeout of requests.
  const pool = new Pool({ ...connection, max: 2, connectionTimeoutMillis: 10_000 });
  // A lost idle connection also fails the statement that needs it, which reports the error.
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireKnownMigrations(db, Object.keys(migrations));
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await (until === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(until));
    if (error !== undefined) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName;
      throw new Error(`the migration ${failed ?? ''} failed; the schema is unchanged`, {
        cause: error,
      });
    }
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** Returns the names of this program's migrations, in order. */
export async function listMigrations(): Promise<readonly string[]> {
  return Object.keys(await loadMigrations(migrationsFolder)).toSorted();
}

async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.ts$/.test(name));
  const loaded = await Promise.all(
    files.map(async (name): Promise<[string, Migration]> => {
      const module: unknown = await import(pathToFileURL(join(folder, name)).href);
      if (!isMigration(module)) throw new Error(`${name} exports no function "up"`);
      return [name.slice(0, -'.ts'.length), { up: module.up }];
    }),
  );
  return Object.fromEntries(loaded);
}

function isMigration(module: unknown): module is Migration {
  return (
    typeof module === 'object' &&
    module !== null &&
    'up' in module &&
    typeof module.up === 'function'
  );
}

async function requireKnownMigrations(
  db: Kysely<unknown>,
  known: readonly string[],
): Promise<void> {
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found`.execute(db);
  if (!tables[0]?.found) return;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError({
    code: 'unavailable',
    message: `The database was migrated by a newer release (it contains ${unknown.join(', ')}). Start that release, or restore a backup.`,
  });
}
