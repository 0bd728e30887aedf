import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../test/admin.ts';
import { createBackupRig, type BackupRig } from '../../../test/backups.ts';
import { insertOrganization } from '../../../test/factories.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { openStore } from '../../composition/open-infrastructure.ts';
import { startServer } from '../../composition/compose.ts';
import type { Config } from '../../config/config.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { openSnapshot } from '../../db/snapshot.ts';
import { createSweep } from '../../features/screenshots/run/sweep.service.ts';
import { silentLogger as logger } from '../../lib/logger.ts';

// Each test migrates a database and starts servers.
vi.setConfig({ testTimeout: 120_000 });

let rig: BackupRig;
beforeEach(() => {
  rig = createBackupRig();
});
afterEach(() => rig.stack.disposeAsync());

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

test('[DX-18] rows and objects of an external database and an S3 store are restored unchanged', async () => {
  const s3 = await startS3Server(join(rig.folder, 's3'));
  rig.stack.defer(() => s3.close());
  const source = await rig.openInstallation({
    STORAGE: 's3',
    S3_ENDPOINT: s3.options.endpoint,
    S3_ACCESS_KEY_ID: s3.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
  });
  const to = join(rig.folder, 'backup');
  await operatorOf(source.config).admin('backup', '--to', to);
  const empty = await rig.openEmpty();
  const config = rig.configOf(empty.url, 'target');
  const output = await operatorOf(config).admin('restore', '--from', to);
  expect(output).toMatch(/^Restored the backup of .* 1 files\.$/);
  expect(await readAll(empty.connection)).toEqual(await readAll(source.connection));
  expect(await readObject(config, source.key)).toEqual(source.bytes);
  const server = await startServer(config, { logger });
  await server.close();
});

test('[DX-18] a backup of an older schema is restored and migrated to this release', async () => {
  const older = await rig.openEmpty();
  await migrateToLatest({ connection: older.connection, until: '0012_page_images' });
  const { db, close } = openDatabase({ connection: older.connection, maxConnections: 1, logger });
  const { id: organizationId } = await insertOrganization(db);
  const options = JSON.stringify({ custom_header: '{"X-Old":"clear"}' });
  await db
    .insertInto('saved_settings')
    .values({ organization_id: organizationId, name: 'Old', options })
    .execute();
  await close();
  const to = join(rig.folder, 'backup');
  await operatorOf(rig.configOf(older.url, 'source')).admin('backup', '--to', to);
  const empty = await rig.openEmpty();
  const config = rig.configOf(empty.url, 'target');
  await operatorOf(config).admin('restore', '--from', to);
  const server = await startServer(config, { logger });
  const rows = await server.data.db.selectFrom('saved_settings').selectAll().execute();
  expect(rows).toMatchObject([{ name: 'Old', options: { custom_header: '{"X-Old":"***"}' } }]);
  await server.close();
});

test('an object whose row is deleted during a backup is stored until the backup has ended', async () => {
  const { db, connection, config, key } = await rig.openInstallation();
  const store = await openStore(config);
  const { sweep } = createSweep({
    db,
    store,
    logger,
    queue: { findEnded: async () => [] },
    credits: { release: async () => undefined },
    idempotency: { removeExpired: async () => 0 },
    onCaptureEnd: async () => undefined,
    closeEndedBatches: async () => undefined,
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

test('a file missing from the store does not prevent a backup and is named', async () => {
  const { config, key } = await rig.openInstallation();
  const store = await openStore(config);
  await store.remove([key]);
  const to = join(rig.folder, 'backup');
  const made = await operatorOf(config).adminJson('backup', '--to', to);
  expect(made).toMatchObject({ files: 0, missingFiles: [key] });
  const empty = await rig.openEmpty();
  await operatorOf(rig.configOf(empty.url, 'target')).admin('restore', '--from', to);
});
