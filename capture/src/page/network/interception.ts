import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { responsePattern, type ResponseGate } from '../determinism/response-gate.ts';

/** URL of inline HTML: a dedicated secure context that no name server resolves. */
export const inlineHtmlUrl = 'http://pasted-html.localhost/';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Intercepts some of a page's requests. */
export interface Interception {
  /** Enables interception. Returns undefined if none is needed, which has no cost. */
  start(): Promise<void> | undefined;
  /** Blocks all further navigation of the page. */
  blockNavigation(): Promise<void>;
  readonly isNavigationBlocked: boolean;
}

/** Properties of an intercepted page. */
interface InterceptedPage {
  readonly mainFrameId: string;
  /** Holds its responses. */
  readonly gate?: ResponseGate | undefined;
}

/**
 * Creates an interception that serves inline HTML, adds the caller's headers to requests for the
 * target origin, and can block navigation.
 */
export function createInterception(
  session: CdpSession,
  { source, headers }: CaptureSpec,
  { mainFrameId, gate }: InterceptedPage,
): Interception {
  let isNavigationBlocked = false;
  const answerOf = (): ((paused: Paused) => Promise<void>) | undefined => {
    if (source.kind === 'html') return serveInlineHtml(session, source.html, mainFrameId);
    if (Object.keys(headers).length === 0) return undefined;
    return addHeaders(session, headers, new URL(source.url).origin);
  };
  const answer = answerOf();
  const urlPattern = source.kind === 'html' ? `${inlineHtmlUrl}*` : '*';
  const usual = [
    ...(answer === undefined ? [] : [{ urlPattern }]),
    ...(gate === undefined ? [] : [responsePattern]),
  ];

  session.on({
    'Fetch.requestPaused': (paused) => {
      if (gate?.hold(session, paused) === true) return;
      const { requestId, resourceType, frameId } = paused;
      const isNavigation = resourceType === 'Document' && frameId === mainFrameId;
      // A response without content leaves the current document in place.
      const answered =
        isNavigationBlocked && isNavigation
          ? session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
          : (answer?.(paused) ?? session.send('Fetch.continueRequest', { requestId }));
      answered.catch(() => undefined);
    },
  });
  return {
    start: () =>
      usual.length === 0 ? undefined : session.send('Fetch.enable', { patterns: usual }),
    get isNavigationBlocked() {
      return isNavigationBlocked;
    },
    async blockNavigation() {
      if (isNavigationBlocked) return;
      isNavigationBlocked = true;
      const navigations = { urlPattern: '*', resourceType: 'Document' } as const;
      await session.send('Fetch.enable', { patterns: [navigations, ...usual] });
    },
  };
}

/** Responds to the page's own URL with the HTML and to all other URLs of its origin with 404. */
function serveInlineHtml(session: CdpSession, html: string, mainFrameId: string) {
  const body = Buffer.from(html, 'utf8').toString('base64');
  const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
  return ({ requestId, request, resourceType, frameId }: Paused): Promise<void> => {
    if (!request.url.startsWith(inlineHtmlUrl)) {
      return session.send('Fetch.continueRequest', { requestId });
    }
    const isHtmlResponse =
      request.url.split('#', 1)[0] === inlineHtmlUrl &&
      resourceType === 'Document' &&
      frameId === mainFrameId;
    const answer = isHtmlResponse
      ? { responseCode: 200, responseHeaders, body }
      : { responseCode: 404 };
    return session.send('Fetch.fulfillRequest', { requestId, ...answer });
  };
}

/**
 * Adds the headers to requests for `origin` and removes them if a request is redirected to another
 * origin.
 */
function addHeaders(session: CdpSession, headers: CaptureSpec['headers'], origin: string) {
  const added = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  return ({ requestId, request, redirectedRequestId }: Paused): Promise<void> => {
    const isOurs = URL.canParse(request.url) && new URL(request.url).origin === origin;
    if (!isOurs && redirectedRequestId === undefined) {
      return session.send('Fetch.continueRequest', { requestId });
    }
    const others = Object.entries(request.headers)
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
    return session.send('Fetch.continueRequest', {
      requestId,
      headers: isOurs ? [...others, ...added] : others,
    });
  };
}
