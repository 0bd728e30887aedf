import type { CdpHandlers } from '../browser/browser.ts';

/** One navigation of the main frame, from its first request on. */
export interface Visit {
  readonly loaderId: string;
  url: string;
  readonly redirects: string[];
  status: number | null;
  mimeType: string | null;
  /** Chromium's name of what went wrong, for example `net::ERR_NAME_NOT_RESOLVED`. */
  errorText: string | null;
  isCommitted: boolean;
  isParsed: boolean;
  isLoaded: boolean;
  isDownload: boolean;
}

/** What the main frame is showing and where it is going. */
export interface Visits {
  /** The newest navigation, committed or not. */
  readonly latest: Visit | undefined;
  /** The document on show. */
  readonly current: Visit | undefined;
  /** How many navigations were started. */
  readonly count: number;
  /** A navigation is under way, or the page has asked for one within the next second. */
  readonly isLeaving: boolean;
  readonly handlers: CdpHandlers;
}

/** Follows the main frame's navigations; `changed` is called after every step of one. */
export function followVisits(mainFrameId: string, changed: () => void): Visits {
  const state: VisitState = { latest: undefined, current: undefined, count: 0, expectedUntilMs: 0 };
  return {
    get latest() {
      return state.latest;
    },
    get current() {
      return state.current;
    },
    get count() {
      return state.count;
    },
    get isLeaving() {
      const { latest, current, expectedUntilMs } = state;
      const isUnderWay = latest !== undefined && latest !== current && !hasFailed(latest);
      return isUnderWay || performance.now() < expectedUntilMs;
    },
    handlers: visitHandlers(state, mainFrameId, changed),
  };
}

/** Whether a visit has ended without a document to show. */
export function hasFailed({ errorText, isDownload, status }: Visit): boolean {
  return errorText !== null || isDownload || status === 204 || status === 205;
}

interface VisitState {
  latest: Visit | undefined;
  current: Visit | undefined;
  count: number;
  /** Until when a visit the page has asked for is expected; ms on the monotonic clock. */
  expectedUntilMs: number;
}

function visitHandlers(state: VisitState, mainFrameId: string, changed: () => void): CdpHandlers {
  const isMain = (frameId: string | undefined): boolean => frameId === mainFrameId;
  const visitOf = (loaderId: string): Visit | undefined =>
    [state.latest, state.current].find((visit) => visit?.loaderId === loaderId);
  const begin = (loaderId: string, url: string): Visit => {
    state.count += 1;
    state.latest = { ...emptyVisit, loaderId, url, redirects: [] };
    return state.latest;
  };
  const change = (visit: Visit | undefined, values: Partial<Visit>): void => {
    if (visit === undefined) return;
    Object.assign(visit, values);
    changed();
  };

  return {
    'Network.requestWillBeSent': (event) => {
      if (event.type !== 'Document' || !isMain(event.frameId)) return;
      const visit = visitOf(event.loaderId) ?? begin(event.loaderId, event.request.url);
      if (event.redirectResponse) visit.redirects.push(event.redirectResponse.url);
      change(visit, { url: event.request.url });
    },
    'Network.responseReceived': ({ requestId, response }) =>
      change(visitOf(requestId), { status: response.status, mimeType: response.mimeType }),
    'Network.loadingFailed': ({ requestId, errorText }) => {
      const visit = visitOf(requestId);
      // A page that stops its own loading is on show all the same.
      if (visit?.isCommitted === true && errorText === 'net::ERR_ABORTED') return;
      change(visit, { errorText });
    },
    'Page.frameScheduledNavigation': ({ frameId, delay }) => {
      if (!isMain(frameId) || delay > 1) return;
      state.expectedUntilMs = performance.now() + delay * 1000 + 1000;
    },
    'Page.frameClearedScheduledNavigation': ({ frameId }) => {
      if (!isMain(frameId)) return;
      state.expectedUntilMs = 0;
      changed();
    },
    'Page.frameNavigated': ({ frame }) => {
      if (!isMain(frame.id)) return;
      state.expectedUntilMs = 0;
      state.current = visitOf(frame.loaderId) ?? begin(frame.loaderId, frame.url);
      change(state.current, { isCommitted: true });
    },
    'Page.navigatedWithinDocument': ({ frameId, url }) => {
      if (isMain(frameId)) change(state.current, { url });
    },
    'Page.lifecycleEvent': ({ frameId, loaderId, name }) => {
      if (!isMain(frameId)) return;
      if (name === 'DOMContentLoaded') change(visitOf(loaderId), { isParsed: true });
      if (name === 'load') change(visitOf(loaderId), { isParsed: true, isLoaded: true });
    },
    'Page.downloadWillBegin': ({ frameId }) => {
      if (isMain(frameId)) change(state.latest, { isDownload: true });
    },
  };
}

const emptyVisit = {
  status: null,
  mimeType: null,
  errorText: null,
  isCommitted: false,
  isParsed: false,
  isLoaded: false,
  isDownload: false,
};
