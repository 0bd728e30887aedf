import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { connectTo, openStore } from '../../composition/open-infrastructure.ts';
import type { Config } from '../../config/config.ts';
import { restoreMarker } from '../../db/copy-settings.ts';
import { openSnapshot, type Snapshot } from '../../db/snapshot.ts';
import { secretFingerprint } from '../../features/installation/require-same-secret.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import type { Logger } from '../../lib/logger.ts';
import { readSecretKey } from '../../config/secret-key.ts';
import { backupError } from './backup-format.ts';

/** Inputs of a backup. */
export interface BackupSource {
  readonly snapshot: Snapshot;
  readonly store: ObjectStore;
  readonly secret: string;
  readonly secretFingerprint: string;
}

/**
 * Opens an installation unchanged: unlike other commands, it runs no migrations and creates neither
 * a secret nor a database. The stack closes everything opened. Throws an explanation if there is no
 * installation, or if its secret differs.
 */
export async function openBackupSource(input: {
  readonly config: Config;
  readonly logger: Logger;
  readonly stack: AsyncDisposableStack;
}): Promise<BackupSource> {
  const { config, stack } = input;
  const dataDir = resolve(config.dataDir);
  if (config.databaseUrl === undefined && !hasCluster(dataDir)) {
    throw backupError(
      `There is nothing to back up: DATA_DIR (${dataDir}) contains no database, and DATABASE_URL is not set.`,
    );
  }
  const secret = config.secretKey ?? readSecretKey(dataDir);
  if (secret === undefined) {
    throw backupError(
      `A backup cannot be used without the secret. Set SECRET_KEY, or set DATA_DIR to the folder that contains the file secret-key (${dataDir} has none).`,
    );
  }
  const connection = await connectTo({ ...input, isCommand: true });
  const snapshot = await openSnapshot(connection);
  stack.defer(() => snapshot.close());
  if (snapshot.migrations.length === 0) {
    throw backupError('There is nothing to back up: the database has no tables of this product.');
  }
  if (snapshot.tables.some(({ name }) => name === restoreMarker)) {
    throw backupError(
      'A restore into this database was interrupted, so it is incomplete and cannot be backed up.',
    );
  }
  const own = secretFingerprint(createKeyRing(secret));
  await requireOwnDatabase(snapshot, own);
  const store = await openStore(config);
  stack.defer(() => store.close());
  return { snapshot, store, secret, secretFingerprint: own };
}

async function requireOwnDatabase(snapshot: Snapshot, own: string): Promise<void> {
  // A database of an older release does not have this table.
  if (!snapshot.tables.some(({ name }) => name === 'installation')) return;
  const stored = snapshot.rows<{ fingerprint: string }>(
    'select secret_fingerprint as fingerprint from installation',
  );
  for await (const { fingerprint } of stored) {
    if (fingerprint !== own) {
      throw backupError(
        'The secret of this command (SECRET_KEY, or the file secret-key in DATA_DIR) is not the secret of the database, so the backup could not be used. Set SECRET_KEY to the secret of the database.',
      );
    }
  }
}

function hasCluster(dataDir: string): boolean {
  return ['postgres', 'postgres-location.txt'].some((name) => existsSync(join(dataDir, name)));
}
