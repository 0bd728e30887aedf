import type { CdpHandlers } from '../../browser/browser.ts';
import type { Navigation, NavigationLog } from './navigation-log.ts';

/** Maximum delay before a requested navigation starts. Unit: ms. */
const requestedMs = 1_000;
/** Maximum delay of a scheduled navigation that is waited for: to another URL, and to the same. Unit: s. */
const maxScheduledS = 2.5;
const maxReloadS = 1;
/** Maximum number of redirects that Chromium follows. Source: net/url_request/url_request.h. */
const maxRedirects = 20;

/**
 * Handles responses, as far as requests are reported, and log entries about documents that failed
 * to load.
 */
export function handleResponses(log: NavigationLog): CdpHandlers {
  const endWith = (navigation: Navigation | undefined, errorText: string): void => {
    // A page that stops its own loading is still shown.
    if (navigation?.isCommitted === true && errorText === 'net::ERR_ABORTED') return;
    log.change(navigation, { errorText });
  };
  return {
    'Network.requestWillBeSent': (event) => {
      if (event.type !== 'Document' || !log.isMain(event.frameId)) return;
      const navigation = log.find(event.loaderId) ?? log.begin(event.loaderId, event.request.url);
      if (event.redirectResponse) navigation.redirects.push(event.redirectResponse.url);
      log.change(navigation, { url: event.request.url });
    },
    'Network.responseReceived': ({ requestId, response }) =>
      log.change(log.find(requestId), { status: response.status, mimeType: response.mimeType }),
    'Network.loadingFailed': ({ requestId, errorText }) => endWith(log.find(requestId), errorText),
    'Log.entryAdded': ({ entry: { networkRequestId = '', text } }) => {
      const errorText = /net::ERR_\w+/.exec(text)?.[0];
      if (errorText !== undefined) endWith(log.find(networkRequestId), errorText);
    },
    'Page.downloadWillBegin': ({ frameId }) => {
      if (log.isMain(frameId)) log.change(log.latest, { isDownload: true });
    },
  };
}

/**
 * Infers the error of a navigation for which none was reported: the browser reports no reason for
 * redirects that it does not follow.
 */
function noResponseError({ redirects, url }: Navigation): string {
  if (redirects.length >= maxRedirects) return 'net::ERR_TOO_MANY_REDIRECTS';
  return /^https?:/.test(url) ? 'net::ERR_FAILED' : 'net::ERR_UNSAFE_REDIRECT';
}

/** Handles scheduled and requested navigations of the main frame. */
export function handleScheduledNavigations(log: NavigationLog): CdpHandlers {
  return {
    'Page.frameScheduledNavigation': ({ frameId, delay, url }) => {
      const isElsewhere = url !== log.current?.url;
      const maxDelayS = isElsewhere ? maxScheduledS : maxReloadS;
      if (!log.isMain(frameId) || delay > maxDelayS) return;
      log.expectedUntilMs = performance.now() + delay * 1000 + 1000;
    },
    'Page.frameClearedScheduledNavigation': ({ frameId }) => {
      if (!log.isMain(frameId)) return;
      log.expectedUntilMs = 0;
      log.change(log.current, {});
    },
    'Page.frameRequestedNavigation': ({ frameId, disposition }) => {
      if (!log.isMain(frameId) || disposition !== 'currentTab') return;
      log.isRequested = true;
      log.expectedUntilMs = performance.now() + requestedMs;
    },
    'Page.frameStartedNavigating': ({ frameId, loaderId, url, navigationType }) => {
      if (!log.isMain(frameId) || /same.?document/i.test(navigationType)) return;
      if (log.find(loaderId) === undefined) log.begin(loaderId, url);
    },
  };
}

/** Handles the document of the main frame and its load state. */
export function handleDocuments(log: NavigationLog): CdpHandlers {
  return {
    'Page.frameNavigated': ({ frame }) => {
      if (!log.isMain(frame.id)) return;
      log.expectedUntilMs = 0;
      log.isRequested = false;
      const navigation = log.find(frame.loaderId) ?? log.begin(frame.loaderId, frame.url);
      log.current = navigation;
      log.commits.set(frame.url, (log.commits.get(frame.url) ?? 0) + 1);
      const { unreachableUrl = '' } = frame;
      // Redirects before requests were reported are detected by a differing start URL.
      const [begun = ''] = navigation.url.split('#', 1);
      if (unreachableUrl === '' && navigation.redirects.length === 0 && begun !== frame.url) {
        navigation.redirects.push(begun);
      }
      log.change(navigation, {
        isCommitted: true,
        mimeType: navigation.mimeType ?? frame.mimeType,
        ...(unreachableUrl === ''
          ? { url: frame.url }
          : {
              url: unreachableUrl,
              errorText: navigation.errorText ?? noResponseError(navigation),
            }),
      });
    },
    'Page.navigatedWithinDocument': ({ frameId, url }) => {
      if (log.isMain(frameId)) log.change(log.current, { url });
    },
    'Page.lifecycleEvent': ({ frameId, loaderId, name }) => {
      if (!log.isMain(frameId)) return;
      if (name === 'DOMContentLoaded') log.change(log.find(loaderId), { isParsed: true });
      if (name === 'load') log.change(log.find(loaderId), { loadedMs: performance.now() });
    },
    'Page.frameStoppedLoading': ({ frameId }) => {
      if (!log.isMain(frameId)) return;
      const { current, latest } = log;
      // A page that stops its own loading has no load event, but counts as complete.
      if (current?.loadedMs === null) log.change(current, { loadedMs: performance.now() });
      if (!log.isRequested) return;
      log.isRequested = false;
      log.expectedUntilMs = 0;
      // The navigation requested by the current document ended without a new document.
      if (latest !== current) log.change(latest, { errorText: 'net::ERR_ABORTED' });
    },
  };
}
