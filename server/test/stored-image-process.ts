import type { CaptureEngine } from '@shotwright/capture';
import { startServer } from '../src/composition/compose.ts';
import { readConfig } from '../src/config/config.ts';
import { createPinoLogger } from '../src/lib/pino-logger.ts';
import { imageResult } from './screenshots.ts';

const imageBytes = 40_000;

/**
 * A server of this environment without a browser, for measuring everything but the capture itself: each
 * capture takes no time and returns the same image.
 */
const result = imageResult('.'.repeat(imageBytes));
const engine: CaptureEngine = {
  capture: async () => result,
  probe: async () => true,
  stats: () => ({
    running: 0,
    waiting: 0,
    browserPids: [],
    browserRestarts: 0,
    clock: 'virtual',
    clockUnavailable: null,
    isolation: 'off',
    isolationUnavailable: null,
    clockFallbacks: 0,
    unexpectedErrors: 0,
  }),
  concurrency: { current: 8, onRaised: () => () => undefined },
  close: async () => undefined,
};
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
