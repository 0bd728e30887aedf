import type { CdpHandlers } from '../../browser/browser.ts';
import type { AssertedResource } from '../../capture-waiting.ts';

/** A request of the current document that failed. */
export interface FailedRequest {
  readonly kind: AssertedResource;
  readonly url: string;
  /** Status of the response, or the browser's name of the error. */
  readonly cause: string;
}

/** Failed requests of a page and of its frames. */
export interface RequestFailures {
  /** First failure of one of the kinds that the caller asserts. */
  readonly first: FailedRequest | undefined;
  readonly handlers: CdpHandlers;
}

const kinds: Readonly<Record<string, AssertedResource>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'stylesheet',
  Image: 'image',
};
const firstErrorStatus = 400;
/** Requests that the page or the caller stopped itself. */
const ownEnds: ReadonlySet<string> = new Set(['net::ERR_ABORTED', 'net::ERR_BLOCKED_BY_CLIENT']);

/** Watches the requests of the kinds; a new document of the main frame forgets the failures before. */
export function trackRequestFailures(
  mainFrameId: string,
  asserted: readonly AssertedResource[],
): RequestFailures {
  const begun = new Map<string, { readonly url: string; readonly loaderId: string }>();
  const failures: (FailedRequest & { readonly loaderId: string })[] = [];
  const fail = (requestId: string, type: string, cause: string): void => {
    const kind = kinds[type];
    const request = begun.get(requestId);
    if (kind === undefined || request === undefined || !asserted.includes(kind)) return;
    failures.push({ kind, cause, ...request });
  };
  return {
    get first() {
      return failures[0];
    },
    handlers: {
      'Network.requestWillBeSent': ({ requestId, request, loaderId }) => {
        begun.set(requestId, { url: request.url, loaderId });
      },
      'Network.responseReceived': ({ requestId, type, response: { status } }) => {
        if (status >= firstErrorStatus) fail(requestId, type, `status ${status}`);
      },
      'Network.loadingFailed': ({ requestId, type, errorText, canceled }) => {
        if (canceled !== true && !ownEnds.has(errorText)) fail(requestId, type, errorText);
        begun.delete(requestId);
      },
      'Network.loadingFinished': ({ requestId }) => {
        begun.delete(requestId);
      },
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId) return;
        const kept = failures.filter(({ loaderId }) => loaderId === frame.loaderId);
        failures.splice(0, failures.length, ...kept);
      },
    },
  };
}
