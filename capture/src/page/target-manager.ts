import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import { bindRejectionOwner } from '../rejections.ts';

/** Called for every new target in one browser context; each target is paused at its start. */
export type OnTargetAttached = (sessionId: string, info: Protocol.Target.TargetInfo) => void;

interface Router {
  readonly ready: Promise<unknown>;
  readonly arrivals: Map<string, OnTargetAttached>;
}

const routers = new WeakMap<Browser, Router>();

/**
 * Makes a browser pause every new target at its start, and dispatches it to its context. Set up
 * once per browser.
 */
function routerOf(browser: Browser): Router {
  const known = routers.get(browser);
  if (known !== undefined) return known;
  const arrivals = new Map<string, OnTargetAttached>();
  browser.cdp.on({
    'Target.attachedToTarget': ({ sessionId, targetInfo }) => {
      const arrival = arrivals.get(targetInfo.browserContextId ?? '');
      if (arrival !== undefined) return arrival(sessionId, targetInfo);
      // Targets of no context (the browser's own first tab, a disposed context) are resumed and not
      // watched.
      browser
        .session(sessionId)
        .send('Runtime.runIfWaitingForDebugger')
        .catch(() => undefined)
        .finally(() => browser.dropSession(sessionId));
    },
    'Target.detachedFromTarget': ({ sessionId }) => browser.dropSession(sessionId),
  });
  const ready = browser.cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  const router = { ready, arrivals };
  routers.set(browser, router);
  return router;
}

/** Sends a context's new targets to `arrival` until the returned function is called. */
export async function attachTargets(
  browser: Browser,
  contextId: string,
  arrival: OnTargetAttached,
): Promise<() => void> {
  const router = routerOf(browser);
  await router.ready;
  router.arrivals.set(contextId, bindRejectionOwner(arrival));
  return () => {
    router.arrivals.delete(contextId);
  };
}
