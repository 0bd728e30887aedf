import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { startServer, type Server } from './compose.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { AppError } from './lib/app-error.ts';
import { createPinoLogger } from './lib/pino-logger.ts';
import { welcomeText } from './welcome.ts';

/** Longer than running work may take to end; after that the process goes anyway. Units: ms. */
const closeDeadlineMs = 30_000;

/** Exit code when the embedded database ended for good (EX_UNAVAILABLE of sysexits.h). A start that is refused gives 1. */
const databaseLostCode = 69;

/**
 * Pictures are bytes outside the heap. By itself V8 collects everything at every tenth megabyte of them, which took a
 * fifth of the CPU time spent here on a capture; so they count as part of the whole heap's growth instead.
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');

async function main(config: Config): Promise<void> {
  const logger = createPinoLogger({ level: config.logLevel });
  const lost = Promise.withResolvers<AppError>();
  const starting = startServer(config, { logger, onDatabaseLost: lost.resolve });
  const grace = closeWithGrace({ delay: closeDeadlineMs, logger: false }, async ({ err }) => {
    if (err) logger.error({ err }, 'the server ends because of an error');
    const server: Server | undefined = await starting.catch(() => undefined);
    await server?.close();
  });
  try {
    process.stdout.write(await welcomeText(await starting, config));
    void lost.promise.then(async (error) => endWithoutDatabase(await starting, error));
  } catch (error) {
    grace.uninstall();
    throw error;
  }
}

async function endWithoutDatabase(server: Server, error: AppError): Promise<void> {
  process.stderr.write(`${error.message}\n`);
  setTimeout(() => process.exit(databaseLostCode), closeDeadlineMs);
  await server.close().catch(() => undefined);
  process.exit(databaseLostCode);
}

try {
  await main(readConfig());
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** Expected reasons in their own words, others with all that helps to find them. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
