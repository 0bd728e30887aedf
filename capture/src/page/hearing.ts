import type { CdpHandlers, CdpSession } from '../browser/browser.ts';

/** What the browser keeps of each answer's body for us: nothing, we never read one. */
const networkBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

/**
 * Whether a page's requests are told to us. Being told of each costs about a millisecond, so it happens only where it is
 * needed: until the first document has come, and from `listen` on. Between the two the browser itself says when nothing
 * is under way (see `idleness.ts`).
 */
export interface Hearing {
  /** Orders, before the page's first byte, to be told of its document. */
  start(session: CdpSession): Promise<unknown>;
  /** From now on, for good, every request that begins is told. Idempotent; a page that has gone is no error. */
  listen(): void;
  /** Every request that has begun since this became true is known. */
  readonly isComplete: boolean;
  readonly handlers: CdpHandlers;
}

/** A hearing of one page, which follows the first document of its main frame. */
export function createHearing(session: CdpSession, mainFrameId: string): Hearing {
  let state: 'first document' | 'deaf' | 'listening' = 'first document';
  let isComplete = false;

  async function listen(): Promise<void> {
    if (state === 'listening') return;
    state = 'listening';
    await session.send('Network.enable', networkBuffers).catch(() => undefined);
    // What was told before this answer may belong to requests whose end went untold.
    isComplete = true;
  }
  /** Where a page goes next is to be heard from its first request on. */
  const follow = ({ frameId }: { readonly frameId: string }): void => {
    if (frameId === mainFrameId && state === 'deaf') void listen();
  };
  return {
    start: (patient) => patient.send('Network.enable', networkBuffers),
    listen: () => void listen(),
    get isComplete() {
      return isComplete;
    },
    handlers: {
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId || state !== 'first document') return;
        state = 'deaf';
        session.send('Network.disable').catch(() => undefined);
      },
      'Page.frameScheduledNavigation': follow,
      'Page.frameRequestedNavigation': follow,
    },
  };
}
