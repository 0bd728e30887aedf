import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { Requests } from './requests.ts';
import type { Visits } from './visits.ts';

/** What the engine keeps of each answer's body: nothing, it never reads one. */
const networkBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

/**
 * Hears of a page's requests while a picture may depend on them. What a document itself asks for delays its load event,
 * and being told of each request is dear; so between the document's end and its first script nobody listens.
 */
export interface NetworkWatch {
  /** Sends what must be in force before the page's first byte. */
  start(): Promise<unknown>[];
  /** The engine's own scripts may run from now on. Call it before the first of them. */
  allowOwnScripts(): void;
  /** Hears everything again, also of requests begun unheard. For pages that take their time; idempotent. */
  catchUp(): void;
  readonly handlers: CdpHandlers;
}

/** What a page's requests are watched with. */
export interface NetworkWatchInput {
  readonly session: CdpSession;
  readonly spec: CaptureSpec;
  readonly mainFrameId: string;
  readonly visits: Visits;
  readonly requests: Requests;
}

/** See {@link NetworkWatch}. */
export function createNetworkWatch(input: NetworkWatchInput): NetworkWatch {
  const { session, spec, mainFrameId, visits, requests } = input;
  let isOn = true;
  let wasOff = false;
  /** While armed, the page's first script is held until we listen again. */
  let guard: 'unarmed' | 'armed' | 'released' = 'unarmed';

  const turnOn = (): void => {
    if (isOn) return;
    isOn = true;
    session.send('Network.enable', networkBuffers).catch(() => undefined);
  };
  const release = (): void => {
    if (guard === 'released') return;
    guard = 'released';
    // Lets a held script go on as well.
    if (needsGuard(spec)) session.send('Debugger.disable').catch(() => undefined);
  };
  const turnOnFor = ({ frameId }: { readonly frameId: string }): void => {
    if (frameId === mainFrameId) turnOn();
  };
  return {
    start() {
      const enabled = session.send('Network.enable', networkBuffers);
      const arm = (): void => {
        if (guard === 'unarmed') guard = 'armed';
      };
      if (isWatchedThroughout(spec)) guard = 'released';
      else if (needsGuard(spec)) holdFirstScript(session).then(arm, () => undefined);
      else arm();
      return [enabled];
    },
    allowOwnScripts: release,
    catchUp() {
      if (!wasOff) return;
      wasOff = false;
      turnOn();
      release();
      session.send('Page.getResourceTree').then(
        ({ frameTree }) => requests.adopt(frameTree.resources),
        () => undefined,
      );
    },
    handlers: {
      'Network.loadingFinished': ({ requestId }) => {
        const isDocument = requestId === visits.current?.loaderId;
        if (!isDocument || guard !== 'armed' || visits.isLeaving) return;
        isOn = false;
        wasOff = true;
        requests.forget();
        session.send('Network.disable').catch(() => undefined);
      },
      'Debugger.paused': () => {
        turnOn();
        release();
      },
      'Page.frameScheduledNavigation': turnOnFor,
      'Page.frameStartedNavigating': turnOnFor,
    },
  };
}

/** Captures that touch the page after its load event, or run scripts in it, hear of everything. */
function isWatchedThroughout(spec: CaptureSpec): boolean {
  return (
    spec.isFullPage ||
    spec.areAnimationsDisabled ||
    spec.delayMs > 0 ||
    spec.elementSelector !== undefined ||
    spec.injectJs !== undefined
  );
}

function needsGuard(spec: CaptureSpec): boolean {
  return !spec.isJavaScriptDisabled && !isWatchedThroughout(spec);
}

/** Before its first statement. A browser that cannot is listened to throughout. */
function holdFirstScript(session: CdpSession): Promise<unknown> {
  const eventName = 'scriptFirstStatement';
  return Promise.all([
    session.send('Debugger.enable'),
    session.send('EventBreakpoints.setInstrumentationBreakpoint', { eventName }),
  ]);
}
