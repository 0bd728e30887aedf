import type { Protocol } from 'devtools-protocol';
import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import { isResponseStage, isHtmlResponse, redirectLocation } from './responses.ts';
import { ignoreErrors, runInBackground } from '../../rejections.ts';
import type { Interception } from './interception.ts';

/**
 * Sizes of the browser's buffers for response bodies: zero, because the engine never reads a body.
 */
const networkBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
/** Pattern for every response to a document request, before the document is created. */
const documentAnswers = {
  urlPattern: '*',
  resourceType: 'Document',
  requestStage: 'Response',
} as const;

type Paused = Protocol.Fetch.RequestPausedEvent;

/**
 * Network monitor: controls which requests of a page are reported. Each report costs about a
 * millisecond, so requests are reported only if needed: never for a first document that is an HTML
 * page, and always after `listen`. Until then the browser's own `networkIdle` shows that no request
 * is in progress (see `networkIdle.ts`).
 */
export interface NetworkMonitor {
  /**
   * Enables reporting of the document's response before the page's first byte. Not needed for
   * inline HTML, which is always served.
   */
  start(session: CdpSession): Promise<void>;
  /**
   * Permanently enables reporting of every request from now on. Idempotent; a closed page is not an
   * error.
   */
  listen(): void;
  /** True if every request that started since this became true has been reported. */
  readonly isComplete: boolean;
  readonly handlers: CdpHandlers;
}

/** Creates the network monitor of a page, starting with the first document of its main frame. */
export function createNetworkMonitor(
  session: CdpSession,
  mainFrameId: string,
  interception: Pick<Interception, 'scope' | 'isNavigationBlocked'>,
): NetworkMonitor {
  let state: 'first document' | 'deaf' | 'listening' = 'first document';
  let isEnabled = false;
  let isComplete = false;

  function tell(patient = session): Promise<unknown> {
    isEnabled = true;
    return patient.send('Network.enable', networkBuffers);
  }
  async function listen(): Promise<void> {
    if (state === 'listening') return;
    state = 'listening';
    await tell().catch(() => undefined);
    // Requests reported before this response do not count: their end may not have been reported.
    isComplete = true;
  }
  function continueResponse(paused: Paused): void {
    const isLast = paused.frameId === mainFrameId && redirectLocation(paused) === undefined;
    // If the response is not a page, the browser's own reason is needed from Network events.
    if (isLast && !isHtmlResponse(paused)) ignoreErrors([tell()]);
    // `Fetch.disable` continues the request. If it were continued first, the page's own requests
    // would be intercepted as well.
    if (isLast && !interception.isNavigationBlocked)
      return ignoreErrors([session.send('Fetch.disable')]);
    ignoreErrors([session.send('Fetch.continueRequest', { requestId: paused.requestId })]);
  }
  /** Starts listening when the page plans a navigation, so that its first request is reported. */
  const follow = ({ frameId }: { readonly frameId: string }): void => {
    if (frameId === mainFrameId && state === 'deaf') runInBackground(listen());
  };
  return {
    async start(patient) {
      if (interception.scope === 'requests') await tell(patient);
      if (interception.scope === 'nothing') {
        await patient.send('Fetch.enable', { patterns: [documentAnswers] });
      }
    },
    listen: () => runInBackground(listen()),
    get isComplete() {
      return isComplete;
    },
    handlers: {
      'Fetch.requestPaused': (paused) => {
        if (isResponseStage(paused)) continueResponse(paused);
      },
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId || state !== 'first document') return;
        state = 'deaf';
        if (isEnabled) ignoreErrors([session.send('Network.disable')]);
      },
      'Page.frameScheduledNavigation': follow,
      'Page.frameRequestedNavigation': follow,
    },
  };
}
