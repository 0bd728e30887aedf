import type { Browser, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import { ignoreErrors } from '../rejections.ts';
import { whenSettled } from './aftermath.ts';
import { watchPage, type CapturePage } from './capture-page.ts';
import { createChildTargets } from './child-targets.ts';
import { CaptureFault } from './fault.ts';
import type { Fuse } from './fuse.ts';
import { bringsScripts } from './glance.ts';
import { pastedHtmlUrl } from './intercept.ts';
import { preparePage } from './prepare.ts';
import { routeTargets } from './target-router.ts';
import { windowSize } from './window.ts';

const contextGoneMs = 5_000;
/** Beyond the limit for a visit, whose own fault is to be told first. */
const settingsGraceMs = 5_000;

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

/** A browser context of one capture's own. */
export interface OpenContext {
  readonly id: string;
  /** What must be let go with the context; added to by those who acquire it. */
  readonly onDispose: (() => void)[];
  /** Gives the context and all in it back; answers whether the browser obeyed. */
  dispose(): Promise<boolean>;
}

/** Acquires a browser context. Not raced against the fuse, or a context that comes late would stay. */
export async function openContext({ browser, route }: OpenPageInput): Promise<OpenContext> {
  const { browserContextId } = await browser.cdp.send('Target.createBrowserContext', {
    proxyServer: route.proxyServer,
    proxyBypassList: '<-loopback>',
  });
  const onDispose: (() => void)[] = [];
  return {
    id: browserContextId,
    onDispose,
    async dispose() {
      const gone = browser.cdp.send(
        'Target.disposeBrowserContext',
        { browserContextId },
        { timeoutMs: contextGoneMs },
      );
      const isGone = await gone.then(
        () => true,
        () => false,
      );
      for (const letGo of onDispose) letGo();
      return isGone;
    },
  };
}

/** Makes the page with its address, holds it at its start, prepares it and lets it go: one batch, no waiting between. */
export async function openPage(input: OpenPageInput, context: OpenContext): Promise<OpenedPage> {
  const { browser, spec, fuse } = input;
  const children = createChildTargets(browser, spec);
  const arrived = Promise.withResolvers<OpenedPage>();
  let hasArrived = false;
  context.onDispose.push(
    children.forget,
    whenSettled(browser.gone, () => fuse.blow(goneFault())),
  );
  context.onDispose.push(
    await routeTargets(browser, context.id, (sessionId, info) => {
      if (hasArrived) return children.adopt(sessionId, info);
      hasArrived = true;
      children.watch(sessionId);
      const page = watchPage({ ...input, sessionId, mainFrameId: info.targetId });
      const prepared = startPage(page);
      // Awaited only once the page has arrived, which may not happen.
      ignoreErrors([prepared]);
      arrived.resolve({ page, prepared });
    }),
  );
  const denied = browser.cdp.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    browserContextId: context.id,
  });
  const created = browser.cdp.send('Target.createTarget', {
    url: spec.source.kind === 'url' ? spec.source.url : pastedHtmlUrl,
    browserContextId: context.id,
    ...windowSize(spec.viewport),
  });
  const [opened] = await fuse.race(Promise.all([arrived.promise, created, denied]));
  return opened;
}

function goneFault(): CaptureFault {
  return new CaptureFault('page_crashed', 'The browser stopped while drawing the page.', {
    isRetryable: true,
    isBrowserFault: true,
  });
}

/** What starting a page takes of it. */
type HeldPage = Pick<
  CapturePage,
  'session' | 'spec' | 'interception' | 'hearing' | 'consoleErrors' | 'limits'
>;

/**
 * Sends all settings, then lets the page go; interception alone must be in force before that. Resolves when all are
 * answered, which is with the page's first document: however long that may take.
 */
export async function startPage(page: HeldPage): Promise<void> {
  const { session, spec, interception, hearing, consoleErrors, limits } = page;
  const patient = withPatience(session, limits.navigationMs + settingsGraceMs);
  if (bringsScripts(spec)) consoleErrors.listen();
  const settings = [hearing.start(patient), ...preparePage(patient, spec)];
  // All reject together when the browser goes, and `intercepting` is awaited before they are.
  ignoreErrors(settings);
  const intercepting = interception.start();
  if (intercepting !== undefined) await intercepting;
  await Promise.all([...settings, patient.send('Runtime.runIfWaitingForDebugger')]);
}

/** The same session, waiting so long for each answer. */
function withPatience(session: CdpSession, timeoutMs: number): CdpSession {
  return {
    send: (method, params) => session.send(method, params, { timeoutMs }),
    on: (handlers) => session.on(handlers),
  };
}
