import type { Protocol } from 'devtools-protocol';
import { handleEvents } from './cdp-events.ts';
import type { CapturePage } from './capture-page.ts';

/** Serves pasted HTML and adds the caller's headers; undefined when the capture needs neither, which costs nothing. */
export function answerRequests(page: CapturePage, htmlUrl: string): Promise<void> | undefined {
  const { source, headers } = page.spec;
  if (source.kind === 'html') return servePastedHtml(page, source.html, htmlUrl);
  if (Object.keys(headers).length > 0) return addHeaders(page, new URL(source.url).origin);
  return undefined;
}

/** Answers the page's own address with the HTML and everything else beside it with 404. */
function servePastedHtml(page: CapturePage, html: string, htmlUrl: string): Promise<void> {
  const { session } = page;
  const body = Buffer.from(html, 'utf8').toString('base64');
  handleEvents(session, {
    'Fetch.requestPaused': ({ requestId, request, resourceType, frameId }) => {
      const isPage =
        request.url === htmlUrl && resourceType === 'Document' && frameId === page.mainFrameId;
      const answer = isPage
        ? { responseCode: 200, responseHeaders: htmlHeaders, body }
        : { responseCode: 404 };
      session.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => undefined);
    },
  });
  return session.send('Fetch.enable', { patterns: [{ urlPattern: `${htmlUrl}*` }] });
}

const htmlHeaders: Protocol.Fetch.HeaderEntry[] = [
  { name: 'content-type', value: 'text/html; charset=utf-8' },
];

/** Adds the headers to requests for `origin` and takes them off a request redirected away from it. */
function addHeaders(page: CapturePage, origin: string): Promise<void> {
  const { session } = page;
  const added = Object.entries(page.spec.headers).map(([name, value]) => ({ name, value }));
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  handleEvents(session, {
    'Fetch.requestPaused': ({ requestId, request, redirectedRequestId }) => {
      const isOurs = URL.canParse(request.url) && new URL(request.url).origin === origin;
      const others = Object.entries(request.headers)
        .filter(([name]) => !names.has(name.toLowerCase()))
        .map(([name, value]) => ({ name, value }));
      const isTouched = isOurs || redirectedRequestId !== undefined;
      const headers = isOurs ? [...others, ...added] : others;
      session
        .send('Fetch.continueRequest', { requestId, ...(isTouched && { headers }) })
        .catch(() => undefined);
    },
  });
  return session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}
