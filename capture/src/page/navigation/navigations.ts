import type { CdpHandlers } from '../../browser/browser.ts';
import { isNoContent } from '../network/responses.ts';
import {
  handleResponses,
  handleDocuments,
  handleScheduledNavigations,
} from './navigation-handlers.ts';
import type { Navigation, NavigationLog } from './navigation-log.ts';

/** Commits of one URL from which a page counts as reloading for ever. */
const reloadCommits = 3;

/** Current document and navigations of the main frame. */
export interface Navigations {
  /** The latest navigation, committed or not. */
  readonly latest: Navigation | undefined;
  /** The navigation of the current document. */
  readonly current: Navigation | undefined;
  /** True if the first document was requested and nothing of it has arrived. */
  readonly isAwaitingResponse: boolean;
  /** Number of navigations started. */
  readonly count: number;
  /** Number of documents committed. */
  readonly documentCount: number;
  /** True if one URL has been committed so often that the page reloads itself for ever. */
  readonly isReloading: boolean;
  /** True if a navigation is in progress, or the page has requested one within the next second. */
  readonly isNavigating: boolean;
  /** Forgets the navigations so far: those of another step of the caller do not count with them. */
  renew(): void;
  /** Adds the values read from the current document to its navigation. */
  recordMetrics(seen: { readonly status: number; readonly resourceCount: number }): void;
  readonly handlers: readonly CdpHandlers[];
}

/** Tracks the main frame's navigations. Calls `changed` after every step of one. */
export function trackNavigations(mainFrameId: string, changed: () => void): Navigations {
  let count = 0;
  const log: NavigationLog = {
    latest: undefined,
    current: undefined,
    expectedUntilMs: 0,
    isRequested: false,
    commits: new Map(),
    isMain: (frameId) => frameId === mainFrameId,
    find: (loaderId) =>
      [log.latest, log.current].find((navigation) => navigation?.loaderId === loaderId),
    begin(loaderId, url) {
      count += 1;
      log.latest = { ...emptyNavigation, loaderId, url, redirects: [] };
      changed();
      return log.latest;
    },
    change(navigation, values) {
      if (navigation === undefined) return;
      Object.assign(navigation, values);
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
    get isAwaitingResponse() {
      return log.current === undefined && isOpen(log.latest);
    },
    get count() {
      return count;
    },
    get documentCount() {
      return [...log.commits.values()].reduce((sum, commits) => sum + commits, 0);
    },
    get isReloading() {
      return Math.max(0, ...log.commits.values()) >= reloadCommits;
    },
    get isNavigating() {
      const { latest, current, expectedUntilMs } = log;
      const isUnderWay = latest !== undefined && latest !== current && !hasFailed(latest);
      return isUnderWay || performance.now() < expectedUntilMs;
    },
    renew() {
      count = 0;
      log.commits.clear();
    },
    recordMetrics({ status, resourceCount }) {
      const { current } = log;
      if (current === undefined) return;
      if (status >= 100 && status <= 599) current.status ??= status;
      if (Number.isSafeInteger(resourceCount)) current.resourceCount = resourceCount;
    },
    handlers: [handleResponses(log), handleScheduledNavigations(log), handleDocuments(log)],
  };
}

/** Returns true if a navigation has no response yet. */
function isOpen(navigation: Navigation | undefined): boolean {
  return navigation?.status === null && !hasFailed(navigation);
}

/** Returns true if a navigation has ended without a document to show. */
export function hasFailed({ errorText, isDownload, status }: Navigation): boolean {
  return errorText !== null || isDownload || isNoContent(status);
}

const emptyNavigation = {
  status: null,
  mimeType: null,
  errorText: null,
  isCommitted: false,
  isParsed: false,
  loadedMs: null,
  isDownload: false,
  resourceCount: 0,
};
