import { vi } from 'vitest';

/** Stands where a browser has its EventSource: the streams that were opened, and what a server does with them. */
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

  /** The server takes the stream. */
  accept(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** An event arrives, unless the page has closed the stream. */
  send(name: string, data: unknown): void {
    if (!this.isOpen) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.dispatchEvent(new MessageEvent(name, { data: text }));
  }

  /** The connection breaks, or the server refuses it. */
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/** Gives the page event streams for one test; answers the last one that was opened. */
export function useFakeEvents(): () => FakeEventSource {
  FakeEventSource.all = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return () => {
    const last = FakeEventSource.all.at(-1);
    if (last === undefined) throw new Error('no stream was opened');
    return last;
  };
}
