import type { ScreenshotStatus, TicketStatus } from '@shotwright/contract';

/** Something that has changed, as it stands now. */
export type InboxEvent =
  | { readonly name: 'file'; readonly data: { id: string; status: ScreenshotStatus } }
  | {
      readonly name: 'ticket';
      readonly data: { id: number; status: TicketStatus; isUnread: boolean };
    };

/** What one reader has not seen yet; of each thing only the latest. */
export interface Inbox {
  put(event: InboxEvent): void;
  /** Resolves when there is something, or when the signal is aborted. */
  filled(signal: AbortSignal): Promise<void>;
  /** Takes everything out, oldest first. */
  take(): InboxEvent[];
}

/** See {@link Inbox}. */
export function openInbox(): Inbox {
  let waiting = new Map<string, InboxEvent>();
  let wake: (() => void) | undefined;
  return {
    put: (event) => {
      waiting.set(`${event.name} ${event.data.id}`, event);
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
