import type { Protocol } from 'devtools-protocol';
import type { CdpHandlers } from '../browser/browser.ts';

/** How often one address may be asked for before it counts as a poll that never ends. */
const pollRepeats = 4;
/** Kinds of request a finished picture does not wait for: streams, reports and guesses. */
const background: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'WebSocket',
  'EventSource',
  'Ping',
  'Media',
  'CSPViolationReport',
  'Preflight',
  'Prefetch',
  'Manifest',
  'TextTrack',
] as const);

/** A request that has begun and not ended. */
export interface PendingRequest {
  readonly url: string;
  readonly type: Protocol.Network.ResourceType;
  readonly sinceMs: number;
}

/** What a page is asking the network for, as far as it is heard. */
export interface Requests {
  /** Every request heard of, redirects included. */
  readonly count: number;
  /** Requests whose answer may change the picture. */
  readonly pending: ReadonlyMap<string, PendingRequest>;
  /** The page asks for one address again and again. */
  readonly isPolling: boolean;
  /** When such a request last began, progressed or ended; ms on the monotonic clock. */
  readonly lastActiveMs: number;
  readonly handlers: CdpHandlers;
}

/** Follows the requests of a page that begin while `isHeard`; `changed` is called when one that matters begins or ends. */
export function followRequests(isHeard: () => boolean, changed: () => void): Requests {
  const pending = new Map<string, PendingRequest>();
  const repeats = new Map<string, number>();
  let count = 0;
  let isPolling = false;
  let lastActiveMs = performance.now();

  const isPoll = (url: string): boolean => {
    const address = url.split('?', 1)[0] ?? url;
    const seen = (repeats.get(address) ?? 0) + 1;
    repeats.set(address, seen);
    isPolling ||= seen >= pollRepeats;
    return seen >= pollRepeats;
  };
  const touch = (requestId: string): void => {
    if (pending.has(requestId)) lastActiveMs = performance.now();
  };
  const end = ({ requestId }: { readonly requestId: string }): void => {
    touch(requestId);
    if (pending.delete(requestId)) changed();
  };

  const handlers: CdpHandlers = {
    'Network.requestWillBeSent': ({ requestId, request, type = 'Other' }) => {
      count += 1;
      if (!isHeard()) return;
      const isScripted = type === 'Fetch' || type === 'XHR';
      if (background.has(type) || request.url.startsWith('data:')) return;
      if (isScripted && isPoll(request.url)) return;
      lastActiveMs = performance.now();
      pending.set(requestId, { url: request.url, type, sinceMs: lastActiveMs });
      changed();
    },
    'Network.dataReceived': ({ requestId }) => touch(requestId),
    'Network.loadingFinished': end,
    'Network.loadingFailed': end,
  };

  return {
    get count() {
      return count;
    },
    pending,
    get isPolling() {
      return isPolling;
    },
    get lastActiveMs() {
      return lastActiveMs;
    },
    handlers,
  };
}
