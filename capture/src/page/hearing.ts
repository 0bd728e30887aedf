import type { Protocol } from 'devtools-protocol';
import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import { isAnswer, isPage, redirectOf } from './answers.ts';
import { ignoreErrors, runInBackground } from '../rejections.ts';
import type { Interception } from './intercept.ts';

/** What the browser keeps of each answer's body for us: nothing, we never read one. */
const networkBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
/** Every answer to a request for a document, before the document is made of it. */
const documentAnswers = {
  urlPattern: '*',
  resourceType: 'Document',
  requestStage: 'Response',
} as const;

type Paused = Protocol.Fetch.RequestPausedEvent;

/**
 * Whether a page's requests are told to us. Being told of each costs about a millisecond, so it happens only where it is
 * needed: never of a first document that comes as a page, and from `listen` on. Until then the browser itself says when
 * nothing is under way (see `idleness.ts`).
 */
export interface Hearing {
  /** Orders, before the page's first byte, to be told how its document is answered; pasted HTML always is. */
  start(session: CdpSession): Promise<void>;
  /** From now on, for good, every request that begins is told. Idempotent; a page that has gone is no error. */
  listen(): void;
  /** Every request that has begun since this became true is known. */
  readonly isComplete: boolean;
  readonly handlers: CdpHandlers;
}

/** A hearing of one page, which follows the first document of its main frame. */
export function createHearing(
  session: CdpSession,
  mainFrameId: string,
  interception: Pick<Interception, 'scope' | 'isHeld'>,
): Hearing {
  let state: 'first document' | 'deaf' | 'listening' = 'first document';
  let isTold = false;
  let isComplete = false;

  function tell(patient = session): Promise<unknown> {
    isTold = true;
    return patient.send('Network.enable', networkBuffers);
  }
  async function listen(): Promise<void> {
    if (state === 'listening') return;
    state = 'listening';
    await tell().catch(() => undefined);
    // What was told before this answer may belong to requests whose end went untold.
    isComplete = true;
  }
  function letThrough(paused: Paused): void {
    const isLast = paused.frameId === mainFrameId && redirectOf(paused) === undefined;
    // Of an answer that makes no page, the browser's own word for why is needed.
    if (isLast && !isPage(paused)) ignoreErrors([tell()]);
    // The end lets the answer go on; continued before that, the page's own requests would take this way as well.
    if (isLast && !interception.isHeld) return ignoreErrors([session.send('Fetch.disable')]);
    ignoreErrors([session.send('Fetch.continueRequest', { requestId: paused.requestId })]);
  }
  /** Where a page goes next is to be heard from its first request on. */
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
        if (isAnswer(paused)) letThrough(paused);
      },
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId || state !== 'first document') return;
        state = 'deaf';
        if (isTold) ignoreErrors([session.send('Network.disable')]);
      },
      'Page.frameScheduledNavigation': follow,
      'Page.frameRequestedNavigation': follow,
    },
  };
}
