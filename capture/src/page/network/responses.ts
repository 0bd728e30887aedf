import type { Protocol } from 'devtools-protocol';

/** A paused request: at the request stage or at the response stage. */
type Paused = Protocol.Fetch.RequestPausedEvent;

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns true if a response with this status has no content, and therefore leaves the current
 * document in place.
 */
export function isNoContent(status: number | null): boolean {
  return status === 204 || status === 205;
}

/** Returns true at the response stage, with a response or an error. */
export function isResponseStage({ responseStatusCode, responseErrorReason }: Paused): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

/**
 * Returns the redirect target of a response. Returns undefined if the response is not a redirect.
 */
export function redirectLocation(paused: Paused): string | undefined {
  if (!redirecting.has(paused.responseStatusCode ?? 0)) return undefined;
  const location = headerOf(paused, 'location');
  if (location === undefined) return undefined;
  const { url } = paused.request;
  return URL.canParse(location, url) ? new URL(location, url).href : location;
}

/** Returns true if the response is a document that will be displayed, according to its headers. */
export function isHtmlResponse(paused: Paused): boolean {
  const { responseStatusCode } = paused;
  if (responseStatusCode === undefined || isNoContent(responseStatusCode)) return false;
  if (headerOf(paused, 'content-disposition') !== undefined) return false;
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headerOf(paused, 'content-type') ?? '');
}

function headerOf({ responseHeaders = [] }: Paused, wanted: string): string | undefined {
  return responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value;
}
