import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSource, CaptureSpec } from '../../capture-spec.ts';

/** URL of inline HTML: a dedicated secure context that no name server resolves. */
export const inlineHtmlUrl = 'http://pasted-html.localhost/';

const ownBase = /<base\s[^>]*href/i;
/** Everything that may precede the content of the head. */
const headStart =
  /^(?:\s+|<!--[\s\S]*?-->|<!doctype[^>]*>|<html(?:\s[^>]*)?>|<head(?:\s[^>]*)?>)*/i;

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Continues, fulfils or fails an intercepted request. */
export type RequestHandler = (session: CdpSession, paused: Paused) => Promise<void>;

/** Handling of the requests that the capture fulfils itself or adds to. */
export interface RequestHandling {
  readonly patterns: readonly Protocol.Fetch.RequestPattern[];
  /** Patterns of the page's frames in other processes and of its workers. */
  readonly childPatterns: readonly Protocol.Fetch.RequestPattern[];
  readonly handle: RequestHandler;
}

/** Creates the handling that serves inline HTML and adds the caller's headers. */
export function createRequestHandling(
  { source, headers, headersScope = 'origin' }: CaptureSpec,
  mainFrameId: string,
): RequestHandling {
  const isForAll = headersScope === 'all';
  const serve = source.kind === 'html' ? serveInlineHtml(withBase(source), mainFrameId) : undefined;
  const origin = source.kind === 'html' ? undefined : new URL(source.url).origin;
  const hasHeaders = Object.keys(headers).length > 0 && (isForAll || origin !== undefined);
  const add = hasHeaders ? addHeaders(headers, isForAll ? 'all' : origin) : undefined;
  const all = add === undefined ? [] : [{ urlPattern: '*' }];
  return {
    patterns: [...(serve === undefined ? [] : [{ urlPattern: `${inlineHtmlUrl}*` }]), ...all],
    childPatterns: isForAll ? all : [],
    handle(session, paused) {
      const { requestId, request } = paused;
      const isInline = serve !== undefined && request.url.startsWith(inlineHtmlUrl);
      if (isInline) return serve(session, paused);
      return add?.(session, paused) ?? session.send('Fetch.continueRequest', { requestId });
    },
  };
}

/** Returns the HTML with its base URL at the start of its head, unless it names one itself. */
function withBase({ html, baseUrl }: Extract<CaptureSource, { kind: 'html' }>): string {
  if (baseUrl === undefined || ownBase.test(html)) return html;
  const href = baseUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const at = headStart.exec(html)?.[0].length ?? 0;
  return `${html.slice(0, at)}<base href="${href}">${html.slice(at)}`;
}

/** Responds to the page's own URL with the HTML and to all other URLs of its origin with 404. */
function serveInlineHtml(html: string, mainFrameId: string): RequestHandler {
  const body = Buffer.from(html, 'utf8').toString('base64');
  const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
  return (session, { requestId, request, resourceType, frameId }) => {
    const isHtmlResponse =
      request.url.split('#', 1)[0] === inlineHtmlUrl &&
      resourceType === 'Document' &&
      frameId === mainFrameId;
    const response = isHtmlResponse
      ? { responseCode: 200, responseHeaders, body }
      : { responseCode: 404 };
    return session.send('Fetch.fulfillRequest', { requestId, ...response });
  };
}

/**
 * Adds the headers to requests for an origin, or to all, and removes them if a request is redirected
 * to another origin.
 */
function addHeaders(headers: CaptureSpec['headers'], origin: string | undefined): RequestHandler {
  const added = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  return (session, { requestId, request, redirectedRequestId }) => {
    const isOurs =
      origin === 'all' || (URL.canParse(request.url) && new URL(request.url).origin === origin);
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
