import { claimRejection } from '@shotwright/capture';
import closeWithGrace from 'close-with-grace';
import type { Logger } from './lib/logger.ts';

/**
 * Exit codes of the server. `npm start` restarts it after a crash: `crashed`, `databaseLost`, any
 * code not listed here, and termination by a signal. 0 is a clean shutdown.
 */
export const exitCodes = {
  /**
   * Start-up failed (configuration, port in use, database unreachable), or a shutdown after a
   * signal failed.
   */
  failed: 1,
  /** The embedded database exited and could not be restarted; EX_UNAVAILABLE of sysexits(3). */
  databaseLost: 69,
  /** An unhandled error ended the running server; EX_SOFTWARE of sysexits(3). */
  crashed: 70,
} as const;

/**
 * Maximum time for a shutdown, longer than running work may need. Afterwards the process exits
 * anyway. Unit: ms.
 */
const closeDeadlineMs = 30_000;

/**
 * Closes the server and ends the process on a signal (exit code 0) and on an unhandled error
 * (`crashed`). An unhandled rejection of the capture engine ends only its capture. Returns a
 * function that removes these handlers.
 */
export function closeOnExit(input: {
  readonly logger: Logger;
  readonly close: () => Promise<void>;
}): () => void {
  const { logger, close } = input;
  let hasCrashed = false;
  const exit = (): never => process.exit(hasCrashed ? exitCodes.crashed : exitCodes.failed);
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
      if (hasCrashed) logger.error({ err }, 'shutting down after an unhandled error');
      try {
        await close();
      } catch (error) {
        logger.error({ err: error }, 'failed to close all resources');
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

/** Ends only the capture of a rejection of the capture engine. Rethrows any other rejection as an uncaught exception, which shuts the process down cleanly. */
export function throwUnlessClaimed(reason: unknown): void {
  if (claimRejection(reason)) return;
  throw reason instanceof Error ? reason : new Error(`rejected with ${String(reason)}`);
}
