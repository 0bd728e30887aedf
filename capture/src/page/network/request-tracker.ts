import type { Protocol } from 'devtools-protocol';
import type { CdpHandlers } from '../../browser/browser.ts';

/** Number of requests for one URL after which they count as endless polling. */
const pollRepeats = 4;
/**
 * Resource types that a finished image does not wait for: streams, reports and speculative
 * requests.
 */
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

/** A request in progress. */
export interface PendingRequest {
  readonly url: string;
  readonly type: Protocol.Network.ResourceType;
  readonly sinceMs: number;
}

/** Requests of a page, as far as they are reported. */
export interface RequestTracker {
  /** Number of all reported requests, including redirects. */
  readonly count: number;
  /** Requests whose response may change the image. */
  readonly pending: ReadonlyMap<string, PendingRequest>;
  /** True if the page requests one URL repeatedly. */
  readonly isPolling: boolean;
  /** Last time such a request started, progressed or ended, on the monotonic clock. Unit: ms. */
  readonly lastActiveMs: number;
  readonly handlers: CdpHandlers;
}

/**
 * Tracks the requests of a page that start while `isMonitored`. Calls `changed` when a relevant one
 * starts or ends.
 */
export function trackRequests(isMonitored: () => boolean, changed: () => void): RequestTracker {
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
      if (!isMonitored()) return;
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
