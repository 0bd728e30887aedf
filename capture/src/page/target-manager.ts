import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import { bindRejectionOwner } from '../rejections.ts';

/** Handles the targets of one browser context. */
export interface TargetHandlers {
  /** Called for every new target, which is paused at its start. */
  attached(sessionId: string, info: Protocol.Target.TargetInfo): void;
  /** Called when a target has ended. */
  detached(sessionId: string): void;
}

interface Router {
  readonly ready: Promise<unknown>;
  readonly contexts: Map<string, TargetHandlers>;
}

const routers = new WeakMap<Browser, Router>();

/**
 * Makes a browser pause every new target at its start, and dispatches it to its context. Set up
 * once per browser.
 */
function routerOf(browser: Browser): Router {
  const known = routers.get(browser);
  if (known !== undefined) return known;
  const contexts = new Map<string, TargetHandlers>();
  const sessions = new Map<string, TargetHandlers>();
  browser.cdp.on({
    'Target.attachedToTarget': ({ sessionId, targetInfo }) => {
      const context = contexts.get(targetInfo.browserContextId ?? '');
      if (context !== undefined) {
        sessions.set(sessionId, context);
        return context.attached(sessionId, targetInfo);
      }
      // Targets of no context (the browser's own first tab, a disposed context) are resumed and not
      // watched.
      browser
        .session(sessionId)
        .send('Runtime.runIfWaitingForDebugger')
        .catch(() => undefined)
        .finally(() => browser.dropSession(sessionId));
    },
    'Target.detachedFromTarget': ({ sessionId }) => {
      sessions.get(sessionId)?.detached(sessionId);
      sessions.delete(sessionId);
      browser.dropSession(sessionId);
    },
  });
  const ready = browser.cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  const router = { ready, contexts };
  routers.set(browser, router);
  return router;
}

/** Sends a context's targets to `handlers` until the returned function is called. */
export async function attachTargets(
  browser: Browser,
  contextId: string,
  { attached, detached }: TargetHandlers,
): Promise<() => void> {
  const router = routerOf(browser);
  await router.ready;
  router.contexts.set(contextId, {
    attached: bindRejectionOwner(attached),
    detached: bindRejectionOwner(detached),
  });
  return () => {
    router.contexts.delete(contextId);
  };
}
