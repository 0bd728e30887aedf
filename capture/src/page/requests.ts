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

/** What a page is asking the network for. */
export interface Requests {
  /** Every request so far, redirects included. */
  readonly count: number;
  /** Requests whose answer may change the picture. */
  readonly pending: ReadonlyMap<string, PendingRequest>;
  /** When such a request last began, progressed or ended; ms on the monotonic clock. */
  readonly lastActiveMs: number;
  /** Some began unheard, so more may be on their way than are known. */
  readonly hasUnheard: boolean;
  /** Nobody will hear how what is pending ends. */
  forget(): void;
  /** Takes up requests begun unheard: a document's resources, those without a type of content still on their way. */
  adopt(resources: readonly Protocol.Page.FrameResource[]): void;
  /** At least so many requests there were, heard or not. */
  raiseCount(least: number): void;
  readonly handlers: CdpHandlers;
}

/** Counts a page's requests; `changed` is called when one that matters begins or ends. */
export function followRequests(changed: () => void): Requests {
  const pending = new Map<string, PendingRequest>();
  const isPoll = createPollCounter();
  let count = 0;
  let lastActiveMs = performance.now();
  /** Requests begun unheard are known by their addresses until they are answered. */
  let hasAdopted = false;

  const touch = (requestId: string): void => {
    if (hasAdopted || pending.has(requestId)) lastActiveMs = performance.now();
  };
  const end = ({ requestId }: { readonly requestId: string }): void => {
    touch(requestId);
    if (pending.delete(requestId)) changed();
  };
  const begin = (id: string, request: Omit<PendingRequest, 'sinceMs'>): void => {
    lastActiveMs = performance.now();
    pending.set(id, { ...request, sinceMs: lastActiveMs });
    changed();
  };

  const handlers: CdpHandlers = {
    'Network.requestWillBeSent': ({ requestId, request, type = 'Other' }) => {
      count += 1;
      const isScripted = type === 'Fetch' || type === 'XHR';
      if (background.has(type) || request.url.startsWith('data:')) return;
      if (isScripted && isPoll(request.url)) return;
      begin(requestId, { url: request.url, type });
    },
    'Network.responseReceived': ({ requestId, response: { url }, type }) => {
      if (hasAdopted && pending.delete(url)) begin(requestId, { url, type });
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
    get lastActiveMs() {
      return lastActiveMs;
    },
    get hasUnheard() {
      return hasAdopted;
    },
    forget: () => pending.clear(),
    adopt(resources) {
      hasAdopted = true;
      for (const { url, type, mimeType, failed } of resources) {
        if (mimeType !== '' || failed === true || background.has(type)) continue;
        // Not a sign of life: how long nothing has come is counted from what was last heard.
        pending.set(url, { url, type, sinceMs: performance.now() });
      }
    },
    raiseCount(least) {
      if (least > count) count = least;
    },
    handlers,
  };
}

/** Tells addresses asked for again and again, whatever their query. */
function createPollCounter(): (url: string) => boolean {
  const repeats = new Map<string, number>();
  return (url) => {
    const address = url.split('?', 1)[0] ?? url;
    const seen = (repeats.get(address) ?? 0) + 1;
    repeats.set(address, seen);
    return seen >= pollRepeats;
  };
}
