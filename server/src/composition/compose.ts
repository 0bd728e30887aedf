import { createServer } from 'node:net';
import { sql } from 'kysely';
import { openInfrastructure, type Infrastructure } from './open-infrastructure.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { composeHttp } from './compose-http.ts';
import { composeWorkers, startEngine } from './compose-worker.ts';
import { addEngineMetrics, engineDetails } from './engine-metrics.ts';
import type { PasswordHasher } from '../adapters/passwords/argon2-passwords.ts';
import type { Config } from '../config/config.ts';
import { DatabaseOutage } from '../db/database-outage.ts';
import { createReadiness } from '../http/server/health.ts';
import { createMetrics, type Metrics } from '../http/server/metrics.ts';
import { readQueueDepths, type QueueDepth } from '../jobs/queue-depth.ts';
import type { CaptureEngine } from '@shotwright/capture';
import type { AppError } from '../shared/app-error.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/** A running Shotwright process. */
export interface Server {
  /** URL the server listens on. */
  readonly url: string;
  readonly publicUrl: string;
  readonly features: Features;
  readonly data: Infrastructure;
  /**
   * Stops accepting work, waits briefly for running work, then closes everything it started.
   * Idempotent.
   */
  close(): Promise<void>;
}

/** Time that running captures have to finish when the process shuts down. Unit: ms. */
const closeGraceMs = 5_000;

/** Options that differ between production and tests. */
export interface StartOptions {
  readonly logger: Logger;
  readonly isCheckingResponses?: boolean;
  /** Replaces the browser this process would start; closed with the server. */
  readonly engine?: CaptureEngine;
  /** Replaces the hasher of passwords. */
  readonly passwords?: PasswordHasher;
  /** Called when the embedded database has exited for good and no request can be served. */
  readonly onDatabaseLost?: (error: AppError) => void;
}

/**
 * Builds and starts everything the configured roles need. Closes everything again if it rejects.
 */
export async function startServer(given: Config, options: StartOptions): Promise<Server> {
  const { logger, isCheckingResponses = false, engine: givenEngine, onDatabaseLost } = options;
  const config = given.port === 0 ? await withFreePort(given) : given;
  await using stack = new AsyncDisposableStack();
  warnAboutForgeableIps(config, logger);
  const isWorker = config.roles.includes('worker');
  // The browser and the database start concurrently.
  const engineStarting = isWorker
    ? Promise.resolve(givenEngine ?? startEngine(config, logger))
    : undefined;
  engineStarting?.catch(() => undefined);
  stack.defer(async () => (await engineStarting?.catch(() => undefined))?.close());
  const data = await openInfrastructure({
    config,
    logger,
    isCommand: false,
    stack,
    onDatabaseLost,
  });
  const features = await composeFeatures({ ...options, config, data, stack });
  const metrics = createMetrics();
  const engine = await engineStarting;
  addGauges(metrics, { data, features, engine });
  if (engine) {
    const workers = composeWorkers({ config, data, features, engine, metrics, logger });
    stack.defer(() => workers.stop({ graceMs: closeGraceMs }));
    // Subscribes first, so that captures cancelled in another process are dropped from the start.
    await features.events.listen();
    await workers.start();
  }
  const readiness = readinessOf(data, engine);
  const { localPayments } = features;
  if (localPayments && config.roles.includes('api')) {
    await localPayments.start();
    stack.defer(() => localPayments.close());
  }
  const http = await composeHttp({
    config,
    features,
    metrics,
    readiness,
    ...(engine && { details: () => engineDetails(engine) }),
    isCheckingResponses,
    logger,
  });
  stack.defer(() => http.close());
  const port = await http.listen(config);
  const running = stack.move();
  let closing: Promise<void> | undefined;
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    publicUrl: config.publicUrl,
    features,
    data,
    close: () => (closing ??= running.disposeAsync()),
  };
}

function readinessOf(data: Infrastructure, engine: CaptureEngine | undefined) {
  return createReadiness(
    {
      database: () => isDatabaseAvailable(data),
      storage: () => data.storeHealth.check(),
      ...(engine && { browser: () => engine.probe(4_000) }),
    },
    systemClock,
  );
}

async function isDatabaseAvailable({ db }: Infrastructure): Promise<boolean> {
  await sql`select 1`.execute(db);
  return true;
}

function addGauges(
  metrics: Metrics,
  {
    data,
    features,
    engine,
  }: { data: Infrastructure; features: Features; engine: CaptureEngine | undefined },
): void {
  metrics.gauges('shotwright_queue_waiting', {
    help: 'Jobs that have not started.',
    label: 'queue',
    read: async () => figures(data, ({ waiting }) => waiting),
  });
  metrics.gauges('shotwright_queue_oldest_seconds', {
    help: 'Age of the oldest job that has not started.',
    label: 'queue',
    read: async () => figures(data, ({ oldestSeconds }) => oldestSeconds),
  });
  metrics.gauge('shotwright_storage_available', {
    help: '1 if the file store is available, 0 if captures wait for it.',
    read: () => (data.storeHealth.isAvailable() ? 1 : 0),
  });
  metrics.gauge('shotwright_request_log_dropped', {
    help: 'Calls since the start that the request log could not store.',
    read: features.requestRecorder.dropped,
  });
  if (engine) addEngineMetrics(metrics, engine);
}

async function figures(
  { db }: Infrastructure,
  pick: (depth: { waiting: number; oldestSeconds: number }) => number,
): Promise<Map<string, number>> {
  const depths = await readQueueDepths(db).catch((err: unknown): Map<string, QueueDepth> => {
    // The other metrics matter most while the database is unavailable.
    if (err instanceof DatabaseOutage) return new Map();
    throw err;
  });
  return new Map([...depths].map(([queue, depth]) => [queue, pick(depth)]));
}

/** Picks a free port before anything is built, because file URLs contain the port. */
async function withFreePort(config: Config): Promise<Config> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(0, config.host, () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  const port = await promise;
  const publicUrl = config.publicUrl.replace(/:0$/, `:${port}`);
  return { ...config, port, publicUrl };
}

/**
 * Logs one warning at start: with `TRUST_PROXY=true` clients can forge their IP, so limits per IP
 * have no effect.
 */
function warnAboutForgeableIps({ trustProxy, roles }: Config, logger: Logger): void {
  if (trustProxy !== true || !roles.includes('api')) return;
  logger.warn(
    { setting: 'TRUST_PROXY' },
    'TRUST_PROXY=true trusts every X-Forwarded-For header, including forged ones: set it to the IP addresses or networks of your proxies, such as TRUST_PROXY=10.0.0.0/8',
  );
}
