import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import { ignoreErrors } from '../rejections.ts';
import type { CapturePage } from './capture-page.ts';
import { emulateFrame, emulateWorker, type EmulationInput } from './emulation.ts';
import { reportRequests } from './network/request-tracker.ts';

/** Handles all child targets of a page. Each one is paused at its start until it is configured. */
export interface ChildTargets {
  attach(sessionId: string, info: Protocol.Target.TargetInfo): void;
  /** Handles the future children of the target behind `sessionId`. */
  watch(sessionId: string): void;
  /** Drops the session of a target that has ended. */
  drop(sessionId: string): void;
  /** Drops all sessions. */
  forget(): void;
}

/** Members of the page that learn of its child targets. */
type ParentPage = Pick<
  CapturePage,
  'requests' | 'requestFailures' | 'childFrames' | 'workers' | 'interception' | 'gate'
>;

/**
 * Creates a handler that closes popups. Frames and workers get the page's own settings, report their
 * requests to the page, and are resumed.
 */
export function createChildTargets(
  input: EmulationInput & { readonly browser: Browser },
  parentPage: () => ParentPage | undefined,
): ChildTargets {
  const { browser } = input;
  const sessions = new Set<string>();
  const attach = (sessionId: string, { type, targetId, url }: Protocol.Target.TargetInfo): void => {
    if (type === 'page' || type === 'webview') {
      // A paused popup also blocks its opener, because both share a process: resume it, then close
      // it.
      return ignoreErrors([
        browser.session(sessionId).send('Runtime.runIfWaitingForDebugger'),
        browser.cdp.send('Target.closeTarget', { targetId }),
      ]);
    }
    const session = browser.session(sessionId);
    watch(sessionId);
    const page = parentPage();
    if (page !== undefined) session.on(page.requests.childHandlers(sessionId));
    if (page?.requestFailures !== undefined) session.on(page.requestFailures.handlers);
    if (type === 'service_worker' && page?.gate !== undefined)
      session.on(page.gate.serviceWorkerHandlers);
    if (type === 'iframe') page?.childFrames.set(sessionId, session);
    const isWorker = type === 'worker' || type === 'shared_worker';
    if (isWorker) page?.workers.set(sessionId, session);
    if (isWorker) page?.requests.addWorker(sessionId, url);
    const prepare = type === 'iframe' ? emulateFrame : emulateWorker;
    ignoreErrors([
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      reportRequests(session),
      ...prepare(session, input),
      ...(page?.interception.attach(session, type === 'iframe' ? 'frame' : 'worker') ?? []),
      session.send('Runtime.runIfWaitingForDebugger').then(() => {
        // A worker is waited for from the time at which it runs, which is late on a busy machine.
        if (isWorker && sessions.has(sessionId)) page?.requests.addWorker(sessionId, url);
      }),
    ]);
  };
  const watch = (sessionId: string): void => {
    sessions.add(sessionId);
    browser.session(sessionId).on({
      'Target.attachedToTarget': (event) => attach(event.sessionId, event.targetInfo),
      'Target.detachedFromTarget': (event) => drop(event.sessionId),
    });
  };
  const drop = (sessionId: string): void => {
    sessions.delete(sessionId);
    parentPage()?.childFrames.delete(sessionId);
    parentPage()?.workers.delete(sessionId);
    parentPage()?.requests.removeChild(sessionId);
    browser.dropSession(sessionId);
  };
  const forget = (): void => {
    for (const sessionId of sessions) drop(sessionId);
  };
  return { attach, watch, drop, forget };
}
