import type { Protocol } from 'devtools-protocol';

/** Properties of a request that decide whether the image waits for it. */
export interface RequestDescription {
  readonly type: Protocol.Network.ResourceType;
  readonly method: string;
  readonly url: string;
  /** Body of the request; undefined if it has none or it was too long to be reported. */
  readonly body?: string | undefined;
  readonly hasBody?: boolean | undefined;
}

/**
 * Relevance of a request. `content`: waited for until it ends. `stream`: until its first message.
 * `held`: briefly, because its path names polling or telemetry. `poll`: repeated without end.
 * `ignored`: cannot change the image.
 */
export type Relevance = 'content' | 'stream' | 'held' | 'poll' | 'ignored';

/** Identical requests (same method, URL and body) from this one on count as polling. */
const identicalPolls = 4;
/** Requests for one path from this one on count as polling, whatever their query and body. */
const similarPolls = 13;

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

/** Path segments of servers that hold a request open, and of telemetry. */
const heldPath =
  /(?:^|[/_.-])(?:poll(?:ing)?|long-?poll|comet|subscribe|socket\.io|signalr|sockjs|sse|event-?stream|heartbeat|keep-?alive|ping|beacons?|collect|telemetry|metrics|analytics|track(?:ing)?|logs?|logging|rum)(?:[/_.-]|$)/i;

/** Query parameters that only prevent caching. */
const cacheBuster = /([?&](?:_|t|ts|cb|cache|nocache|rand|r)=)[^&]*/g;
/** Time stamps, counters and random numbers. */
const longNumber = /\d{10,}/g;

/** Decides the relevance of a page's requests, in the order in which they start. */
export interface RequestRelevance {
  decide(request: RequestDescription): Relevance;
}

/** Creates the rules for one page; polling is recognised by earlier requests of that page. */
export function createRequestRelevance(): RequestRelevance {
  const identical = new Map<string, number>();
  const similar = new Map<string, number>();
  return {
    decide(request) {
      if (ignoredTypes.has(request.type) || !URL.canParse(request.url)) return 'ignored';
      const url = new URL(request.url);
      if (!/^https?:$/.test(url.protocol) || isAnalytics(url.hostname)) return 'ignored';
      if (url.pathname.endsWith('/favicon.ico')) return 'ignored';
      if (request.type === 'EventSource') return 'stream';
      if (request.type !== 'Fetch' && request.type !== 'XHR') return 'content';
      const path = `${request.method} ${url.origin}${url.pathname}`;
      const hasManySimilar = count(similar, path) >= similarPolls;
      const hasManyIdentical = count(identical, identityOf(request)) >= identicalPolls;
      if (hasManySimilar || hasManyIdentical) return 'poll';
      return heldPath.test(url.pathname) ? 'held' : 'content';
    },
  };
}

function isAnalytics(hostname: string): boolean {
  return analyticsSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

function count(counts: Map<string, number>, key: string): number {
  const total = (counts.get(key) ?? 0) + 1;
  counts.set(key, total);
  return total;
}

/**
 * Returns the part of a request that a poller repeats. A body that was not reported may differ each
 * time, so such a request is identical to no other.
 */
function identityOf({ method, url, body, hasBody = false }: RequestDescription): string {
  const isUnknownBody = hasBody && body === undefined;
  const content = isUnknownBody ? crypto.randomUUID() : (body ?? '').replaceAll(longNumber, '#');
  const address = url.replaceAll(cacheBuster, '$1').replaceAll(longNumber, '#');
  return `${method} ${address} ${content}`;
}
