import { requestLogPaths } from '@shotwright/contract';
import { ignoreErrors } from '../../lib/run-in-background.ts';
import type { Logger } from '../../lib/logger.ts';
import type { KeyCall } from '../../http/route.ts';
import { requestRowOf, type NewRequestRow } from './request-row.rules.ts';

/** Records calls with API keys in batches, after their responses. */
export interface RequestRecorder {
  /**
   * Never throws and never waits. Drops the call if too many are waiting. Ignores calls that read the
   * log, because a program that follows it would fill it.
   */
  record(call: KeyCall): void;
  /** Number of calls that were not stored since the start. */
  dropped(): number;
  /** Stores what is waiting. */
  close(): Promise<void>;
}

const flushMs = 500;
const batchSize = 200;
/** Twelve kilobytes each at most. */
const maxWaiting = 2_000;

/**
 * Creates a {@link RequestRecorder} that inserts at most one batch at a time. A crash loses the calls
 * of the last half second, a failed insertion its batch: the log may have gaps, but no call waits for
 * it.
 */
export function createRequestRecorder(deps: {
  insert(rows: readonly NewRequestRow[]): Promise<void>;
  readonly logger: Logger;
}): RequestRecorder {
  let waiting: NewRequestRow[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  const drop = (count: number, err: unknown): void => {
    dropped += count;
    deps.logger.warn({ err, count }, 'calls are missing in the request log');
  };
  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await deps.insert(batch).catch((err: unknown) => drop(batch.length, err));
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= flushAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
  return {
    record: (call) => {
      if (call.endpoint.path === requestLogPaths.listRequests.path) return;
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      try {
        waiting.push(requestRowOf(call));
      } catch (err) {
        drop(1, err);
      }
      timer ??= setTimeout(() => ignoreErrors(flush()), flushMs).unref();
    },
    dropped: () => dropped,
    close: flush,
  };
}
