import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { createOpenRequests, type OpenRequests, type OpenRequestsInput } from './open-requests.ts';
import type { PageMoment } from './repetitions.ts';
import { createRequestRelevance, type RequestRelevance } from './request-relevance.ts';
import { handleTasks } from './tasks.ts';

const animatedTypes = /^image\/(?:gif|apng|webp)$/;
const maxAnimatedUrls = 200;
const firstErrorStatus = 400;
const streamTypes = /^text\/event-stream\b/;

/** Requests of a page, of its frames and of its workers. */
export interface RequestTracker extends Pick<
  OpenRequests,
  | 'endedCount'
  | 'followsServer'
  | 'kinds'
  | 'waits'
  | 'isWaitedFor'
  | 'underWay'
  | 'giveUp'
  | 'retain'
> {
  /** True if the page polls an endpoint, and its next request is expected. */
  readonly isPolling: boolean;
  /** Returns true once a request of a script has failed, so that the page may retry it. */
  hasFailed(): boolean;
  /** Number of all reported requests, including redirects. */
  readonly count: number;
  /** Numbers of requests that the page has cancelled. */
  readonly cancelled: { readonly images: number };
  /** URLs of images whose type can be animated; at most 200. */
  readonly animatedImageUrls: readonly string[];
  /** Ends a request whose end the browser does not report. */
  finish(requestId: string): void;
  addWorker(sessionId: string, url: string): void;
  /** Ends all tasks, because the browser reports them no longer. */
  forgetTasks(): void;
  readonly handlers: CdpHandlers;
  /** Returns the handlers for a frame in another process or a worker. */
  childHandlers(sessionId: string): CdpHandlers;
  /** Ends a worker, and the requests of a child target: the browser no longer reports their ends. */
  removeChild(sessionId: string): void;
}

/**
 * Enables reporting of requests. Bodies of responses are not buffered, because the engine never reads
 * one; the first part of a request's body distinguishes GraphQL operations from polling.
 */
export function reportRequests(session: CdpSession): Promise<unknown> {
  const buffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 4_096 };
  return session.send('Network.enable', buffers);
}

/** Dependencies of the tracker. */
export interface RequestTrackerInput extends OpenRequestsInput {
  readonly mainFrameId: string;
  /** Returns the moment in the life of the page. */
  readonly now: () => PageMoment;
}

/** Time by which a poller may be late. Unit: ms. */
const latePollMs = 300;

/** Tracks the requests of a page. */
export function trackRequests({ mainFrameId, now, ...rest }: RequestTrackerInput): RequestTracker {
  const open = createOpenRequests(rest);
  const relevance = createRequestRelevance(now);
  const loaders = new Map<string, string>();
  const senders = createSenders();
  const animatedImageUrls: string[] = [];
  let count = 0;
  const cancelled = { images: 0 };
  const end = (requestId: string): void => {
    senders.forget(requestId);
    relevance.end(requestId);
    open.end(requestId);
  };
  const handlers = {
    ...handleSockets(open),
    ...handleTasks(open),
    ...handleDocuments(open, mainFrameId, loaders),
    ...handleEnds(relevance, end, cancelled),
    ...handleResponses(open, animatedImageUrls, relevance.fail),
    'Network.requestWillBeSent': (event) => {
      count += 1;
      if (event.redirectResponse !== undefined) return;
      const { url, method, postData: body, hasPostData: hasBody } = event.request;
      const { requestId, frameId, type = 'Other' } = event;
      const kind = relevance.decide(requestId, { type, method, url, body, hasBody, frameId });
      if (kind === 'ignored') return;
      loaders.set(requestId, event.loaderId);
      open.begin(requestId, kind, url);
    },
  } satisfies CdpHandlers;
  return {
    get count() {
      return count;
    },
    cancelled,
    hasFailed: relevance.hasFailed,
    get isPolling() {
      return now().timeMs < (relevance.nextPollMs ?? -Infinity) + extendedLimitMs(latePollMs);
    },
    get endedCount() {
      return open.endedCount;
    },
    get followsServer() {
      return open.followsServer;
    },
    kinds: open.kinds,
    waits: open.waits,
    isWaitedFor: open.isWaitedFor,
    underWay: open.underWay,
    giveUp: open.giveUp,
    retain: open.retain,
    animatedImageUrls,
    finish: end,
    forgetTasks: () => open.retain((_, { kind }) => kind !== 'task'),
    addWorker: (sessionId, url) => open.begin(sessionId, 'worker', url),
    handlers,
    childHandlers: (sessionId) => senders.watch(sessionId, handlers),
    removeChild: (sessionId) => [sessionId, ...senders.requestsOf(sessionId)].forEach(end),
  };
}

