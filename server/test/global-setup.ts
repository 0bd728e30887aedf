import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { prepareJobQueues } from '../src/jobs/queue.ts';
import { newId } from '../src/lib/ids.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { connectionTo } from './connection.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection settings of the run's PostgreSQL, and the migrated database that suites copy. */
    readonly postgres: { readonly connection: PoolConfig; readonly template: string };
  }
}

/**
 * Provides one PostgreSQL for the whole run: the server at TEST_DATABASE_URL, or an embedded one
 * that is deleted at the end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `shotwright_template_${newId().replaceAll('-', '')}`;
  const admin = new Client(server.connection);
  try {
    await admin.connect();
    await admin.query(`create database ${template}`);
    await migrateToLatest({ connection: connectionTo(server.connection, template) });
    await prepareJobQueues({
      connection: connectionTo(server.connection, template),
      kinds: [],
      logger: silentLogger,
    });
    project.provide('postgres', { connection: server.connection, template });
  } catch (err) {
    await admin.end();
    await server.close();
    throw err;
  }
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await server.close();
  };
}

interface TestServer {
  readonly connection: PoolConfig;
  close(): Promise<void>;
}

async function openServer(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { connection: { connectionString: url }, close: async () => undefined };
  const dataDir = mkdtempSync(join(fastestFolder(), 'shotwright-test-'));
  // Traversable; otherwise a server that runs as root stores its cluster below /var/lib.
  chmodSync(dataDir, 0o711);
  const removeDataDir = (): void =>
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  // An interrupted run does not call `close`, and the folder may occupy memory.
  process.once('exit', removeDataDir);
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      logger: silentLogger,
      // The data is deleted at the end, so durability is not needed. Small, new tables need no vacuum, and
      // autovacuum would start a process every second for a hundred databases.
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        autovacuum: 'off',
        max_connections: '200',
      },
    });
    return {
      connection: server.connection,
      close: async () => {
        await server.close();
        removeDataDir();
      },
    };
  } catch (err) {
    removeDataDir();
    throw err;
  }
}

/** Maximum space that the databases of all workers and the write-ahead log need. */
const neededBytes = 4 * 2 ** 30;

/**
 * Returns a folder in memory if it has enough space, otherwise one on disk: creating and dropping a database
 * writes hundreds of files, which takes twice the processor time on a disk.
 */
function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= neededBytes ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
