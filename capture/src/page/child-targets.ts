import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import { ignoreErrors } from '../rejections.ts';
import { prepareFrame, prepareWorker } from './prepare.ts';

/** Deals with every target a page brings along, each held at its start until it has been dealt with. */
export interface ChildTargets {
  adopt(sessionId: string, info: Protocol.Target.TargetInfo): void;
  /** Adopts the children the target behind `sessionId` will have. */
  watch(sessionId: string): void;
  /** Drops every session there was. */
  forget(): void;
}

/** Popups are closed; frames and workers get the page's own settings and go on. */
export function createChildTargets(browser: Browser, spec: CaptureSpec): ChildTargets {
  const sessions = new Set<string>();
  const adopt = (sessionId: string, { type, targetId }: Protocol.Target.TargetInfo): void => {
    if (type === 'page' || type === 'webview') {
      // Held, a popup holds its opener as well, for both share a process: let it go on, and close it.
      return ignoreErrors([
        browser.session(sessionId).send('Runtime.runIfWaitingForDebugger'),
        browser.cdp.send('Target.closeTarget', { targetId }),
      ]);
    }
    const session = browser.session(sessionId);
    watch(sessionId);
    const prepare = type === 'iframe' ? prepareFrame : prepareWorker;
    ignoreErrors([
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      ...prepare(session, spec),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  };
  const watch = (sessionId: string): void => {
    sessions.add(sessionId);
    browser.session(sessionId).on({
      'Target.attachedToTarget': (event) => adopt(event.sessionId, event.targetInfo),
      'Target.detachedFromTarget': (event) => drop(event.sessionId),
    });
  };
  const drop = (sessionId: string): void => {
    sessions.delete(sessionId);
    browser.dropSession(sessionId);
  };
  const forget = (): void => {
    for (const sessionId of sessions) drop(sessionId);
  };
  return { adopt, watch, forget };
}
