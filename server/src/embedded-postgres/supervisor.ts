import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../shared/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import { cannotStart } from './start-errors.ts';
import type { PostgresProcess } from './server-process.ts';

/** Timings of the restarts of a PostgreSQL that died. */
export interface RestartTimings {
  /**
   * Delays before consecutive attempts; after the last one fails, PostgreSQL is considered lost.
   * Unit: ms.
   */
  readonly backoffMs: readonly number[];
  /** Uptime after which the attempts are counted from zero again. Unit: ms. */
  readonly stableMs: number;
}

/**
 * Seven attempts in 16 s plus their own time: a shortage of memory or disk space may pass by then.
 */
const defaultTimings: RestartTimings = {
  backoffMs: [0, 250, 500, 1_000, 2_000, 4_000, 8_000],
  stableMs: 1_000,
};

interface SuperviseInput {
  /** The first process, which already accepts connections. */
  readonly first: PostgresProcess;
  /**
   * Resolves when a new process accepts connections. Rejects if it does not, or if `signal` is
   * aborted.
   */
  readonly startAgain: (signal: AbortSignal) => Promise<PostgresProcess>;
  /** Called once if PostgreSQL cannot be restarted. */
  readonly onLost: (error: AppError) => void;
  readonly logger: Logger;
  readonly timings?: RestartTimings | undefined;
}

/** A PostgreSQL that is restarted whenever it dies. */
export interface SupervisedPostgres {
  /** Stops it for good, even during a restart. */
  stop(mode: 'smart' | 'fast'): Promise<void>;
}

/** Watches a PostgreSQL process and replaces it after an unexpected exit. */
export function supervisePostgres(input: SuperviseInput): SupervisedPostgres {
  const { logger, startAgain, onLost } = input;
  const { backoffMs, stableMs } = input.timings ?? defaultTimings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = input.first;

  const watch = async (): Promise<void> => {
    let attempt = 0;
    let startedAt = -Infinity;
    while (!signal.aborted) {
      await current.exited;
      if (signal.aborted) return;
      if (performance.now() - startedAt >= stableMs) attempt = 0;
      const output = current.failure();
      logger.error({ output }, 'PostgreSQL exited unexpectedly; restarting');
      let failure: unknown = output;
      for (let isUp = false; !isUp; attempt += 1) {
        const waitMs = backoffMs[attempt];
        if (waitMs === undefined) return onLost(lostError(failure, backoffMs.length));
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        try {
          current = await startAgain(signal);
          isUp = true;
        } catch (err) {
          if (signal.aborted) return;
          failure = err;
          logger.warn({ err, attempt: attempt + 1 }, 'failed to restart PostgreSQL');
        }
      }
      startedAt = performance.now();
      logger.warn({ attempts: attempt }, 'PostgreSQL restarted');
    }
  };
  const watching = watch();
  return {
    stop: async (mode) => {
      stopping.abort();
      await current.stop(mode);
      await watching;
    },
  };
}

function lostError(failure: unknown, attempts: number): AppError {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return cannotStart(
    `The embedded PostgreSQL exited and could not be restarted in ${attempts} attempts: ${reason}`,
    failure,
  );
}
