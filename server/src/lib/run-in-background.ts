import type { Logger } from './logger.ts';

/** Does not wait for `work`. Its rejection is logged as `failure`; it never ends the process. */
export function runInBackground(work: Promise<unknown>, logger: Logger, failure: string): void {
  work.catch((err: unknown) => logger.error({ err }, failure));
}

/** Does not wait for `work`, which may fail: its failure changes nothing. */
export function ignoreErrors(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
