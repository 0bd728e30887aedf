import { join, resolve } from 'node:path';
import { createDiskStore } from '../adapters/storage/disk-store.ts';
import type { ObjectStore } from '../adapters/storage/object-store.ts';
import { cacheRecentObjects } from '../adapters/storage/recent-objects.ts';
import { createS3Store } from '../adapters/storage/s3-store.ts';
import { watchStore, type StoreHealth } from '../adapters/storage/watched-store.ts';
import type { Config } from '../config/config.ts';
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { openDatabase, type DatabaseOptions } from '../db/open.ts';
import { lockDataDir } from '../embedded-postgres/process-lock.ts';
import type { Database } from '../db/transaction.ts';
import type { AppError } from '../shared/app-error.ts';
import { createKeyRing, type KeyRing } from '../lib/crypto.ts';
import type { Logger } from '../lib/logger.ts';
import { rejectUnfinishedRestore } from '../features/installation/refuse-unfinished-restore.ts';
import {
  rejectOtherSecret,
  requireSameSecret,
} from '../features/installation/require-same-secret.ts';
import { readOrCreateSecretKey, secretKeyPath } from '../config/secret-key.ts';

/** State that outlives the process: database, files, secret. */
export interface Infrastructure {
  readonly db: Database;
  /** Options for parts that need dedicated connections: the queue and its notifications. */
  readonly connection: DatabaseOptions['connection'];
  readonly store: ObjectStore;
  readonly storeHealth: StoreHealth;
  readonly keyRing: KeyRing;
}

/**
 * Opens the data for a server, or for a command that runs beside one, and registers the cleanup of
 * each part on `stack`. An embedded database belongs to one server; commands share it.
 */
export async function openInfrastructure(input: {
  readonly config: Config;
  readonly logger: Logger;
  readonly isCommand: boolean;
  readonly stack: AsyncDisposableStack;
  /** Called when an embedded database has exited for good. */
  readonly onDatabaseLost?: ((error: AppError) => void) | undefined;
}): Promise<Infrastructure> {
  const { config, logger, stack } = input;
  const connection = await connectTo(input);
  const maxConnections = input.isCommand ? 2 : config.databaseConnections;
  const database = openDatabase({ connection, maxConnections, logger });
  stack.defer(() => database.close());
  const keyRing = createKeyRing(readSecret(config));
  await rejectUnfinishedRestore(database.db);
  const check = { db: database.db, keyRing, secretSource: secretSourceOf(config) };
  // Runs before the migrations, so that a process with the wrong secret changes nothing.
  await rejectOtherSecret(check);
  await migrateToLatest({ connection });
  await requireSameSecret(check);
  const watched = watchStore(await openStore(config), { logger });
  const store = cacheRecentObjects(watched.store);
  stack.defer(() => store.close());
  return { db: database.db, connection, store, storeHealth: watched.health, keyRing };
}

/** Returns the secret from SECRET_KEY or from the file in DATA_DIR. Creates the file if missing. */
export function readSecret(config: Config): string {
  return config.secretKey ?? readOrCreateSecretKey(resolve(config.dataDir));
}

function secretSourceOf({ secretKey, dataDir }: Config): string {
  return secretKey === undefined ? secretKeyPath(resolve(dataDir)) : 'the one in SECRET_KEY';
}

/**
 * Starts or shares the embedded database, unless an external one is configured. `beforeStart` runs
 * while DATA_DIR is locked, before the database is created.
 */
export async function connectTo(
  input: Parameters<typeof openInfrastructure>[0] & { readonly beforeStart?: () => void },
): Promise<DatabaseOptions['connection']> {
  const { config, logger, stack, isCommand } = input;
  if (config.databaseUrl !== undefined) {
    input.beforeStart?.();
    return { connectionString: config.databaseUrl };
  }
  const dataDir = resolve(config.dataDir);
  if (!isCommand) {
    const lock = await lockDataDir(dataDir);
    stack.defer(() => lock.release());
  }
  input.beforeStart?.();
  const start = isCommand ? attachEmbeddedPostgres : startEmbeddedPostgres;
  const { onDatabaseLost: onLost } = input;
  const postgres = await start({ dataDir, logger, ...(onLost && { onLost }) });
  stack.defer(() => postgres.close());
  return postgres.connection;
}

/** Opens the configured object store. */
export function openStore(config: Config): Promise<ObjectStore> {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
  if (config.storage === 'disk' || accessKeyId === undefined || secretAccessKey === undefined)
    return createDiskStore({ directory: join(resolve(config.dataDir), 'files') });
  return createS3Store({
    ...(config.s3Endpoint !== undefined && { endpoint: config.s3Endpoint }),
    region: config.s3Region,
    bucket: config.s3Bucket,
    accessKeyId,
    secretAccessKey,
  });
}
