import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, type PoolConfig } from 'pg';
import { AppError } from '../shared/app-error.ts';
import { isConnectionError } from '../lib/connection-error.ts';
import type { Logger } from '../lib/logger.ts';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { cannotStart, explainFailure } from './start-errors.ts';
import { openClusterDirectory, type ClusterDirectory } from './cluster-directory.ts';
import type { ParentDeathWatch } from './parent-death.ts';
import { removeStaleProcesses } from './stale-process.ts';
import { ensureCluster, startPostgres, type PostgresProcess } from './server-process.ts';
import { supervisePostgres, type RestartTimings } from './supervisor.ts';
import { lockHolder, tryLock, type ProcessLock } from './process-lock.ts';

/** Connection to an embedded database, with its cleanup. */
export interface EmbeddedPostgres {
  readonly connection: PoolConfig;
  /** Stops the server if this process started it. Close your pools first. */
  close(): Promise<void>;
}

interface StartInput {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Override the usual server settings; tests that discard their cluster need no fsync. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Called if PostgreSQL died and could not be restarted. Not used by commands, which end on their
   * own error.
   */
  readonly onLost?: (error: AppError) => void;
  /** Default: seven attempts in 16 s. */
  readonly restartTimings?: RestartTimings;
  /** Default: the kernel, if possible. */
  readonly parentDeathWatch?: ParentDeathWatch;
}

const startDeadlineMs = 60_000;

/**
 * Starts the PostgreSQL under `dataDir`, creating its cluster first if necessary. It listens only
 * on a private unix socket, ends with this process and is restarted if it dies alone. Throws
 * `unavailable` with an explanation, at the latest after 60 s.
 */
export async function startEmbeddedPostgres(input: StartInput): Promise<EmbeddedPostgres> {
  return withStartErrors(async () => {
    const cluster = openClusterDirectory(input.dataDir);
    const until = Date.now() + startDeadlineMs;
    const lock = await acquireLock(cluster, until);
    return startOwned({ ...input, cluster, lock, until, stopMode: 'fast' });
  });
}

/** Connects a command to the running PostgreSQL, or starts one for the duration of the command. */
export async function attachEmbeddedPostgres(input: StartInput): Promise<EmbeddedPostgres> {
  return withStartErrors(() => attach(input));
}

async function attach(input: StartInput): Promise<EmbeddedPostgres> {
  const cluster = openClusterDirectory(input.dataDir);
  const until = Date.now() + startDeadlineMs;
  for (;;) {
    const lock = tryLock(lockPath(cluster));
    // Another command may attach to this PostgreSQL; `smart` waits for it to finish.
    if ('release' in lock) return startOwned({ ...input, cluster, lock, until, stopMode: 'smart' });
    const connection = connectionOf(cluster);
    const isUp = await waitUntilUp(connection, {
      until,
      isAbandoned: () => lockHolder(lockPath(cluster)) === undefined,
    });
    if (isUp) return { connection, close: async () => undefined };
    if (Date.now() > until) throw tooSlow(cluster);
  }
}

interface OwnedInput extends StartInput {
  readonly cluster: ClusterDirectory;
  readonly lock: ProcessLock;
  readonly until: number;
  readonly stopMode: 'smart' | 'fast';
}

async function startOwned(input: OwnedInput): Promise<EmbeddedPostgres> {
  const { cluster, lock, until, logger, stopMode } = input;
  try {
    const binaries = findPostgresBinaries(cluster.user !== undefined);
    const first = await startAndWait({ ...input, binaries, until });
    const connection = connectionOf(cluster);
    await ensureDatabase(connection).catch(async (err: unknown) => {
      await first.stop('fast');
      throw err;
    });
    // A command finishes sooner than PostgreSQL would be restarted.
    const isSupervised = stopMode === 'fast';
    const running = isSupervised
      ? supervisePostgres({
          first,
          startAgain: (signal) =>
            startAndWait({ ...input, binaries, until: Date.now() + startDeadlineMs, signal }),
          onLost: (error) => input.onLost?.(error),
          logger,
          timings: input.restartTimings,
        })
      : first;
    const close = async (): Promise<void> => {
      await running.stop(stopMode);
      lock.release();
    };
    return { connection, close };
  } catch (err) {
    lock.release();
    throw err;
  }
}