/** Handles the ends of requests. What the page or the caller has stopped did not fail. */
function handleEnds(
  { fail }: RequestRelevance,
  end: (requestId: string) => void,
  cancelled: { images: number },
): CdpHandlers {
  return {
    'Network.loadingFinished': ({ requestId }) => end(requestId),
    'Network.loadingFailed': ({ requestId, type, canceled = false, blockedReason }) => {
      if (canceled && type === 'Image') cancelled.images += 1;
      if (!canceled && blockedReason === undefined) fail(requestId);
      end(requestId);
    },
  };
}

type RequestHandlers = CdpHandlers & Required<Pick<CdpHandlers, 'Network.requestWillBeSent'>>;

/** Ends the requests of a replaced document. They are cancelled, which its process may not report. */
function handleDocuments(
  open: OpenRequests,
  mainFrameId: string,
  loaders: ReadonlyMap<string, string>,
): CdpHandlers {
  return {
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id === mainFrameId) open.retain((id) => loaders.get(id) === frame.loaderId);
    },
  };
}

/** Creates a record of the child targets that have sent requests. */
function createSenders() {
  const senders = new Map<string, string>();
  return {
    watch(sessionId: string, handlers: RequestHandlers): CdpHandlers {
      return {
        ...handlers,
        'Network.requestWillBeSent': (event) => {
          senders.set(event.requestId, sessionId);
          handlers['Network.requestWillBeSent'](event);
        },
      };
    },
    requestsOf: (sessionId: string): string[] =>
      [...senders].filter(([, sender]) => sender === sessionId).map(([requestId]) => requestId),
    forget: (requestId: string): boolean => senders.delete(requestId),
  };
}

/** Handles responses that are streams, and images that can be animated. */
function handleResponses(
  open: OpenRequests,
  animatedImageUrls: string[],
  fail: (requestId: string) => void,
): CdpHandlers {
  /** Streams that a script reads itself, so that their messages are reported as data only. */
  const readByScript = new Set<string>();
  return {
    'Network.responseReceived': ({ requestId, type, response: { mimeType, url, status } }) => {
      if (status >= firstErrorStatus) fail(requestId);
      const isAnimated = animatedTypes.test(mimeType) && /^https?:/.test(url);
      if (isAnimated && animatedImageUrls.length < maxAnimatedUrls) animatedImageUrls.push(url);
      if (type === 'EventSource' || !streamTypes.test(mimeType)) return;
      readByScript.add(requestId);
      open.becomeStream(requestId);
    },
    'Network.dataReceived': ({ requestId }) => {
      if (readByScript.has(requestId)) open.receive(requestId);
    },
    'Network.eventSourceMessageReceived': ({ requestId }) => open.receive(requestId),
  };
}

function handleSockets(open: OpenRequests): CdpHandlers {
  return {
    'Network.webSocketCreated': ({ requestId, url }) => open.begin(requestId, 'stream', url),
    'Network.webSocketFrameReceived': ({ requestId }) => open.receive(requestId),
    'Network.webSocketFrameError': ({ requestId }) => open.end(requestId),
    'Network.webSocketClosed': ({ requestId }) => open.end(requestId),
  };
}
