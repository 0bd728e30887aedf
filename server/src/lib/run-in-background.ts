import type { Logger } from './logger.ts';

/**
 * Runs `work` without awaiting it. A rejection is logged as `failure` and never ends the process.
 */
export function runInBackground(work: Promise<unknown>, logger: Logger, failure: string): void {
  work.catch((err: unknown) => logger.error({ err }, failure));
}

/** Runs `work` without awaiting it and ignores its rejection. */
export function ignoreErrors(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
