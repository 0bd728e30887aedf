import type { ScreenshotStatus } from '@shotwright/contract';

/** A capture with the status it has reached. */
export interface FileNews {
  readonly id: string;
  readonly status: ScreenshotStatus;
}

/** What one reader has not seen yet; of each capture only the latest. */
export interface Inbox {
  put(news: FileNews): void;
  /** Resolves when there is something, or when the signal is aborted. */
  filled(signal: AbortSignal): Promise<void>;
  /** Takes everything out, oldest first. */
  take(): FileNews[];
}

/** See {@link Inbox}. */
export function openInbox(): Inbox {
  let waiting = new Map<string, FileNews>();
  let wake: (() => void) | undefined;
  return {
    put: ({ id, status }) => {
      waiting.set(id, { id, status });
      wake?.();
    },
    filled: async (signal) => {
      if (waiting.size > 0 || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      wake = undefined;
    },
    take: () => {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
  };
}
