import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { ParsedJson } from './json.ts';

/** One received event; `at` is the time since the request. Unit: ms. */
export interface ReceivedEvent {
  readonly name: string;
  readonly data: ParsedJson;
  readonly at: number;
}

/** An open event stream, read over a separate socket. */
export interface OpenStream {
  readonly response: IncomingMessage;
  /** Everything received so far, unparsed. */
  readonly raw: () => string;
  readonly events: () => ReceivedEvent[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  /**
   * Returns the first matching event, received already or later; rejects if the stream ends without
   * one.
   */
  until(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  close(): void;
}

/** Opens a stream as a browser does, but without reconnecting. */
export async function openEventStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<OpenStream> {
  const startedAt = performance.now();
  const request = get(url, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', ...headers },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let raw = '';
  let read = 0;
  const received: ReceivedEvent[] = [];
  const listeners = new Set<() => void>();
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    raw += chunk;
    for (let end = raw.indexOf('\n\n', read); end >= 0; end = raw.indexOf('\n\n', read)) {
      const name = /^event: (.*)$/m.exec(raw.slice(read, end))?.[1];
      const data = /^data: (.*)$/m.exec(raw.slice(read, end))?.[1];
      read = end + 2;
      if (name === undefined || data === undefined) continue;
      received.push({ name, data: JSON.parse(data), at: performance.now() - startedAt });
    }
    for (const listener of listeners) listener();
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', () => {
      resolve();
      for (const listener of listeners) listener();
    });
  });
  return {
    response,
    raw: () => raw,
    events: () => [...received],
    ended,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = received.find(fits);
          if (!found && !response.closed) return;
          listeners.delete(check);
          if (found) resolve(found);
          else reject(new Error(`the stream ended with ${raw}`));
        };
        listeners.add(check);
        check();
      }),
    close: () => request.destroy(),
  };
}