/**
 * Starts PostgreSQL on a cluster that is not in use. Resolves when it accepts connections. If it
 * rejects, PostgreSQL has been stopped.
 */
async function startAndWait(
  input: Pick<OwnedInput, 'cluster' | 'logger' | 'settings' | 'parentDeathWatch' | 'until'> & {
    readonly binaries: PostgresBinaries;
    readonly signal?: AbortSignal;
  },
): Promise<PostgresProcess> {
  const { cluster, binaries, logger, parentDeathWatch, until, signal, settings = {} } = input;
  await removeStaleProcesses(cluster);
  // A restart never creates a new, empty database in place of a lost one.
  if (!signal) await ensureCluster(cluster, binaries);
  const server = startPostgres({ cluster, binaries, logger, settings, parentDeathWatch });
  try {
    const isUp = await waitUntilUp(
      { ...connectionOf(cluster), database: 'postgres' },
      { until, isAbandoned: () => server.failure() !== undefined || signal?.aborted === true },
    );
    const failure = server.failure();
    if (failure) throw explainFailure('The embedded PostgreSQL did not start', failure);
    signal?.throwIfAborted();
    if (!isUp) throw tooSlow(cluster);
    return server;
  } catch (err) {
    await server.stop('fast');
    throw err;
  }
}

/**
 * Waits for the lock. Its holder is a server, which the lock of DATA_DIR should have excluded, or a
 * command that exits by itself.
 */
async function acquireLock(cluster: ClusterDirectory, until: number): Promise<ProcessLock> {
  for (;;) {
    const lock = tryLock(lockPath(cluster));
    if ('release' in lock) return lock;
    if (Date.now() > until) {
      throw cannotStart(
        `Process ${lock.holderPid} uses the database in ${cluster.path}. Stop it, or choose another DATA_DIR.`,
      );
    }
    await sleep(50);
  }
}

/**
 * Tries to connect until it succeeds. Returns false if the attempt was given up or out of time.
 * Throws errors other than "not yet".
 */
async function waitUntilUp(
  connection: PoolConfig,
  wait: { readonly until: number; readonly isAbandoned: () => boolean },
): Promise<boolean> {
  while (Date.now() < wait.until && !wait.isAbandoned()) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (err) {
      if (!isNotYet(err)) throw err;
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(10);
  }
  return false;
}

/**
 * 57P03: starting up, shutting down or recovering. 3D000: the command that created the cluster is
 * about to create the database.
 */
function isNotYet(err: unknown): boolean {
  if (err instanceof DatabaseError) return ['57P03', '3D000'].includes(err.code ?? '');
  if (!(err instanceof Error)) return false;
  return isConnectionError(err) || /terminated|timeout/i.test(err.message);
}

async function ensureDatabase(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = 'shotwright'");
    if (found.rowCount === 0) await client.query('create database shotwright');
  } finally {
    await client.end();
  }
}

async function withStartErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof AppError || !(err instanceof Error)) throw err;
    throw explainFailure('The embedded PostgreSQL did not start', err.message);
  }
}

function connectionOf(cluster: ClusterDirectory): PoolConfig {
  return { host: cluster.socketPath, port: 5432, user: 'shotwright', database: 'shotwright' };
}

function lockPath(cluster: ClusterDirectory): string {
  return join(cluster.path, 'owner.lock');
}

function tooSlow(cluster: ClusterDirectory): Error {
  return cannotStart(
    `The embedded PostgreSQL in ${cluster.path} did not respond within ${startDeadlineMs / 1000} s. Check that the disk is not full or very slow.`,
  );
}
