import { setFlagsFromString } from 'node:v8';
import { startServer, type Server } from './compose.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { endProcessInOrder, exitCodes } from './end-of-process.ts';
import { AppError } from './lib/app-error.ts';
import { createPinoLogger } from './lib/pino-logger.ts';
import { welcomeText } from './welcome.ts';

/** A server without its database has this long to close. Units: ms. */
const closeDeadlineMs = 30_000;

/**
 * Pictures are bytes outside the heap. By itself V8 collects everything at every tenth megabyte of them, which took a
 * fifth of the CPU time spent here on a capture; so they count as part of the whole heap's growth instead.
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');

async function main(config: Config): Promise<void> {
  const logger = createPinoLogger({ level: config.logLevel });
  const lost = Promise.withResolvers<AppError>();
  const starting = startServer(config, { logger, onDatabaseLost: lost.resolve });
  const letProcessGo = endProcessInOrder({
    logger,
    close: async () => {
      const server: Server | undefined = await starting.catch(() => undefined);
      await server?.close();
    },
  });
  try {
    process.stdout.write(await welcomeText(await starting, config));
    lost.promise
      .then(async (error) => endWithoutDatabase(await starting, error))
      .catch((error: unknown) => logger.error({ err: error }, 'the server could not close'));
  } catch (error) {
    letProcessGo();
    throw error;
  }
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
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(exitCodes.refused);
}

/** Expected reasons in their own words, others with all that helps to find them. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
