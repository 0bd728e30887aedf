import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import { runInBackground } from '../../rejections.ts';
import { bodyOf, isData, passOn, type PausedResponse, type ResponseBody } from './response-body.ts';

/** Types whose responses run scripts, so that their order matters. */
const orderedTypes: ReadonlySet<string> = new Set(['Document', 'Fetch', 'XHR', 'Script']);
/** Maximum time that a response waits for an earlier request. Unit: ms. */
const orderedMs = 2_000;
/**
 * Turns after which a page has read data that was passed on as a whole. The browser does not report the
 * end of a response whose body no script reads.
 */
const readTurns = 10;

/**
 * Types of responses that are paused. Not fonts: Chromium ends a font's request that is paused at its
 * response with `net::ERR_FAILED`, before it is sent (measured with version 156).
 */
const pausedTypes = [
  'Document',
  'Stylesheet',
  'Image',
  'Media',
  'Script',
  'XHR',
  'Fetch',
  'EventSource',
  'Other',
] as const;

/** Patterns that pause the responses of a page that runs deterministically. */
export const responsePatterns = pausedTypes.map(
  (resourceType) => ({ urlPattern: '*', requestStage: 'Response', resourceType }) as const,
);

/**
 * Responses that are held until the page's clock stands still, so that no response comes in the middle of a
 * step. Documents, scripts and data are released in the order of their requests.
 */
export interface ResponseGate {
  /** Handlers of a session whose responses are held. */
  readonly handlers: CdpHandlers;
  /** Handlers of a service worker, whose responses are not held. */
  readonly serviceWorkerHandlers: CdpHandlers;
  /** Returns true if it has taken the event, because it pauses a response. */
  hold(session: CdpSession, paused: PausedResponse): boolean;
  /** Releases what may be released now. Returns true if that was anything. */
  release(): Promise<boolean>;
  /** From here on, responses that the capture no longer waits for are never released. */
  close(): void;
  /** Number of moving images of which only the first frame was passed on. */
  readonly stilledImages: number;
}

/** Dependencies of a gate. */
export interface ResponseGateInput {
  readonly mainFrameId: string;
  /** Returns true while the capture waits for a request; undefined if it never does. */
  readonly isWaitedFor: (requestId: string) => boolean | undefined;
  /** Called when a page has had the time to read a response completely. */
  readonly onFinished: (requestId: string) => void;
}

interface Held {
  readonly session: CdpSession;
  readonly paused: PausedResponse;
  readonly body: Promise<ResponseBody | undefined>;
  isComplete: boolean;
}

/** Creates an open gate. */
export function createResponseGate(input: ResponseGateInput): ResponseGate {
  const { mainFrameId, isWaitedFor } = input;
  const order = createRequestOrder(input);
  const held: Held[] = [];
  let isClosed = false;
  let stilledImages = 0;

  const mayPass = ({ paused: { networkId = '', resourceType }, isComplete }: Held): boolean => {
    if (!isComplete) return false;
    const isWaited = isWaitedFor(networkId);
    if (isWaited === undefined) return true;
    const isNeeded = !isClosed && !isData(resourceType) && resourceType !== 'EventSource';
    if (!isWaited && !isNeeded) return false;
    return !orderedTypes.has(resourceType) || order.isFirst(networkId);
  };
  const pass = async ({ session, paused, body: reading }: Held): Promise<void> => {
    const body = await reading;
    if (body?.isStill === true) stilledImages += 1;
    await passOn(session, paused, body);
    const { networkId, resourceType } = paused;
    const isWhole = body !== undefined && isData(resourceType);
    if (isWhole && networkId !== undefined) order.beginReading(networkId);
  };
  return {
    handlers: order.handlers,
    // While the clock is stopped, the browser does not report the end of a response whose body no script reads.
    serviceWorkerHandlers: {
      'Network.responseReceived': ({ requestId }) => order.beginReading(requestId),
      'Network.dataReceived': ({ requestId }) => order.beginReading(requestId),
    },
    hold(session, paused) {
      const { resourceType, frameId, responseStatusCode, responseErrorReason } = paused;
      if (responseStatusCode === undefined && responseErrorReason === undefined) return false;
      const one: Held = { session, paused, body: bodyOf(session, paused), isComplete: false };
      const completing = one.body.then(() => {
        one.isComplete = true;
      });
      runInBackground(completing);
      const isPage = resourceType === 'Document' && frameId === mainFrameId;
      if (isPage) runInBackground(pass(one).catch(() => undefined));
      else held.push(one);
      return true;
    },
    async release() {
      order.takeTurn();
      const released = held.filter(mayPass);
      for (const one of released) held.splice(held.indexOf(one), 1);
      await Promise.allSettled(released.map(pass));
      return released.length > 0;
    },
    close() {
      isClosed = true;
    },
    get stilledImages() {
      return stilledImages;
    },
  };
}

/** Order of the open requests for documents, scripts and data. */
interface RequestOrder {
  readonly handlers: CdpHandlers;
  /** Returns true if no earlier request has to be answered first. */
  isFirst(requestId: string): boolean;
  /** Counts the turns of a page that reads data which was passed on as a whole. */
  beginReading(requestId: string): void;
  takeTurn(): void;
}

function createRequestOrder({
  isWaitedFor,
  onFinished,
}: Pick<ResponseGateInput, 'isWaitedFor' | 'onFinished'>): RequestOrder {
  const open = new Map<string, { readonly sinceMs: number }>();
  const turnsLeft = new Map<string, number>();
  const end = ({ requestId }: { readonly requestId: string }): void => {
    open.delete(requestId);
    turnsLeft.delete(requestId);
  };
  return {
    handlers: {
      'Network.requestWillBeSent': ({ requestId, type = 'Other' }) => {
        if (orderedTypes.has(type)) open.set(requestId, { sinceMs: performance.now() });
      },
      'Network.loadingFinished': end,
      'Network.loadingFailed': end,
    },
    isFirst(requestId) {
      for (const [id, { sinceMs }] of open) {
        if (id === requestId) return true;
        const isLate = performance.now() - sinceMs > orderedMs;
        if (!isLate && isWaitedFor(id) === true) return false;
      }
      return true;
    },
    beginReading(requestId) {
      turnsLeft.set(requestId, readTurns);
    },
    takeTurn() {
      for (const [requestId, turns] of turnsLeft) {
        turnsLeft.set(requestId, turns - 1);
        if (turns > 0) continue;
        end({ requestId });
        onFinished(requestId);
      }
    },
  };
}
