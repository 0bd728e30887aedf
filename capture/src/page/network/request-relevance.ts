import type { Protocol } from 'devtools-protocol';
import { createRepetitions, type PageMoment, type Repetition } from './repetitions.ts';

/** Properties of a request that decide whether the image waits for it. */
export interface RequestDescription {
  readonly type: Protocol.Network.ResourceType;
  readonly method: string;
  readonly url: string;
  /** Body of the request; undefined if it has none or it was too long to be reported. */
  readonly body?: string | undefined;
  readonly hasBody?: boolean | undefined;
  /** Frame that sends the request; undefined for a worker. */
  readonly frameId?: string | undefined;
}

/**
 * Relevance of a request. `content`: waited for until it ends. `stream`: for its first messages.
 * `held`: briefly, because its path names polling or telemetry, or because it reads from memory. `poll`: repeated
 * without end.
 * `ignored`: cannot change the image.
 */
export type Relevance = 'content' | 'stream' | 'held' | 'poll' | 'ignored';

/**
 * Identical requests (same frame, method, URL and body) from this one on count as polling: if they
 * have changed nothing, or whatever they change.
 */
const identicalPolls = { withoutEffect: 4, withEffect: 9 } as const;
/** Requests for one path from this one on count as polling, whatever their query and body. */
const similarPolls = { withoutEffect: 13, withEffect: 61 } as const;
/** Identical requests from this one on are expected to go on. */
const expectedPolls = 3;

const ignoredTypes: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Ping',
  'Media',
  'CSPViolationReport',
  'Preflight',
  'Prefetch',
  'Manifest',
  'TextTrack',
  'SignedExchange',
  'FedCM',
] as const);

/** Sites whose requests measure visitors or place advertisements. A subdomain belongs to its site. */
const analyticsSites: readonly string[] = [
  'amplitude.com',
  'bat.bing.com',
  'chartbeat.net',
  'clarity.ms',
  'cloudflareinsights.com',
  'connect.facebook.net',
  'criteo.com',
  'datadoghq-browser-agent.com',
  'doubleclick.net',
  'fullstory.com',
  'google-analytics.com',
  'googleadservices.com',
  'googlesyndication.com',
  'googletagmanager.com',
  'heapanalytics.com',
  'hotjar.com',
  'mixpanel.com',
  'mouseflow.com',
  'newrelic.com',
  'nr-data.net',
  'optimizely.com',
  'outbrain.com',
  'plausible.io',
  'px.ads.linkedin.com',
  'quantserve.com',
  'scorecardresearch.com',
  'segment.io',
  'sentry.io',
  'taboola.com',
];

/** Path segments of servers that hold a request open. */
const pollingPath =
  /(?:^|[/_.-])(?:poll(?:ing)?|long-?poll|comet|subscribe|socket\.io|signalr|sockjs|sse|event-?stream|heartbeat|keep-?alive|ping)(?:[/_.-]|$)/i;
/** Path segments of telemetry. A page that reads from such a path shows what it gets. */
const telemetryPath =
  /(?:^|[/_.-])(?:beacons?|collect|telemetry|metrics|analytics|track(?:ing)?|logs?|logging|rum)(?:[/_.-]|$)/i;

/** Query parameters that only prevent caching. */
const cacheBuster = /([?&](?:_|t|ts|cb|cache|nocache|rand|r)=)[^&]*/g;
/** Time stamps, counters and random numbers. */
const longNumber = /\d{10,}/g;

/** Decides the relevance of a page's requests, in the order in which they start. */
export interface RequestRelevance {
  decide(id: string, request: RequestDescription): Relevance;
  /** Records that a request failed, or that its response has an error status. */
  fail(id: string): void;
  /** Returns true once a request has failed that the image waits for, and that the page may retry. */
  hasFailed(): boolean;
  end(id: string): void;
  /** Time at which a poller is to ask again, on the clock of `now`; undefined if none polls. */
  readonly nextPollMs: number | undefined;
}

/**
 * Creates the rules for one page; polling is recognised by earlier requests of that page, and by
 * changes since then.
 */
export function createRequestRelevance(now: () => PageMoment): RequestRelevance {
  const identical = createRepetitions();
  const similar = createRepetitions();
  let nextPollMs: number | undefined;
  let hasFailed = false;
  return {
    hasFailed: () => hasFailed,
    get nextPollMs() {
      return nextPollMs;
    },
    fail(id) {
      similar.fail(id);
      hasFailed = identical.fail(id) || hasFailed;
    },
    end(id) {
      identical.end(id);
      similar.end(id);
    },
    decide(id, request) {
      if (ignoredTypes.has(request.type) || !URL.canParse(request.url)) return 'ignored';
      const url = new URL(request.url);
      // Reading from memory also takes real time, in which the clock of the page must not run ahead.
      if (url.protocol === 'blob:') return 'held';
      if (!/^https?:$/.test(url.protocol) || isAnalytics(url.hostname)) return 'ignored';
      if (url.pathname.endsWith('/favicon.ico')) return 'ignored';
      if (request.type === 'EventSource') return 'stream';
      if (request.type !== 'Fetch' && request.type !== 'XHR') return 'content';
      const moment = now();
      const path = `${request.frameId} ${request.method} ${url.origin}${url.pathname}`;
      const like = similar.add(path, id, moment);
      const same = identical.add(identityOf(request), id, moment);
      const isHeld = isHeldOpen(request, url);
      if (same.count >= expectedPolls && !isHeld) nextPollMs = moment.timeMs + same.intervalMs;
      if (isPoll(like, similarPolls) || isPoll(same, identicalPolls)) return 'poll';
      return isHeld ? 'held' : 'content';
    },
  };
}

function isAnalytics(hostname: string): boolean {
  return analyticsSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

function isHeldOpen({ method }: RequestDescription, { pathname }: URL): boolean {
  return pollingPath.test(pathname) || (method !== 'GET' && telemetryPath.test(pathname));
}

function isPoll(
  { count, hasEffect }: Repetition,
  { withoutEffect, withEffect }: { readonly withoutEffect: number; readonly withEffect: number },
): boolean {
  return count >= (hasEffect ? withEffect : withoutEffect);
}

/**
 * Returns the part of a request that a poller repeats. A body that was not reported may differ each
 * time, so such a request is identical to no other.
 */
function identityOf({ method, url, body, hasBody = false, frameId }: RequestDescription): string {
  const isUnknownBody = hasBody && body === undefined;
  const content = isUnknownBody ? crypto.randomUUID() : (body ?? '').replaceAll(longNumber, '#');
  const address = url.replaceAll(cacheBuster, '$1').replaceAll(longNumber, '#');
  return `${frameId} ${method} ${address} ${content}`;
}
