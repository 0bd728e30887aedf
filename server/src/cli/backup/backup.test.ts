import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorOf } from '../../../test/admin.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { testSecret } from '../../../test/secret.ts';
import { openStore } from '../../compose-data.ts';
import { startServer } from '../../compose.ts';
import { readConfig, type Config } from '../../config.ts';
import { markRestore } from '../../db/fill-tables.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { openSnapshot } from '../../db/snapshot.ts';
import type { Database } from '../../db/transaction.ts';
import { createSweep } from '../../features/screenshots/sweep.service.ts';
import { sha256 } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger as logger } from '../../lib/logger.ts';
import { writePart } from './parts.ts';

let folder: string;
let stack: AsyncDisposableStack;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shotwright-backup-'));
  stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(() => stack.disposeAsync());

const configOf = (databaseUrl: string, name: string, env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, name),
    PORT: '0',
    ...(databaseUrl !== '' && { ROLES: 'api' }),
    SECRET_KEY: testSecret,
    ...env,
  });

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

/** An installation with one file on disk. */
async function openInstallation(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  stack.defer(() => database.close());
  const config = configOf(database.url, 'source', env);
  const bytes = Buffer.from('the bytes of an image');
  const key = await insertFile(database.db, config, bytes);
  return { ...database, config, key, bytes };
}

async function openEmpty() {
  const database = await createEmptyDatabase();
  stack.defer(() => database.close());
  return database;
}

async function readAll(connection: Parameters<typeof migrateToLatest>[0]['connection']) {
  const { db, close } = openDatabase({ connection, maxConnections: 1, logger });
  const screenshots = await db.selectFrom('screenshots').selectAll().execute();
  const files = await db.selectFrom('files').selectAll().execute();
  const organizations = await db.selectFrom('organizations').selectAll().execute();
  await close();
  return { screenshots, files, organizations };
}

async function readObject(config: Config, key: string): Promise<Buffer | undefined> {
  const store = await openStore(config);
  const bytes = await store.read(key);
  await store.close();
  return bytes;
}

test('[DX-18] rows and objects of an external database and an S3 store come back as they were', async () => {
  const s3 = await startS3Server(join(folder, 's3'));
  stack.defer(() => s3.close());
  const source = await openInstallation({
    STORAGE: 's3',
    S3_ENDPOINT: s3.options.endpoint,
    S3_ACCESS_KEY_ID: s3.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
  });
  const to = join(folder, 'backup');
  await operatorOf(source.config).admin('backup', '--to', to);
  const empty = await openEmpty();
  const config = configOf(empty.url, 'target');
  const said = await operatorOf(config).admin('restore', '--from', to);
  expect(said).toMatch(/^Restored the backup of .* 1 files\.$/);
  expect(await readAll(empty.connection)).toEqual(await readAll(source.connection));
  expect(await readObject(config, source.key)).toEqual(source.bytes);
  const server = await startServer(config, { logger });
  await server.close();
});

test('[DX-18] a backup of an older schema is restored and brought up to this release', async () => {
  const older = await openEmpty();
  await migrateToLatest({ connection: older.connection, until: '0012_page_images' });
  const { db, close } = openDatabase({ connection: older.connection, maxConnections: 1, logger });
  const { id: organizationId } = await insertOrganization(db);
  const options = JSON.stringify({ custom_header: '{"X-Old":"clear"}' });
  await db
    .insertInto('saved_settings')
    .values({ organization_id: organizationId, name: 'Old', options } as never)
    .execute();
  await close();
  const to = join(folder, 'backup');
  await operatorOf(configOf(older.url, 'source')).admin('backup', '--to', to);
  const empty = await openEmpty();
  const config = configOf(empty.url, 'target');
  await operatorOf(config).admin('restore', '--from', to);
  const server = await startServer(config, { logger });
  const rows = await server.data.db.selectFrom('saved_settings').selectAll().execute();
  expect(rows).toMatchObject([{ name: 'Old', options: { custom_header: '{"X-Old":"***"}' } }]);
  await server.close();
});

test('an object whose row is deleted during a backup stays until the backup has ended', async () => {
  const { db, connection, config, key } = await openInstallation();
  const store = await openStore(config);
  const { sweep } = createSweep({
    db,
    store,
    logger,
    queue: { findEnded: async () => [] },
    credits: { release: async () => undefined },
    idempotency: { removeExpired: async () => 0 },
    announceEnd: async () => undefined,
  });
  const snapshot = await openSnapshot(connection);
  await db.deleteFrom('files').execute();
  expect(await sweep()).toMatchObject({ removedObjects: 0 });
  const seen = [];
  for await (const row of snapshot.rows('select storage_key from files')) seen.push(row);
  expect(seen).toEqual([{ storage_key: key }]);
  await snapshot.end();
  expect(await sweep()).toMatchObject({ removedObjects: 0 });
  expect(await store.head(key)).toBeDefined();
  await snapshot.close();
  expect(await sweep()).toMatchObject({ removedObjects: 1 });
  expect(await store.head(key)).toBeUndefined();
});

