import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/composition/open-infrastructure.ts';
import { readConfig, type Config } from '../src/config/config.ts';
import type { Database } from '../src/db/transaction.ts';
import { sha256 } from '../src/lib/crypto.ts';
import { newId } from '../src/lib/ids.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type EmptyDatabase,
  type TestDatabase,
} from './database.ts';
import { insertOrganization, insertProject } from './factories.ts';
import { testSecret } from './secret.ts';

/** An installation with one file, stored as `bytes` under `key`. */
export interface TestInstallation extends TestDatabase {
  readonly config: Config;
  readonly key: string;
  readonly bytes: Buffer;
}

/** Databases and folders as source and target of backups. */
export interface BackupRig {
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
  /** Returns a configuration whose DATA_DIR is `name` in the folder. */
  configOf(databaseUrl: string, name: string, env?: Record<string, string>): Config;
  openInstallation(env?: Record<string, string>): Promise<TestInstallation>;
  openEmpty(): Promise<EmptyDatabase>;
}

/** Creates a {@link BackupRig}; its stack deletes everything. */
export function createBackupRig(): BackupRig {
  const folder = mkdtempSync(join(tmpdir(), 'shotwright-backup-'));
  const stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const configOf: BackupRig['configOf'] = (databaseUrl, name, env = {}) =>
    readConfig({
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      PORT: '0',
      ...(databaseUrl !== '' && { ROLES: 'api' }),
      SECRET_KEY: testSecret,
      ...env,
    });
  return {
    folder,
    stack,
    configOf,
    openInstallation: async (env) => {
      const database = await createTestDatabase();
      stack.defer(() => database.close());
      const config = configOf(database.url, 'source', env);
      const bytes = Buffer.from('the bytes of an image');
      const key = await insertFile(database.db, config, bytes);
      return { ...database, config, key, bytes };
    },
    openEmpty: async () => {
      const database = await createEmptyDatabase();
      stack.defer(() => database.close());
      return database;
    },
  };
}

async function insertFile(db: Database, config: Config, bytes: Buffer): Promise<string> {
  const store = await openStore(config);
  const { id: organizationId } = await insertOrganization(db);
  const { id: projectId } = await insertProject(db, { organization_id: organizationId });
  const id = newId();
  const key = `screenshots/${organizationId}/${id}/image`;
  await store.put(key, bytes, { contentType: 'image/png' });
  await store.close();
  await db
    .insertInto('screenshots')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      source: 'URL',
      url: 'https://example.com/\\N\ttab "quoted"\nline',
      options: JSON.stringify({ file_type: 'png' }),
      credits: 1,
      status: 'COMPLETE',
      finished_at: new Date(),
    })
    .execute();
  await db
    .insertInto('files')
    .values({
      id: newId(),
      organization_id: organizationId,
      screenshot_id: id,
      kind: 'image',
      storage_key: key,
      name: 'a.png',
      content_type: 'image/png',
      size_bytes: bytes.length,
      sha256: sha256(bytes),
      width_px: 1,
      height_px: 1,
    })
    .execute();
  return key;
}
