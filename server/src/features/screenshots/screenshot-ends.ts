import type { Subscription } from '../../jobs/notifications.ts';
import type { Logger } from '../../lib/logger.ts';

/** The database channel on which the end of each capture is told; the payload is the screenshot's id. */
export const endChannel = 'screenshot_ended';

/** How a wait for an end goes on. */
export interface EndWait {
  readonly timeoutMs: number;
  /** Aborted when nobody waits any longer. */
  readonly signal: AbortSignal;
  /** Asked now and then, in case a notification was lost with its connection. */
  hasEnded(): Promise<boolean>;
}

/** Watches one capture from before it can end; `close` ends the watch. */
export interface EndWatch {
  /** Resolves when the capture has ended, the time is over, or the signal is aborted; never rejects. */
  wait(input: EndWait): Promise<void>;
  close(): void;
}

/** Tells when captures end, wherever they ran. One database connection serves all who wait in this process. */
export interface ScreenshotEnds {
  /** Begin before the capture is accepted: then its end cannot be missed. */
  watch(id: string): Promise<EndWatch>;
  close(): Promise<void>;
}

interface ScreenshotEndsDependencies {
  /** Listens on {@link endChannel} over a connection of its own, made anew when it is lost. */
  subscribe(onMessage: (payload: string) => void): Promise<Subscription>;
  readonly logger: Logger;
  /** Between two askings of `hasEnded`; default 1 s. */
  readonly pollMs?: number;
}

/** See {@link ScreenshotEnds}. */
export function createScreenshotEnds(deps: ScreenshotEndsDependencies): ScreenshotEnds {
  const { logger, pollMs = 1_000 } = deps;
  const watched = new Map<string, () => void>();
  let subscription: Promise<Subscription> | undefined;

  const listen = async (): Promise<void> => {
    subscription ??= deps.subscribe((id) => watched.get(id)?.());
    try {
      await subscription;
    } catch (err) {
      subscription = undefined;
      logger.warn({ err }, 'the ends of captures are polled: listening failed');
    }
  };

  return {
    watch: async (id) => {
      await listen();
      const { promise, resolve } = Promise.withResolvers<void>();
      watched.set(id, resolve);
      return {
        wait: (input) => waitFor({ ...input, ended: promise, end: resolve, pollMs }),
        close: () => watched.delete(id),
      };
    },
    close: async () => {
      const open = await subscription?.catch(() => undefined);
      subscription = undefined;
      await open?.close();
    },
  };
}

async function waitFor(
  input: EndWait & { ended: Promise<void>; end: () => void; pollMs: number },
): Promise<void> {
  const { ended, end, signal } = input;
  if (signal.aborted) return;
  const timeout = setTimeout(end, input.timeoutMs);
  const poll = setInterval(() => {
    input.hasEnded().then(
      (hasEnded) => hasEnded && end(),
      () => undefined,
    );
  }, input.pollMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    await ended;
  } finally {
    clearTimeout(timeout);
    clearInterval(poll);
    signal.removeEventListener('abort', end);
  }
}
