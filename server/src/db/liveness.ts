import { Client, DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { isConnectionError } from '../lib/connection-error.ts';
import { DatabaseOutage } from './database-outage.ts';
import { ignoreErrors } from '../lib/run-in-background.ts';

/**
 * Detects a database that no longer responds although its connections are open (frozen, or cut off
 * by the network).
 */
export interface Liveness {
  /**
   * Takes a connection from the pool. Rejects with {@link DatabaseOutage} as soon as the database
   * is known to be unavailable.
   */
  acquire(): Promise<PoolClient>;
  close(): void;
}

/**
 * All times are counted in these ticks and not read from the clock: while this process itself is
 * suspended, no tick passes, and afterwards the data that has arrived is read before the next tick.
 * Unit: ms.
 */
const tickMs = 250;
/** Time after which a connection in use, or a request for one, triggers a probe. */
const suspiciousTicks = 2;
/**
 * Time without a response to a probe after which the database counts as unavailable. Statements
 * have no such limit.
 */
const probeTicks = 4;
const pauseTicks = 4;
/** Idle time after which the probe's connection is closed. */
const idleTicks = 40;

/**
 * Watches the connections of a pool. If one has been in use or requested for over half a second, a
 * probe is sent over a dedicated connection. If the probe gets no response within a second, all
 * waiting work fails, and new work fails immediately, until a probe succeeds again.
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
    if (!isDown) logger.warn({}, 'database does not respond');
    isDown = true;
    for (const { fail: failWaiting } of waiting) failWaiting(new DatabaseOutage('no answer'));
    waiting.clear();
    // Rejects their statements, which would otherwise wait as long as the database is frozen.
    for (const client of held.keys()) client.connection.stream.destroy();
  };
  const probe = createProbe(connection, (isResponding) => {
    if (!isResponding) return fail();
    if (isDown) logger.warn({}, 'database responds again');
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
      // The pool provides an idle connection in the same event loop turn.
      if (pool.idleCount > pool.waitingCount) return pool.connect();
      const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
      const entry = { since: tick, fail: reject };
      waiting.add(entry);
      pool.connect().then((client) => {
        if (waiting.delete(entry)) resolve(client);
        // The request was rejected before, so the connection is not needed any more.
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
  /** Called once per tick. `isNeeded` requests a probe, unless one was sent recently. */
  onTick(isNeeded: boolean): void;
  close(): void;
}

interface Session {
  readonly client: Client;
  readonly connected: Promise<unknown>;
}

function openSession(connection: PoolConfig): Session {
  const client = new Client({ ...connection, application_name: 'shotwright-probe' });
  // Without a listener, an error would end the process; the failing statement reports it.
  client.on('error', () => undefined);
  return { client, connected: client.connect() };
}

/**
 * Probes the database over a dedicated connection, which stays open while it is needed, and reports
 * if it responded.
 */
function createProbe(connection: PoolConfig, report: (isResponding: boolean) => void): Probe {
  let session: Session | undefined;
  let runsSince: number | undefined;
  let restsUntil = 0;
  let lastNeeded = 0;
  let tick = 0;
  const drop = (): void => {
    session?.client.connection.stream.destroy();
    session = undefined;
    runsSince = undefined;
  };
  /** Never rejects. */
  const probe = async (): Promise<void> => {
    runsSince = tick;
    const asked = (session ??= openSession(connection));
    try {
      await asked.connected;
      await asked.client.query('select 1');
    } catch (err) {
      if (asked !== session) return;
      drop();
      // An error such as "too many connections" is also a response.
      return report(
        err instanceof DatabaseError && (err.code === '53300' || !isConnectionError(err)),
      );
    }
    if (asked !== session) return;
    runsSince = undefined;
    restsUntil = tick + pauseTicks;
    report(true);
  };
  return {
    onTick: (isNeeded) => {
      tick += 1;
      if (isNeeded) lastNeeded = tick;
      if (runsSince !== undefined) {
        if (tick - runsSince < probeTicks) return;
        drop();
        report(false);
      } else if (isNeeded && tick >= restsUntil) ignoreErrors(probe());
      else if (tick - lastNeeded > idleTicks) drop();
    },
    close: drop,
  };
}
