import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import { noneBlocked, type HostCategory } from '../../egress/blocking/host-category.ts';
import type { ProxySession } from '../../egress/egress.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { globPatterns, matcherOf } from './request-blocking.ts';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Part of the blocking of third-party hosts that needs requests: the egress proxy blocks the rest. */
export interface PageHostBlocking {
  readonly patterns: readonly Protocol.Fetch.RequestPattern[];
  /** Patterns of workers, which request no documents. */
  readonly workerPatterns: readonly Protocol.Fetch.RequestPattern[];
  /** Number of documents of frames that were blocked, by category. */
  readonly counts: Readonly<Record<HostCategory, number>>;
  /** Hosts of these documents. */
  readonly blockedHosts: ReadonlySet<string>;
  /**
   * Permits the hosts of the page itself and of URLs that the caller allows. Leaves out the document of a
   * frame whose host is blocked, so that the browser shows no error page there. Resolves with true if it
   * has handled the request.
   */
  handle(session: CdpSession, paused: Paused): Promise<boolean>;
}

/** Creates the part of a page; undefined if no category is blocked. */
export function createPageHostBlocking(
  { blocking: { allowedUrls = [] } = {} }: CaptureSpec,
  { hosts }: Pick<ProxySession, 'hosts'>,
  mainFrameId: string,
): PageHostBlocking | undefined {
  if (!hosts.isActive) return undefined;
  const blockedHosts = new Set<string>();
  const counts = { ...noneBlocked };
  const workerPatterns = globPatterns(allowedUrls);
  const isAllowed = matcherOf(allowedUrls);
  return {
    patterns: [{ urlPattern: '*', resourceType: 'Document' }, ...workerPatterns],
    workerPatterns,
    counts,
    blockedHosts,
    async handle(session, { requestId, request: { url }, resourceType, frameId }) {
      const host = URL.parse(url)?.hostname ?? '';
      const isDocument = resourceType === 'Document';
      if (isDocument && frameId === mainFrameId) await hosts.permit(host, 'page');
      else if (isAllowed(url) && hosts.categoryOf(host)) await hosts.permit(host, 'allowed');
      const category = isDocument ? hosts.categoryOf(host) : undefined;
      if (category === undefined) return false;
      counts[category] += 1;
      blockedHosts.add(host);
      // The frame keeps its empty first document.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return true;
    },
  };
}
