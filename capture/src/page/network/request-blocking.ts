import type { Protocol } from 'devtools-protocol';
import type { CaptureBlocking, ResourceKind } from '../../capture-blocking.ts';

type ResourceType = Protocol.Network.ResourceType;

/** Types of the protocol by kind. Web sockets are none, because they cannot be intercepted. */
const typesOf: Readonly<Record<ResourceKind, readonly ResourceType[]>> = {
  image: ['Image'],
  media: ['Media'],
  font: ['Font'],
  script: ['Script'],
  stylesheet: ['Stylesheet'],
  xhr: ['XHR', 'Fetch', 'EventSource'],
  other: ['Other', 'Ping', 'CSPViolationReport'],
};

/** Decides which requests of a page are blocked, and counts them. */
export interface RequestBlocking {
  /** Patterns of the requests that must be decided. */
  readonly patterns: readonly Protocol.Fetch.RequestPattern[];
  /** Number of blocked requests, by the option that blocked them. */
  readonly counts: { readonly types: number; readonly patterns: number };
  /** Decides about a request that is not the page itself. */
  isBlocked(url: string, type: ResourceType): boolean;
}

/** Creates the decision; without options, nothing is blocked. */
export function createRequestBlocking({
  resourceKinds = [],
  blockedUrls = [],
  allowedUrls = [],
}: CaptureBlocking = {}): RequestBlocking {
  const counts = { types: 0, patterns: 0 };
  const types = new Set<ResourceType>(resourceKinds.flatMap((kind) => typesOf[kind]));
  const matchesBlocked = matcherOf(blockedUrls);
  const matchesAllowed = matcherOf(allowedUrls);
  return {
    patterns: [
      ...[...types].map((resourceType) => ({ urlPattern: '*', resourceType })),
      ...globPatterns(blockedUrls),
    ],
    counts,
    isBlocked(url, type) {
      if (matchesAllowed(url)) return false;
      if (types.has(type)) counts.types += 1;
      else if (matchesBlocked(url)) counts.patterns += 1;
      else return false;
      return true;
    },
  };
}

/** Returns the patterns of requests for URLs in which `*` stands for any text. */
export function globPatterns(globs: readonly string[]): Protocol.Fetch.RequestPattern[] {
  return globs.map((glob) => ({ urlPattern: glob.replaceAll(/[\\?]/g, String.raw`\$&`) }));
}

/** Returns a test for URLs that match one of the patterns, in which `*` stands for any text. */
export function matcherOf(globs: readonly string[]): (url: string) => boolean {
  const parts = globs.map((glob) => glob.split('*'));
  return (url) => parts.some((literals) => matchesInOrder(url, literals));
}

// Not a regular expression, which several stars would make slow for a long URL.
function matchesInOrder(url: string, literals: readonly string[]): boolean {
  const first = literals.at(0) ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return url === first;
  if (!url.startsWith(first) || !url.endsWith(last)) return false;
  const endsAt = url.length - last.length;
  let position = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = url.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return position <= endsAt;
}
