import { claimRejection } from '@shotwright/capture';
import closeWithGrace from 'close-with-grace';
import type { Logger } from './lib/logger.ts';

/**
 * Exit codes of the server. `npm start` starts it again after a crash: `crashed`,
 * `databaseLost`, any code not listed here, and death by a signal. 0 is an end in good order.
 */
export const exitCodes = {
  /** It could not start (configuration, a port in use, a database out of reach), or a signal ended it in disorder. */
  refused: 1,
  /** The embedded database exited and could not be restarted; EX_UNAVAILABLE of sysexits(3). */
  databaseLost: 69,
  /** It ended because of an error while it ran; EX_SOFTWARE of sysexits(3). */
  crashed: 70,
} as const;

/** Longer than running work may take to end; after that the process goes anyway. Units: ms. */
const closeDeadlineMs = 30_000;

/**
 * Closes the server and ends the process at a signal (exit code 0) and at an error that nothing handles (`crashed`). An
 * unhandled rejection of the capture engine ends its capture only. Returns what takes all of this back.
 */
export function endProcessInOrder(input: {
  readonly logger: Logger;
  readonly close: () => Promise<void>;
}): () => void {
  const { logger, close } = input;
  let hasCrashed = false;
  const exit = (): never => process.exit(hasCrashed ? exitCodes.crashed : exitCodes.refused);
  const grace = closeWithGrace(
    {
      delay: closeDeadlineMs,
      logger: false,
      skip: ['unhandledRejection'],
      onTimeout: exit,
      onSecondError: () => process.exit(exitCodes.crashed),
    },
    async ({ err }) => {
      hasCrashed = err !== undefined;
      if (hasCrashed) logger.error({ err }, 'the server ends because of an error');
      try {
        await close();
      } catch (error) {
        logger.error({ err: error }, 'the server could not close everything');
        exit();
      }
      if (hasCrashed) exit();
    },
  );
  process.on('unhandledRejection', throwUnlessClaimed);
  return () => {
    grace.uninstall();
    process.off('unhandledRejection', throwUnlessClaimed);
  };
}

/** Thrown here, a rejection becomes an uncaught exception, which ends the process in order. */
function throwUnlessClaimed(reason: unknown): void {
  if (claimRejection(reason)) return;
  throw reason instanceof Error ? reason : new Error(`rejected with ${String(reason)}`);
}
