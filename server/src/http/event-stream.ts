import { Readable } from 'node:stream';
import type { ServerEvent } from './route.ts';

/** How long a stream may last, and how often it shows that it lives. Units: ms. */
export interface EventStreamTimings {
  readonly heartbeatMs: number;
  readonly longestMs: number;
}

/** A slow reader is left behind when this much waits for it. Units: bytes. */
const maxWaitingBytes = 256 * 1024;

/**
 * The body of a `text/event-stream` answer: each event as it comes, a comment now and then, the end when the events end,
 * when `longestMs` is over or when `signal` is aborted. `onEnd` runs once, however it ends: let it stop the source.
 * Source: HTML Standard §9.2.
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
  const longest = setTimeout(() => over(), longestMs);
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    clearTimeout(longest);
    signal.removeEventListener('abort', over);
    onEnd();
    if (!body.destroyed) end();
  };
  body.once('close', over);
  signal.addEventListener('abort', over, { once: true });
  // Says at once that the stream is open, and how soon to come back.
  write('retry: 2000\n\n');
  pump().catch(() => body.destroy());
  return body;

  async function pump(): Promise<void> {
    try {
      for await (const event of events) {
        if (isOver) return;
        write(`event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
      }
    } catch {
      // The reader comes back and learns the rest, or the reason.
    } finally {
      over();
    }
  }
}
