import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connectTo, openStore } from '../../composition/open-infrastructure.ts';
import { jobKinds } from '../../composition/compose-features.ts';
import type { Config } from '../../config/config.ts';
import { fillTables, markRestore, readDatabaseState, unmarkRestore } from '../../db/fill-tables.ts';
import { listMigrations, migrateToLatest } from '../../db/migrate.ts';
import { openDatabase, type Connection } from '../../db/open.ts';
import { secretFingerprint } from '../../features/installation/require-same-secret.ts';
import { addOpenJobs, openJobSchema } from '../../jobs/open-jobs.ts';
import { prepareJobQueues } from '../../jobs/queue.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import type { Logger } from '../../lib/logger.ts';
import { readSecretKey, secretKeyPath } from '../../config/secret-key.ts';
import { filePath, readFileOf } from './back-up.ts';
import {
  backupNames,
  indexedFileSchema,
  readManifest,
  backupError,
  tablePath,
  type BackupManifest,
} from './backup-format.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { readJsonLines, readBackupFile, verifyBackupFile } from './backup-files.ts';

/** Source and target of a restore. */
export interface RestoreInput {
  readonly config: Config;
  readonly logger: Logger;
  readonly from: string;
}

/** Result of a restore. */
export interface RestoreReport {
  readonly manifest: BackupManifest;
  readonly openJobs: number;
  /** Number of jobs whose kind this release does not have. */
  readonly droppedJobs: number;
  /** Tables that do not belong to this product and were skipped. */
  readonly unknownTables: readonly string[];
}

const maxConcurrentCopies = 4;

/**
 * Fills an empty installation from a backup and migrates its schema to this program's version.
 * Everything in the backup is verified before anything is written. An interrupted restore leaves a
 * mark in the database that prevents servers from starting. Throws an explanation if the backup is
 * damaged or newer, or the installation is running or not empty.
 */
export async function restore(input: RestoreInput): Promise<RestoreReport> {
  const { config } = input;
  const from = resolve(input.from);
  const manifest = await readManifest(from);
  await requireKnownVersion(manifest);
  await verifyAll(from, manifest);
  const secret = await chooseSecret(config, { from, manifest });
  await using stack = new AsyncDisposableStack();
  const connection = await openTarget({ ...input, stack });
  await markRestore(connection);
  if (config.secretKey === undefined) storeSecret(resolve(config.dataDir), secret);
  await restoreFiles(config, { from, manifest, stack });
  const { logger } = input;
  await migrateToLatest({ connection, until: manifest.migrations.at(-1) ?? '' });
  const unknownTables = await fillTables(connection, {
    sequences: manifest.sequences,
    tables: manifest.tables.map(({ rows, ...table }) => ({
      ...table,
      rowCount: rows,
      open: () => readBackupFile(tablePath(from, table.name), { isCompressed: true }),
    })),
  });
  await migrateToLatest({ connection });
  const jobs = await restoreJobs({ connection, from, logger });
  await unmarkRestore(connection);
  return { manifest, openJobs: jobs.added, droppedJobs: jobs.unknown, unknownTables };
}

async function requireKnownVersion({ migrations }: BackupManifest): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw backupError(
    `The backup was made by a newer release (it contains ${unknown.join(', ')}). Restore it with that release or a newer one.`,
  );
}

async function verifyAll(from: string, manifest: BackupManifest): Promise<void> {
  await verifyBackupFile(join(from, backupNames.secret), manifest.secret);
  await verifyBackupFile(join(from, backupNames.jobs), manifest.jobs);
  for (const table of manifest.tables) await verifyBackupFile(tablePath(from, table.name), table);
  if (!manifest.files) return;
  await verifyBackupFile(join(from, backupNames.fileIndex), manifest.files);
  await forEachConcurrently(indexedFiles(from, manifest), maxConcurrentCopies, (file) =>
    verifyBackupFile(filePath(from, file.key), file),
  );
}

