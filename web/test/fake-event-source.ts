import { vi } from 'vitest';

/** Replaces the browser's EventSource: records the opened streams and sends events as a server would. */
export class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  readonly url: string;
  readonly withCredentials: boolean;
  isOpen = true;

  constructor(url: string, init?: EventSourceInit) {
    super();
    this.url = url;
    this.withCredentials = init?.withCredentials === true;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.isOpen = false;
  }

  /** The server accepts the stream. */
  accept(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** An event arrives, unless the page has closed the stream. */
  send(name: string, data: unknown): void {
    if (!this.isOpen) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.dispatchEvent(new MessageEvent(name, { data: text }));
  }

  /** The connection breaks, or the server rejects it. */
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/**
 * Installs the fake event streams for one test; returns a getter of the one opened last whose URL
 * matches.
 */
export function useFakeEvents(url = /^/): () => FakeEventSource {
  FakeEventSource.all = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return () => {
    const last = FakeEventSource.all.findLast((one) => url.test(one.url));
    if (last === undefined) throw new Error('no stream was opened');
    return last;
  };
}
