import { Readable } from 'node:stream';
import type { ServerEvent } from '../route.ts';

/** Maximum duration of a stream and its heartbeat interval. Unit: ms. */
export interface EventStreamTimings {
  readonly heartbeatMs: number;
  readonly longestMs: number;
}

/** Buffered bytes above which a slow reader is disconnected. */
const maxWaitingBytes = 256 * 1024;

/**
 * Creates the body of a `text/event-stream` response: each event as it arrives, regular heartbeat
 * comments, and an end when the events end, `longestMs` has passed or `signal` is aborted. `onEnd`
 * runs exactly once and should stop the source. Source: HTML Standard §9.2.
 */
export function eventStreamBody(
  events: AsyncIterable<ServerEvent>,
  options: EventStreamTimings & { readonly signal: AbortSignal; readonly onEnd: () => void },
): Readable {
  const { signal, heartbeatMs, longestMs, onEnd } = options;
  const body = new Readable({ read: () => undefined });
  const end = (): void => {
    body.push(null);
  };
  const write = (text: string): void => {
    if (signal.aborted || body.readableEnded || body.destroyed) return;
    body.push(text);
    if (body.readableLength > maxWaitingBytes) body.destroy();
  };
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs);
  const longest = setTimeout(() => finish(), longestMs);
  let hasEnded = false;
  const finish = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(heartbeat);
    clearTimeout(longest);
    signal.removeEventListener('abort', finish);
    onEnd();
    if (!body.destroyed) end();
  };
  body.once('close', finish);
  signal.addEventListener('abort', finish, { once: true });
  // Signals immediately that the stream is open, and sets the reconnection delay.
  write('retry: 2000\n\n');
  pump().catch(() => body.destroy());
  return body;

  async function pump(): Promise<void> {
    try {
      for await (const event of events) {
        if (hasEnded) return;
        write(`event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
      }
    } catch {
      // The client reconnects and receives the missing events or the error.
    } finally {
      finish();
    }
  }
}
