import { Client, DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { isConnectionError } from '../lib/connection-error.ts';
import { DatabaseOutage } from './database-outage.ts';
import { ignoreErrors } from '../lib/run-in-background.ts';

/** Notices a database that does not answer any more, though its connections stand (frozen, or cut off by the network). */
export interface Liveness {
  /** Takes a connection from the pool. Rejects with {@link DatabaseOutage} as soon as the database is known to be away. */
  acquire(): Promise<PoolClient>;
  close(): void;
}

/**
 * All times are counted in these ticks, not read from the clock: while this process itself stands still, no tick passes,
 * and after it what has arrived is read before the next one. Units: ms.
 */
const tickMs = 250;
/** A connection in use, or waited for, this long: ask whether the database answers at all. */
const suspiciousTicks = 2;
/** A database that answers nothing this long is away. A statement may take as long as it likes. */
const probeTicks = 4;
const pauseTicks = 4;
/** A probe's connection that was not needed this long is closed. */
const idleTicks = 40;

/**
 * Watches the connections of a pool. When one is in use or waited for over half a second, a probe is sent over a
 * connection of its own; when that gets no answer within a second, everything that waits for the database fails, and
 * what comes later fails at once, until a probe is answered again.
 */
export function watchLiveness(
  pool: Pool,
  { connection, logger }: { readonly connection: PoolConfig; readonly logger: Logger },
): Liveness {
  const held = new Map<PoolClient, number>();
  const waiting = new Set<{ readonly since: number; readonly fail: (err: Error) => void }>();
  let tick = 0;
  let isDown = false;
  pool.on('acquire', (client) => held.set(client, tick));
  pool.on('release', (_, client) => held.delete(client));

  const fail = (): void => {
    if (!isDown) logger.warn({}, 'the database does not answer');
    isDown = true;
    for (const { fail: failWaiting } of waiting) failWaiting(new DatabaseOutage('no answer'));
    waiting.clear();
    // Their statements reject; without this they would wait as long as the database stands still.
    for (const client of held.keys()) client.connection.stream.destroy();
  };
  const probe = createProbe(connection, (isAnswering) => {
    if (!isAnswering) return fail();
    if (isDown) logger.warn({}, 'the database answers again');
    isDown = false;
  });
  const isSuspicious = (): boolean => {
    const oldest = [...held.values(), ...[...waiting].map(({ since }) => since)];
    return oldest.some((since) => tick - since >= suspiciousTicks);
  };
  const timer = setInterval(() => {
    tick += 1;
    probe.onTick(isDown || ((held.size > 0 || waiting.size > 0) && isSuspicious()));
  }, tickMs);
  timer.unref();
  return {
    acquire: () => {
      if (isDown) return Promise.reject(new DatabaseOutage('no answer'));
      // What is idle is given in this turn.
      if (pool.idleCount > pool.waitingCount) return pool.connect();
      const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
      const entry = { since: tick, fail: reject };
      waiting.add(entry);
      pool.connect().then((client) => {
        if (waiting.delete(entry)) resolve(client);
        // Refused meanwhile, so nothing waits for it any more.
        else client.release();
      }, reject);
      return promise.finally(() => waiting.delete(entry));
    },
    close: () => {
      clearInterval(timer);
      probe.close();
    },
  };
}

interface Probe {
  /** Called once per tick. `isWanted`: ask, unless it was asked a moment ago. */
  onTick(isWanted: boolean): void;
  close(): void;
}

interface Session {
  readonly client: Client;
  readonly connected: Promise<unknown>;
}

function openSession(connection: PoolConfig): Session {
  const client = new Client({ ...connection, application_name: 'shotwright-probe' });
  // An error without a listener would end the process; the statement that fails tells it.
  client.on('error', () => undefined);
  return { client, connected: client.connect() };
}

/** Asks the database over a connection of its own, which is kept while it is needed, and tells whether it answered. */
function createProbe(connection: PoolConfig, tell: (isAnswering: boolean) => void): Probe {
  let session: Session | undefined;
  let runsSince: number | undefined;
  let restsUntil = 0;
  let lastWanted = 0;
  let tick = 0;
  const drop = (): void => {
    session?.client.connection.stream.destroy();
    session = undefined;
    runsSince = undefined;
  };
  /** Never rejects. */
  const ask = async (): Promise<void> => {
    runsSince = tick;
    const asked = (session ??= openSession(connection));
    try {
      await asked.connected;
      await asked.client.query('select 1');
    } catch (err) {
      if (asked !== session) return;
      drop();
      // Too many connections, say: an answer all the same.
      return tell(
        err instanceof DatabaseError && (err.code === '53300' || !isConnectionError(err)),
      );
    }
    if (asked !== session) return;
    runsSince = undefined;
    restsUntil = tick + pauseTicks;
    tell(true);
  };
  return {
    onTick: (isWanted) => {
      tick += 1;
      if (isWanted) lastWanted = tick;
      if (runsSince !== undefined) {
        if (tick - runsSince < probeTicks) return;
        drop();
        tell(false);
      } else if (isWanted && tick >= restsUntil) ignoreErrors(ask());
      else if (tick - lastWanted > idleTicks) drop();
    },
    close: drop,
  };
}