/** Yields the objects of the backup, except those that were missing when it was made. */
async function* indexedFiles(from: string, { files }: BackupManifest) {
  const missing = new Set(files?.missing);
  const path = join(from, backupNames.fileIndex);
  for await (const file of readJsonLines(path, indexedFileSchema)) {
    if (!missing.has(file.key)) yield file;
  }
}

async function chooseSecret(
  config: Config,
  { from, manifest }: { readonly from: string; readonly manifest: BackupManifest },
): Promise<string> {
  const secret = (await readFile(join(from, backupNames.secret), 'utf8')).trim();
  const own = config.secretKey ?? readSecretKey(resolve(config.dataDir));
  if (own === undefined) return secret;
  if (secretFingerprint(createKeyRing(own)) === manifest.secretFingerprint) return own;
  const source =
    config.secretKey === undefined ? secretKeyPath(resolve(config.dataDir)) : 'SECRET_KEY';
  throw backupError(
    `${source} is not the secret of the backup, so the restored data could not be decrypted. Remove it, or replace it with the content of ${join(from, backupNames.secret)}.`,
  );
}

async function openTarget(
  input: RestoreInput & { readonly stack: AsyncDisposableStack },
): Promise<Connection> {
  const { config } = input;
  const dataDir = resolve(config.dataDir);
  // Connects like a server: fails if one is running, and prevents another from starting during the
  // restore.
  const connection = await connectTo({
    ...input,
    isCommand: false,
    beforeStart: () => requireEmptyFolder(config, dataDir),
  });
  const state = await readDatabaseState(connection);
  if (state === 'empty') return connection;
  const where = config.databaseUrl === undefined ? `of ${dataDir}` : 'behind DATABASE_URL';
  throw backupError(
    state === 'interrupted'
      ? `An earlier restore into the database ${where} was interrupted. Start again with an empty database and an empty DATA_DIR.`
      : `The database ${where} is not empty, and a restore does not overwrite data. Stop its server and use an empty database or DATA_DIR.`,
  );
}

function requireEmptyFolder({ storage, databaseUrl }: Config, dataDir: string): void {
  if (databaseUrl !== undefined && storage === 's3') return;
  mkdirSync(dataDir, { recursive: true });
  const found = readdirSync(dataDir).find((name) => !['server.lock', 'secret-key'].includes(name));
  if (found === undefined) return;
  throw backupError(
    `DATA_DIR (${dataDir}) is not empty (it contains ${found}), and a restore does not overwrite data. Use an empty folder.`,
  );
}

function storeSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true });
  if (readSecretKey(dataDir) !== undefined) return;
  writeFileSync(secretKeyPath(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx' });
}

async function restoreFiles(
  config: Config,
  input: {
    readonly from: string;
    readonly manifest: BackupManifest;
    readonly stack: AsyncDisposableStack;
  },
): Promise<void> {
  const { from, manifest, stack } = input;
  if (!manifest.files) return;
  const store = await openStore(config);
  stack.defer(() => store.close());
  await forEachConcurrently(
    indexedFiles(from, manifest),
    maxConcurrentCopies,
    async ({ key, contentType, sha256 }) => {
      const bytes = await buffer(readFileOf(from, key));
      const stored = await store.put(key, bytes, { contentType });
      if (stored.sha256 !== sha256) throw backupError(`${key} changed during the restore.`);
    },
  );
}

async function restoreJobs(input: {
  readonly connection: Connection;
  readonly from: string;
  readonly logger: Logger;
}): Promise<{ readonly added: number; readonly unknown: number }> {
  const { connection, from, logger } = input;
  await prepareJobQueues({ connection, kinds: jobKinds, logger });
  const { db, close } = openDatabase({ connection, maxConnections: 2, logger });
  try {
    const jobs = readJsonLines(join(from, backupNames.jobs), openJobSchema);
    return await addOpenJobs({ db, jobs, logger });
  } finally {
    await close();
  }
}
