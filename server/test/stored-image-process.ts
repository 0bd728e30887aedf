import { startServer } from '../src/composition/compose.ts';
import { readConfig } from '../src/config/config.ts';
import { createPinoLogger } from '../src/lib/pino-logger.ts';
import { engineWithoutBrowser } from './engine-without-browser.ts';
import { imageResult } from './screenshots.ts';

const imageBytes = 40_000;

/**
 * A server of this environment without a browser, for measuring everything but the capture itself: each
 * capture takes no time and returns the same image.
 */
const result = imageResult('.'.repeat(imageBytes));
const engine = engineWithoutBrowser(async () => result, 8);
const config = readConfig(process.env);
const server = await startServer(config, {
  logger: createPinoLogger({ level: config.logLevel }),
  engine,
});
process.once('SIGTERM', () => {
  server
    .close()
    .then(() => process.exit(0))
    .catch(() => process.exit(1));
});
