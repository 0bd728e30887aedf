import type { CdpHandlers } from '../../browser/browser.ts';

/** Headers of the response of the main frame's latest document, as far as they are reported. */
export interface DocumentResponse {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly handlers: CdpHandlers;
}

/** Starts tracking the responses of a page's documents. */
export function trackDocumentResponse(mainFrameId: string): DocumentResponse {
  let headers: Readonly<Record<string, string>> = {};
  const store = (pairs: readonly (readonly [name: string, value: string])[]): void => {
    headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  };
  return {
    get headers() {
      return headers;
    },
    handlers: {
      'Fetch.requestPaused': ({ frameId, resourceType, responseHeaders }) => {
        if (frameId !== mainFrameId || resourceType !== 'Document') return;
        // Absent while the request itself is paused.
        if (responseHeaders !== undefined)
          store(responseHeaders.map(({ name, value }) => [name, value]));
      },
      'Network.responseReceived': ({ frameId, type, response }) => {
        if (frameId === mainFrameId && type === 'Document') store(Object.entries(response.headers));
      },
    },
  };
}
