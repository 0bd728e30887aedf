import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError, type PoolConfig } from 'pg';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import { findPostgresBinaries, type PostgresBinaries } from './embedded-postgres-binaries.ts';
import { cannotStart, explainFailure } from './embedded-postgres-failures.ts';
import { openPostgresHome, type PostgresHome } from './embedded-postgres-home.ts';
import type { DeathWatch } from './embedded-postgres-death.ts';
import { clearLeftovers } from './embedded-postgres-leftovers.ts';
import { ensureCluster, startPostgres, type PostgresProcess } from './embedded-postgres-process.ts';
import { supervisePostgres, type RestartTimings } from './embedded-postgres-supervisor.ts';
import { lockHolder, tryLock, type ProcessLock } from './process-lock.ts';

/** A database to connect to, and how to be done with it. */
export interface EmbeddedPostgres {
  readonly connection: PoolConfig;
  /** Close your pools first. Stops the server if this process started it. */
  close(): Promise<void>;
}

interface StartInput {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Over the usual server settings; tests that throw their cluster away need no fsync. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when PostgreSQL died and could not be started again. Not for commands, which end on their own error. */
  readonly onLost?: (error: AppError) => void;
  /** Default: seven attempts in 16 s. */
  readonly restartTimings?: RestartTimings;
  /** Default: the kernel, where that is possible. */
  readonly deathWatch?: DeathWatch;
}

const startDeadlineMs = 60_000;

/**
 * Starts the PostgreSQL that lives under `dataDir`, making its cluster first if need be. It listens on a private unix
 * socket only and ends with this process; when it dies alone it is started again. Throws `unavailable` with a sentence, at the latest after 60 s.
 */
export async function startEmbeddedPostgres(input: StartInput): Promise<EmbeddedPostgres> {
  return explainingFaults(async () => {
    const home = openPostgresHome(input.dataDir);
    const until = Date.now() + startDeadlineMs;
    const lock = await takeLock(home, until);
    return startOwn({ ...input, home, lock, until, stopMode: 'fast' });
  });
}

/** For a command beside the server: uses the running PostgreSQL, or starts one for as long as the command takes. */
export async function attachEmbeddedPostgres(input: StartInput): Promise<EmbeddedPostgres> {
  return explainingFaults(() => attach(input));
}

async function attach(input: StartInput): Promise<EmbeddedPostgres> {
  const home = openPostgresHome(input.dataDir);
  const until = Date.now() + startDeadlineMs;
  for (;;) {
    const lock = tryLock(lockPath(home));
    // Another command may attach to ours meanwhile: `smart` lets it finish.
    if ('release' in lock) return startOwn({ ...input, home, lock, until, stopMode: 'smart' });
    const connection = connectionOf(home);
    const isUp = await waitUntilUp(connection, {
      until,
      isGivenUp: () => lockHolder(lockPath(home)) === undefined,
    });
    if (isUp) return { connection, close: async () => undefined };
    if (Date.now() > until) throw tooSlow(home);
  }
}

interface OwnInput extends StartInput {
  readonly home: PostgresHome;
  readonly lock: ProcessLock;
  readonly until: number;
  readonly stopMode: 'smart' | 'fast';
}

async function startOwn(input: OwnInput): Promise<EmbeddedPostgres> {
  const { home, lock, until, logger, stopMode } = input;
  try {
    const binaries = findPostgresBinaries(home.user !== undefined);
    const first = await bringUp({ ...input, binaries, until });
    const connection = connectionOf(home);
    await ensureDatabase(connection).catch(async (err: unknown) => {
      await first.stop('fast');
      throw err;
    });
    // A command is over sooner than PostgreSQL would be back.
    const isSupervised = stopMode === 'fast';
    const running = isSupervised
      ? supervisePostgres({
          first,
          startAgain: (signal) =>
            bringUp({ ...input, binaries, until: Date.now() + startDeadlineMs, signal }),
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

/** Starts PostgreSQL on a cluster that nothing else uses; resolves when it accepts connections. Rejects with it ended. */
async function bringUp(
  input: Pick<OwnInput, 'home' | 'logger' | 'settings' | 'deathWatch' | 'until'> & {
    readonly binaries: PostgresBinaries;
    readonly signal?: AbortSignal;
  },
): Promise<PostgresProcess> {
  const { home, binaries, logger, deathWatch, until, signal, settings = {} } = input;
  await clearLeftovers(home);
  // A restart never makes a new, empty database in place of a lost one.
  if (!signal) await ensureCluster(home, binaries);
  const server = startPostgres({ home, binaries, logger, settings, deathWatch });
  try {
    const isUp = await waitUntilUp(
      { ...connectionOf(home), database: 'postgres' },
      { until, isGivenUp: () => server.failure() !== undefined || signal?.aborted === true },
    );
    const failure = server.failure();
    if (failure) throw explainFailure('The embedded PostgreSQL does not start', failure);
    signal?.throwIfAborted();
    if (!isUp) throw tooSlow(home);
    return server;
  } catch (err) {
    await server.stop('fast');
    throw err;
  }
}

/** The holder is a server (which the caller's own lock should have refused) or a command that ends by itself. */
async function takeLock(home: PostgresHome, until: number): Promise<ProcessLock> {
  for (;;) {
    const lock = tryLock(lockPath(home));
    if ('release' in lock) return lock;
    if (Date.now() > until) {
      throw cannotStart(
        `Process ${lock.heldBy} uses the database in ${home.path}. Let it end, or choose another DATA_DIR.`,
      );
    }
    await delay(50);
  }
}

/** Connects until it works. False: given up or out of time. Other errors than "not yet" are thrown. */
async function waitUntilUp(
  connection: PoolConfig,
  wait: { readonly until: number; readonly isGivenUp: () => boolean },
): Promise<boolean> {
  while (Date.now() < wait.until && !wait.isGivenUp()) {
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
    await delay(10);
  }
  return false;
}

/** 57P03: starting up, shutting down or recovering. 3D000: the command that made the cluster is about to make the database. */
function isNotYet(err: unknown): boolean {
  if (err instanceof DatabaseError) return ['57P03', '3D000'].includes(err.code ?? '');
  if (!(err instanceof Error)) return false;
  const code = 'code' in err ? err.code : undefined;
  return (
    code === 'ENOENT' ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /terminated|timeout/i.test(err.message)
  );
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

async function explainingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof AppError || !(err instanceof Error)) throw err;
    throw explainFailure('The embedded PostgreSQL does not start', err.message);
  }
}

function connectionOf(home: PostgresHome): PoolConfig {
  return { host: home.socketPath, port: 5432, user: 'shotwright', database: 'shotwright' };
}

function lockPath(home: PostgresHome): string {
  return join(home.path, 'owner.lock');
}

function tooSlow(home: PostgresHome): Error {
  return cannotStart(
    `The embedded PostgreSQL in ${home.path} did not answer within ${startDeadlineMs / 1000} s. Is the disk very slow or full?`,
  );
}
