import { isEnd, type ScreenshotNews } from './screenshot-news.ts';

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

/** Tells when captures end, wherever they ran. */
export interface ScreenshotEnds {
  /** Begin before the capture is accepted: then its end cannot be missed. */
  watch(id: string): Promise<EndWatch>;
}

interface ScreenshotEndsDependencies {
  readonly news: Pick<ScreenshotNews, 'listen' | 'on'>;
  /** Between two askings of `hasEnded`; default 1 s. */
  readonly pollMs?: number;
}

/** See {@link ScreenshotEnds}. */
export function createScreenshotEnds({
  news,
  pollMs = 1_000,
}: ScreenshotEndsDependencies): ScreenshotEnds {
  const watched = new Map<string, () => void>();
  news.on((message) => {
    if (message.kind === 'status' && isEnd(message.status)) watched.get(message.id)?.();
  });
  return {
    watch: async (id) => {
      await news.listen();
      const { promise, resolve } = Promise.withResolvers<void>();
      watched.set(id, resolve);
      return {
        wait: (input) => waitFor({ ...input, ended: promise, end: resolve, pollMs }),
        close: () => watched.delete(id),
      };
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
