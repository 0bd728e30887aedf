import type { Browser } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import { watchPage, type CapturePage } from './capture-page.ts';
import { createChildTargets } from './child-targets.ts';
import { CaptureFault } from './fault.ts';
import type { Fuse } from './fuse.ts';
import { pastedHtmlUrl } from './intercept.ts';
import { preparePage } from './prepare.ts';
import { routeTargets } from './target-router.ts';

const contextGoneMs = 5_000;

/** What a page is opened with. */
export interface OpenPageInput {
  readonly browser: Browser;
  readonly route: EgressRoute;
  readonly spec: CaptureSpec;
  readonly limits: CaptureLimits;
  readonly fuse: Fuse;
}

/** A page on its way to its address, in a browser context nobody else uses. */
export interface OpenedPage {
  readonly page: CapturePage;
  /** Rejects when a setting was refused. */
  readonly prepared: Promise<unknown>;
}

/** Acquires a browser context; `dispose` gives it back and answers whether the browser obeyed. */
export async function openContext({ browser, route, fuse }: OpenPageInput) {
  const { browserContextId } = await fuse.race(
    browser.cdp.send('Target.createBrowserContext', {
      proxyServer: route.proxyServer,
      proxyBypassList: '<-loopback>',
    }),
  );
  const dispose = async (): Promise<boolean> => {
    const gone = browser.cdp.send(
      'Target.disposeBrowserContext',
      { browserContextId },
      { timeoutMs: contextGoneMs },
    );
    return gone.then(
      () => true,
      () => false,
    );
  };
  return { browserContextId, dispose };
}

/** Makes the page with its address, holds it at its start, prepares it and lets it go: one batch, no waiting between. */
export async function openPage(input: OpenPageInput, contextId: string): Promise<OpenedPage> {
  const { browser, spec, fuse } = input;
  const children = createChildTargets(browser, spec);
  const arrived = Promise.withResolvers<OpenedPage>();
  let hasArrived = false;

  const stopRouting = await routeTargets(browser, contextId, (sessionId, info) => {
    if (hasArrived) return children.adopt(sessionId, info);
    hasArrived = true;
    children.watch(sessionId);
    const page = watchPage({ ...input, sessionId, mainFrameId: info.targetId });
    const prepared = start(page);
    prepared.catch(() => undefined);
    arrived.resolve({ page, prepared });
  });
  const onGone = new CaptureFault('page_crashed', 'The browser stopped while drawing the page.', {
    isRetryable: true,
    isBrowserFault: true,
  });
  void browser.gone.then(() => fuse.blow(onGone)).finally(stopRouting);

  const address = spec.source.kind === 'url' ? spec.source.url : pastedHtmlUrl;
  const denied = browser.cdp.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    browserContextId: contextId,
  });
  const created = browser.cdp.send('Target.createTarget', {
    url: address,
    browserContextId: contextId,
    width: spec.viewport.widthPx,
    height: spec.viewport.heightPx,
  });
  const [opened] = await fuse.race(Promise.all([arrived.promise, created, denied]));
  return opened;
}

/** Sends all settings, then lets the page go; interception alone must be in force before that. */
async function start(page: CapturePage): Promise<void> {
  const settings = preparePage(page.session, page.spec);
  const intercepting = page.interception.start();
  if (intercepting !== undefined) await intercepting;
  await Promise.all([...settings, page.session.send('Runtime.runIfWaitingForDebugger')]);
}
