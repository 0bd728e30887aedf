import { setFlagsFromString } from 'node:v8';
import { startServer, type Server } from './composition/compose.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { closeOnExit, exitCodes } from './shutdown.ts';
import { inTransaction } from './db/transaction.ts';
import { openSamples, type OpenedSamples } from './demo/samples/seed.ts';
import { webhookInboxPath } from './demo/webhook-inbox/webhook-inbox.ts';
import { AppError } from './shared/app-error.ts';
import { createPinoLogger } from './lib/pino-logger.ts';
import { startupBanner } from './composition/startup-banner.ts';

/** Maximum time for a server without its database to close. Unit: ms. */
const closeDeadlineMs = 30_000;

/**
 * Images are bytes outside the heap. By default V8 runs a full garbage collection at every tenth
 * megabyte of them, which took a fifth of the CPU time of a capture in this process. With the first
 * flag they count towards the growth of the whole heap instead, and with the second the next
 * collection starts when heap and images together have tripled.
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');
setFlagsFromString('--heap-growing-percent=200');

async function main(config: Config): Promise<void> {
  const logger = createPinoLogger({ level: config.logLevel });
  const lost = Promise.withResolvers<AppError>();
  const starting = startServer(config, { logger, onDatabaseLost: lost.resolve });
  const removeExitHandlers = closeOnExit({
    logger,
    close: async () => {
      const server: Server | undefined = await starting.catch(() => undefined);
      await server?.close();
    },
  });
  try {
    const server = await starting;
    const hasDemo = config.seedDemo && config.roles.includes('api');
    const demo = hasDemo ? await openDemo(server, config) : undefined;
    process.stdout.write(startupBanner(server, config, demo?.accounts));
    demo?.fill().catch((error: unknown) => {
      const err = error instanceof Error ? error.message : String(error);
      logger.warn(
        { err },
        'the sample data is incomplete; "admin -- seed --reset" creates it again',
      );
    });
    lost.promise
      .then(async (error) => endWithoutDatabase(await starting, error))
      .catch((error: unknown) => logger.error({ err: error }, 'failed to close the server'));
  } catch (error) {
    removeExitHandlers();
    throw error;
  }
}

function openDemo(server: Server, config: Config): Promise<OpenedSamples> {
  const { features, data, publicUrl } = server;
  const webhookInboxUrl = config.devWebhooks ? `${publicUrl}${webhookInboxPath}/in` : undefined;
  const isProduction = config.nodeEnv === 'production';
  const { db, store } = data;
  return openSamples({
    features,
    db,
    store,
    inTransaction: (work) => inTransaction(db, work),
    isProduction,
    webhookInboxUrl,
  });
}

async function endWithoutDatabase(server: Server, error: AppError): Promise<void> {
  process.stderr.write(`${error.message}\n`);
  setTimeout(() => process.exit(exitCodes.databaseLost), closeDeadlineMs);
  await server.close().catch(() => undefined);
  process.exit(exitCodes.databaseLost);
}

try {
  await main(readConfig());
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(exitCodes.failed);
}

/** Returns only the message of an expected error, and the stack of any other. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
