import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { noneBlocked, type HostCategory } from '../../egress/blocking/host-category.ts';
import type { ProxySession } from '../../egress/egress.ts';
import { responsePatterns, type ResponseGate } from '../determinism/response-gate.ts';
import { createPageHostBlocking } from './host-blocking.ts';
import { createBasicAuth, type BasicAuth } from './basic-auth.ts';
import { createRequestHandling, type RequestHandler } from './request-handling.ts';
import { createRequestBlocking, type RequestBlocking } from './request-blocking.ts';

const navigationPattern = { urlPattern: '*', resourceType: 'Document' } as const;

/** The owner of request interception: no other code enables or disables it on a session. */
export interface Interception {
  /** Enables interception. Returns undefined if none is needed, which has no cost. */
  start(): Promise<void> | undefined;
  /** Enables interception for a frame in another process or a worker; nothing if none is needed. */
  attach(session: CdpSession, kind: 'frame' | 'worker'): Promise<unknown>[];
  /** Blocks all further navigation of the page. */
  blockNavigation(): Promise<void>;
  readonly isNavigationBlocked: boolean;
  /** Number of requests that were blocked for the caller, without those that the egress proxy blocks. */
  readonly blockedCounts: RequestBlocking['counts'] & Readonly<Record<HostCategory, number>>;
  /** Hosts of frames whose documents were blocked by their host. */
  readonly blockedHosts: ReadonlySet<string>;
  /** True if the server has rejected the credentials for the page. */
  readonly isAuthRejected: boolean;
}

/** Properties of an intercepted page. */
interface InterceptedPage {
  readonly mainFrameId: string;
  readonly proxySession: Pick<ProxySession, 'hosts'>;
  /** Holds its responses. */
  readonly gate?: ResponseGate | undefined;
}

type TargetKind = 'page' | 'frame' | 'worker';

/** Everything that requests are intercepted for. */
interface Needs {
  readonly blockedCounts: Interception['blockedCounts'];
  readonly blockedHosts: ReadonlySet<string>;
  readonly auth: BasicAuth | undefined;
  isNavigationBlocked: boolean;
  /**
   * Returns the patterns of a session. Each call to the browser replaces the previous ones, so they
   * are always computed from all needs.
   */
  patternsOf(kind: TargetKind): Protocol.Fetch.RequestPattern[];
  readonly handle: RequestHandler;
}

function createNeeds(
  spec: CaptureSpec,
  { mainFrameId, gate, proxySession }: InterceptedPage,
): Needs {
  const blocking = createRequestBlocking(spec.blocking);
  const hosts = createPageHostBlocking(spec, proxySession, mainFrameId);
  const auth = createBasicAuth(spec, mainFrameId);
  const handling = createRequestHandling(spec, mainFrameId);
  const needs: Needs = {
    get blockedCounts() {
      return { ...noneBlocked, ...hosts?.counts, ...blocking.counts };
    },
    blockedHosts: hosts?.blockedHosts ?? new Set(),
    auth,
    isNavigationBlocked: false,
    patternsOf: (kind) => [
      ...(kind === 'page' && needs.isNavigationBlocked ? [navigationPattern] : []),
      ...(kind === 'page' ? handling.patterns : handling.childPatterns),
      ...(auth === undefined ? [] : [auth.pattern]),
      ...blocking.patterns,
      ...((kind === 'worker' ? hosts?.workerPatterns : hosts?.patterns) ?? []),
      ...(gate === undefined || kind === 'worker' ? [] : responsePatterns),
    ],
    async handle(session, paused) {
      const { requestId, resourceType, frameId, request } = paused;
      const isPageItself = resourceType === 'Document' && frameId === mainFrameId;
      // A response without content leaves the current document in place.
      if (needs.isNavigationBlocked && isPageItself)
        return session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      if (!isPageItself && blocking.isBlocked(request.url, resourceType))
        return session.send('Fetch.failRequest', {
          requestId,
          // A frame shows an error page unless its navigation is aborted.
          errorReason: resourceType === 'Document' ? 'Aborted' : 'BlockedByClient',
        });
      if ((await hosts?.handle(session, paused)) === true) return undefined;
      return handling.handle(session, paused);
    },
  };
  return needs;
}

/**
 * Creates an interception that serves inline HTML, adds the caller's headers, responds to challenges,
 * blocks requests and navigations, and holds responses.
 */
export function createInterception(
  session: CdpSession,
  spec: CaptureSpec,
  page: InterceptedPage,
): Interception {
  const { gate } = page;
  const needs = createNeeds(spec, page);
  const { auth, patternsOf } = needs;
  const enable = (one: CdpSession, kind: TargetKind): Promise<void>[] => {
    const patterns = patternsOf(kind);
    if (patterns.length === 0) return [];
    const handleAuth = auth === undefined ? {} : { handleAuthRequests: true };
    return [one.send('Fetch.enable', { patterns, ...handleAuth })];
  };
  const listen = (one: CdpSession): void => {
    one.on({
      'Fetch.requestPaused': (paused) => {
        if (gate?.hold(one, paused) === true) return;
        needs.handle(one, paused).catch(() => undefined);
      },
      'Fetch.authRequired': (challenged) => {
        auth?.respond(one, challenged).catch(() => undefined);
      },
    });
  };

  listen(session);
  return {
    start: () => enable(session, 'page')[0],
    attach(one, kind) {
      if (kind === 'frame' && gate !== undefined) one.on(gate.handlers);
      listen(one);
      return enable(one, kind);
    },
    get isNavigationBlocked() {
      return needs.isNavigationBlocked;
    },
    async blockNavigation() {
      if (needs.isNavigationBlocked) return;
      needs.isNavigationBlocked = true;
      await Promise.all(enable(session, 'page'));
    },
    get blockedCounts() {
      return needs.blockedCounts;
    },
    blockedHosts: needs.blockedHosts,
    get isAuthRejected() {
      return auth?.isRejected ?? false;
    },
  };
}
