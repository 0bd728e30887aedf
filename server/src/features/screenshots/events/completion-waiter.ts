import { isTerminal } from '@shotwright/contract';
import type { ScreenshotEvents } from './screenshot-events.ts';

/** Options of a wait for a capture's end. */
export interface CompletionWait {
  readonly timeoutMs: number;
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Polled occasionally, in case a notification was lost with its connection. */
  hasEnded(): Promise<boolean>;
}

/** Watch on one capture, opened before it can end; `close` ends it. */
export interface CompletionWaiter {
  /**
   * Resolves when the capture has ended, the time is over, or the signal is aborted; never rejects.
   */
  wait(input: CompletionWait): Promise<void>;
  close(): void;
}

/** Notifications of ended captures, on any process. */
export interface CompletionWaiters {
  /** Call before the capture is accepted, so that its end cannot be missed. */
  watch(id: string): Promise<CompletionWaiter>;
}

interface CompletionWaitersDependencies {
  readonly events: Pick<ScreenshotEvents, 'listen' | 'subscribe' | 'onConnected'>;
  /** Interval between calls of `hasEnded`; default 5 s. */
  readonly pollMs?: number;
}

/** Interval without notifications. Unit: ms. */
const unnotifiedPollMs = 1_000;

/**
 * Creates {@link CompletionWaiters} that rely on notifications, and poll when their connection was
 * restored. Polls at an interval find what a connection loses that was cut without notice.
 */
export function createCompletionWaiters({
  events,
  pollMs = 5_000,
}: CompletionWaitersDependencies): CompletionWaiters {
  // Several callers may wait for one capture.
  const watched = new Map<string, Set<() => void>>();
  const polls = new Set<() => void>();
  events.onConnected(() => {
    for (const poll of polls) poll();
  });
  events.subscribe((message) => {
    if (message.kind !== 'status' || !isTerminal(message.status)) return;
    for (const end of watched.get(message.id) ?? []) end();
  });
  return {
    watch: async (id) => {
      const isListening = await events.listen();
      const { promise, resolve } = Promise.withResolvers<void>();
      const watches = watched.get(id) ?? new Set();
      watched.set(id, watches.add(resolve));
      return {
        wait: (input) =>
          waitFor({
            ...input,
            ended: promise,
            end: resolve,
            pollMs: isListening ? pollMs : Math.min(pollMs, unnotifiedPollMs),
            polls,
          }),
        close: () => {
          watches.delete(resolve);
          if (watches.size === 0 && watched.get(id) === watches) watched.delete(id);
        },
      };
    },
  };
}

async function waitFor(
  input: CompletionWait & {
    readonly ended: Promise<void>;
    readonly end: () => void;
    readonly pollMs: number;
    /** Polls of the waits that are open. */
    readonly polls: Set<() => void>;
  },
): Promise<void> {
  const { ended, end, signal, polls } = input;
  if (signal.aborted) return;
  const timeout = setTimeout(end, input.timeoutMs);
  const poll = (): void => {
    input.hasEnded().then(
      (hasEnded) => hasEnded && end(),
      () => undefined,
    );
  };
  polls.add(poll);
  const timer = setInterval(poll, input.pollMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    await ended;
  } finally {
    clearTimeout(timeout);
    clearInterval(timer);
    polls.delete(poll);
    signal.removeEventListener('abort', end);
  }
}
