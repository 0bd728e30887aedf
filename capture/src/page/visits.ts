import type { CdpHandlers } from '../browser/browser.ts';
import { isEmptyStatus } from './answers.ts';
import { hearAnswers, hearDocuments, hearPlans } from './visit-handlers.ts';

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
  /** When its load event came, on the monotonic clock; null before. */
  loadedMs: number | null;
  isDownload: boolean;
  /** Resources of its document that had ended at the last look. */
  resourceCount: number;
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
  /** Adds to the document on show what was seen in it. */
  learn(seen: { readonly status: number; readonly resourceCount: number }): void;
  readonly handlers: readonly CdpHandlers[];
}

/** What is known of the visits so far, for those who hear of them. */
export interface VisitLog {
  latest: Visit | undefined;
  current: Visit | undefined;
  /** Until when a visit the page has asked for is expected; ms on the monotonic clock. */
  expectedUntilMs: number;
  /** The document on show has asked for another, and its frame has not come to rest since. */
  isRequested: boolean;
  isMain(frameId: string | undefined): boolean;
  find(loaderId: string): Visit | undefined;
  begin(loaderId: string, url: string): Visit;
  change(visit: Visit | undefined, values: Partial<Visit>): void;
}

/** Follows the main frame's navigations; `changed` is called after every step of one. */
export function followVisits(mainFrameId: string, changed: () => void): Visits {
  let count = 0;
  const log: VisitLog = {
    latest: undefined,
    current: undefined,
    expectedUntilMs: 0,
    isRequested: false,
    isMain: (frameId) => frameId === mainFrameId,
    find: (loaderId) => [log.latest, log.current].find((visit) => visit?.loaderId === loaderId),
    begin(loaderId, url) {
      count += 1;
      log.latest = { ...emptyVisit, loaderId, url, redirects: [] };
      changed();
      return log.latest;
    },
    change(visit, values) {
      if (visit === undefined) return;
      Object.assign(visit, values);
      changed();
    },
  };
  return {
    get latest() {
      return log.latest;
    },
    get current() {
      return log.current;
    },
    get count() {
      return count;
    },
    get isLeaving() {
      const { latest, current, expectedUntilMs } = log;
      const isUnderWay = latest !== undefined && latest !== current && !hasFailed(latest);
      return isUnderWay || performance.now() < expectedUntilMs;
    },
    learn({ status, resourceCount }) {
      const { current } = log;
      if (current === undefined) return;
      if (status >= 100 && status <= 599) current.status ??= status;
      if (Number.isSafeInteger(resourceCount)) current.resourceCount = resourceCount;
    },
    handlers: [hearAnswers(log), hearPlans(log), hearDocuments(log)],
  };
}

/** Whether a visit has ended without a document to show. */
export function hasFailed({ errorText, isDownload, status }: Visit): boolean {
  return errorText !== null || isDownload || isEmptyStatus(status);
}

const emptyVisit = {
  status: null,
  mimeType: null,
  errorText: null,
  isCommitted: false,
  loadedMs: null,
  isDownload: false,
  resourceCount: 0,
};
