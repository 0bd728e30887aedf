import type { Protocol } from 'devtools-protocol';

/** A request that is held: before it is made, or once its answer has begun. */
type Paused = Protocol.Fetch.RequestPausedEvent;

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether an answer of this status comes without content, and so leaves the document on show where it is. */
export function isEmptyStatus(status: number | null): boolean {
  return status === 204 || status === 205;
}

/** Held at its answer, or at the error in place of one. */
export function isAnswer({ responseStatusCode, responseErrorReason }: Paused): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

/** Where an answer leads; undefined when it is the last one. */
export function redirectOf(paused: Paused): string | undefined {
  if (!redirecting.has(paused.responseStatusCode ?? 0)) return undefined;
  const location = headerOf(paused, 'location');
  if (location === undefined) return undefined;
  const { url } = paused.request;
  return URL.canParse(location, url) ? new URL(location, url).href : location;
}

/** Whether an answer is a document that will be shown, as far as its head tells. */
export function isPage(paused: Paused): boolean {
  const { responseStatusCode } = paused;
  if (responseStatusCode === undefined || isEmptyStatus(responseStatusCode)) return false;
  if (headerOf(paused, 'content-disposition') !== undefined) return false;
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headerOf(paused, 'content-type') ?? '');
}

function headerOf({ responseHeaders = [] }: Paused, wanted: string): string | undefined {
  return responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value;
}
