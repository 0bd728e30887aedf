import type { ScreenshotStatus, TicketStatus } from '@shotwright/contract';

/** Current state of a changed object. */
export type BufferedEvent =
  | { readonly name: 'file'; readonly data: { id: string; status: ScreenshotStatus } }
  | {
      readonly name: 'ticket';
      readonly data: { id: number; status: TicketStatus; isUnread: boolean };
    };

/** Unread events of one reader, only the latest of each object. */
export interface EventBuffer {
  put(event: BufferedEvent): void;
  /** Fills the buffer without an event: the balance is to be read again. */
  touch(): void;
  /** Resolves when the buffer is not empty or the signal is aborted. */
  filled(signal: AbortSignal): Promise<void>;
  /** Removes and returns all events, oldest first. */
  take(): BufferedEvent[];
}

/** Creates an empty {@link EventBuffer}. */
export function openEventBuffer(): EventBuffer {
  let waiting = new Map<string, BufferedEvent>();
  let wake: (() => void) | undefined;
  let isTouched = false;
  return {
    put: (event) => {
      waiting.set(`${event.name} ${event.data.id}`, event);
      wake?.();
    },
    touch: () => {
      isTouched = true;
      wake?.();
    },
    filled: async (signal) => {
      if (waiting.size > 0 || isTouched || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => resolve();
      wake = end;
      signal.addEventListener('abort', end, { once: true });
      await promise;
      signal.removeEventListener('abort', end);
      wake = undefined;
    },
    take: () => {
      const taken = [...waiting.values()];
      waiting = new Map();
      isTouched = false;
      return taken;
    },
  };
}
