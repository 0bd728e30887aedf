import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import { createRequestRelevance, type Relevance } from './request-relevance.ts';

/** Maximum time that the image waits for one request, by its relevance. Unit: ms. */
const waitMs = { content: 8_000, stream: 1_500, held: 1_000, poll: 0 } as const;
/** Time that a dedicated worker is given after its start. Unit: ms. */
const workerMs = 1_200;
/** A poller counts as under way for this long after its last request. Unit: ms. */
const pollPauseMs = 2_000;
const animatedTypes = /^image\/(?:gif|apng|webp)$/;
const maxAnimatedUrls = 200;
const streamTypes = /^text\/event-stream\b/;

/** A request, stream or worker that is open. */
export interface OpenRequest {
  readonly kind: Exclude<Relevance, 'ignored'> | 'worker';
  readonly url: string;
  readonly sinceMs: number;
  /** Time from its start for which the image waits for it. Unit: ms. */
  readonly waitMs: number;
}

/** Requests of a page, of its frames and of its workers. */
export interface RequestTracker {
  /** Number of all reported requests, including redirects. */
  readonly count: number;
  /** Number of relevant requests that have ended, or have sent their first message. */
  readonly endedCount: number;
  /**
   * True if the page has opened a stream or a worker, or polls: its content may come by the server's
   * time rather than by its own.
   */
  readonly followsServer: boolean;
  /** URLs of images whose type can be animated; at most 200. */
  readonly animatedImageUrls: readonly string[];
  /** Returns what the image still waits for. */
  waits(): readonly OpenRequest[];
  /** Returns everything that is open, waited for or no longer. */
  underWay(): readonly OpenRequest[];
  /** Stops waiting for everything that is open now. */
  giveUp(): void;
  addWorker(sessionId: string, url: string): void;
  removeWorker(sessionId: string): void;
  readonly handlers: CdpHandlers;
}

/**
 * Enables reporting of requests. Bodies of responses are not buffered, because the engine never reads
 * one; the first part of a request's body distinguishes GraphQL operations from polling.
 */
export function reportRequests(session: CdpSession): Promise<unknown> {
  const buffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 4_096 };
  return session.send('Network.enable', buffers);
}

/** Tracks the requests of a page. Calls `changed` when a relevant one starts or ends. */
export function trackRequests(mainFrameId: string, changed: () => void): RequestTracker {
  const relevance = createRequestRelevance();
  const open = new Map<string, OpenRequest>();
  const loaders = new Map<string, string>();
  let count = 0;
  let endedCount = 0;
  let followsServer = false;
  let lastPoll: OpenRequest | undefined;
  const animatedImageUrls: string[] = [];
  /** Streams that a script reads itself, so that their messages are reported as data only. */
  const readByScript = new Set<string>();
  let gaveUpMs = -Infinity;

  const begin = (id: string, kind: OpenRequest['kind'], url: string): void => {
    const limitMs = kind === 'worker' ? workerMs : waitMs[kind];
    const begun = { kind, url, sinceMs: performance.now(), waitMs: limitMs };
    open.set(id, begun);
    if (kind === 'stream' || kind === 'worker' || kind === 'poll') followsServer = true;
    if (kind === 'poll') lastPoll = begun;
    changed();
  };
  const remove = (id: string): OpenRequest | undefined => {
    const removed = open.get(id);
    open.delete(id);
    loaders.delete(id);
    readByScript.delete(id);
    return removed;
  };
  const end = ({ requestId }: { readonly requestId: string }): void => {
    const ended = remove(requestId);
    if (ended === undefined || ended.kind === 'poll') return;
    endedCount += 1;
    changed();
  };
  /** A stream stays open after its first message, and is not waited for any longer. */
  const receive = ({ requestId }: { readonly requestId: string }): void => {
    const stream = open.get(requestId);
    if (stream?.kind !== 'stream' || stream.waitMs === 0) return;
    open.set(requestId, { ...stream, waitMs: 0 });
    endedCount += 1;
    changed();
  };
  /** Requests of a document that is replaced are cancelled, which its process may not report. */
  const dropReplaced = (loaderId: string): void => {
    for (const id of open.keys()) {
      if (loaders.get(id) !== loaderId) remove(id);
    }
  };

  const handlers: CdpHandlers = {
    'Network.requestWillBeSent': ({
      requestId,
      loaderId,
      request,
      type = 'Other',
      redirectResponse,
    }) => {
      count += 1;
      if (redirectResponse !== undefined) return;
      const { url, method, postData: body, hasPostData: hasBody } = request;
      const kind = relevance.decide({ type, method, url, body, hasBody });
      if (kind === 'ignored') return;
      loaders.set(requestId, loaderId);
      begin(requestId, kind, url);
    },
    'Network.responseReceived': ({ requestId, response: { mimeType, url } }) => {
      if (animatedTypes.test(mimeType) && animatedImageUrls.length < maxAnimatedUrls) {
        animatedImageUrls.push(url);
      }
      const request = open.get(requestId);
      if (request?.kind !== 'content' || !streamTypes.test(mimeType)) return;
      followsServer = true;
      readByScript.add(requestId);
      open.set(requestId, { ...request, kind: 'stream', waitMs: waitMs.stream });
    },
    'Network.dataReceived': (event) => {
      if (readByScript.has(event.requestId)) receive(event);
    },
    'Network.loadingFinished': end,
    'Network.loadingFailed': end,
    'Network.eventSourceMessageReceived': receive,
    'Network.webSocketCreated': ({ requestId, url }) => begin(requestId, 'stream', url),
    'Network.webSocketFrameReceived': receive,
    'Network.webSocketFrameError': end,
    'Network.webSocketClosed': end,
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id === mainFrameId) dropReplaced(frame.loaderId);
    },
  };
  return {
    get count() {
      return count;
    },
    get endedCount() {
      return endedCount;
    },
    get followsServer() {
      return followsServer;
    },
    animatedImageUrls,
    waits: () => {
      const nowMs = performance.now();
      return [...open.values()].filter(
        (one) => one.sinceMs > gaveUpMs && nowMs - one.sinceMs < one.waitMs,
      );
    },
    underWay: () => {
      const requests = [...open.values()];
      if (lastPoll === undefined || requests.some(({ kind }) => kind === 'poll')) return requests;
      const isPolling = performance.now() - lastPoll.sinceMs < pollPauseMs;
      return isPolling ? [...requests, lastPoll] : requests;
    },
    giveUp() {
      gaveUpMs = performance.now();
    },
    addWorker: (sessionId, url) => begin(sessionId, 'worker', url),
    removeWorker: (sessionId) => end({ requestId: sessionId }),
    handlers,
  };
}