test('a file that the store has lost does not prevent a backup, and is named', async () => {
  const { config, key } = await openInstallation();
  const store = await openStore(config);
  await store.remove([key]);
  const to = join(folder, 'backup');
  const made = await operatorOf(config).adminJson('backup', '--to', to);
  expect(made).toMatchObject({ files: 0, missingFiles: [key] });
  const empty = await openEmpty();
  await operatorOf(configOf(empty.url, 'target')).admin('restore', '--from', to);
});

test('an interrupted backup leaves an empty folder, and a folder without a manifest is refused', async () => {
  const { config } = await openInstallation();
  const to = join(folder, 'backup');
  const stopped = AbortSignal.abort();
  await expect(operatorOf(config, undefined, stopped).admin('backup', '--to', to)).rejects.toThrow(
    'The backup was interrupted',
  );
  expect(readdirSync(folder)).not.toContain('backup');
  await operatorOf(config).admin('backup', '--to', to);
  rmSync(join(to, 'manifest.json'));
  const empty = await openEmpty();
  const target = configOf(empty.url, 'target');
  await expect(operatorOf(target).admin('restore', '--from', to)).rejects.toThrow(
    'it is not a backup, or one that was interrupted',
  );
  await expect(operatorOf(config).admin('backup', '--to', to)).rejects.toThrow('is not empty');
});

test('a backup that was changed or is newer is refused before anything is written', async () => {
  const { config, key } = await openInstallation();
  const good = join(folder, 'good');
  await operatorOf(config).admin('backup', '--to', good);
  const empty = await openEmpty();
  const target = configOf(empty.url, 'target');
  const damage: [(at: string) => void, RegExp][] = [
    [(at) => writeFileSync(join(at, 'files', key), 'other bytes'), /is damaged: .*image/],
    [(at) => rmSync(join(at, 'files', key)), /is incomplete: .*image/],
    [(at) => writeFileSync(join(at, 'tables', 'files.copy.gz'), ''), /is damaged: .*files\.copy/],
    [(at) => writeFileSync(join(at, 'manifest.json'), '{"product"'), /cannot be read/],
    [
      (at) => {
        const path = join(at, 'manifest.json');
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('"0001_', '"9999_future","0001_'));
      },
      /newer than this program \(it has 9999_future/,
    ],
  ];
  for (const [nth, [change, sentence]] of damage.entries()) {
    const bad = join(folder, `bad-${nth}`);
    cpSync(good, bad, { recursive: true });
    change(bad);
    await expect(operatorOf(target).admin('restore', '--from', bad)).rejects.toThrow(sentence);
  }
  await operatorOf(target).admin('restore', '--from', good);
});

test('a restore refuses a database or a folder that is not empty, and another secret', async () => {
  const { config, url } = await openInstallation();
  const to = join(folder, 'backup');
  await operatorOf(config).admin('backup', '--to', to);
  const restoreInto = (target: Config) => operatorOf(target).admin('restore', '--from', to);
  await expect(restoreInto(configOf(url, 'target'))).rejects.toThrow(
    /The database behind DATABASE_URL is not empty; .*Stop its server/,
  );
  const empty = await openEmpty();
  await expect(restoreInto(configOf(empty.url, 'source'))).rejects.toThrow(
    /DATA_DIR \(.*source\) is not empty \(it has files\)/,
  );
  const otherSecret = { SECRET_KEY: 'another secret, of another installation' };
  await expect(restoreInto(configOf(empty.url, 'target', otherSecret))).rejects.toThrow(
    'SECRET_KEY is not the secret of the backup',
  );
  await restoreInto(configOf(empty.url, 'target'));
});

test('a backup with another secret, or of nothing, is refused and leaves nothing', async () => {
  const { config, url } = await openInstallation();
  const first = await startServer(config, { logger });
  await first.close();
  const to = join(folder, 'backup');
  const empty = await openEmpty();
  const cases: [Config, string][] = [
    [
      configOf(url, 'x', { SECRET_KEY: 'another secret, of another installation' }),
      'is not the one',
    ],
    [configOf(url, 'x', { SECRET_KEY: '' }), 'A backup without the secret is of no use'],
    [configOf(empty.url, 'x'), 'the database has no tables of this product'],
    [configOf('', 'x'), 'There is nothing to back up: DATA_DIR'],
  ];
  for (const [wrong, sentence] of cases) {
    await expect(operatorOf(wrong).admin('backup', '--to', to)).rejects.toThrow(sentence);
    expect(readdirSync(folder).toSorted()).toEqual(['source']);
  }
});

test('no server starts on a database whose restore was interrupted, and no restore goes on with it', async () => {
  const { config } = await openInstallation();
  const to = join(folder, 'backup');
  await operatorOf(config).admin('backup', '--to', to);
  const empty = await openEmpty();
  await markRestore(empty.connection);
  const target = configOf(empty.url, 'target');
  await expect(startServer(target, { logger })).rejects.toThrow(
    'A restore into this database is running or was interrupted',
  );
  rmSync(join(folder, 'target'), { recursive: true, force: true });
  await expect(operatorOf(target).admin('restore', '--from', to)).rejects.toThrow(
    'An earlier restore into the database behind DATABASE_URL was interrupted',
  );
});

test('a full disk is reported in a sentence that names the file', async () => {
  await expect(writePart('/dev/full', Readable.from(['x']))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The disk is full: /dev/full could not be written. Free some space.',
  });
});
