import type { Browser, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { ProxySession } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import { ignoreErrors } from '../rejections.ts';
import { onSettled } from '../lib/on-settled.ts';
import { attachPage, type CapturePage } from './capture-page.ts';
import { createChildTargets } from './child-targets.ts';
import type { ClockKind } from './clock/page-clock.ts';
import { CaptureError } from '../lib/capture-error.ts';
import type { Progress } from '../lib/progress.ts';
import { inlineHtmlUrl } from './network/request-handling.ts';
import { reportRequests } from './network/request-tracker.ts';
import { prepareContext } from './emulated-visitor.ts';
import { emulatePage, type EmulationInput } from './emulation.ts';
import { clientHintHeaders, userAgentOverride } from './user-agent.ts';
import { attachTargets } from './target-manager.ts';
import { windowSize } from './window.ts';

const emptyUrl = 'about:blank';
const contextGoneMs = 5_000;
/**
 * Extra time beyond the navigation timeout, so that the navigation's own error is reported first.
 * Unit: ms.
 */
const configurationGraceMs = 5_000;

/** Dependencies for opening a page. */
export interface OpenPageInput {
  readonly browser: Browser;
  readonly proxySession: ProxySession;
  readonly spec: CaptureSpec;
  readonly limits: CaptureLimits;
  readonly progress: Progress;
  readonly clockKind: ClockKind;
}

/** A page that is loading its URL in a browser context used by no other capture. */
export interface OpenedPage {
  readonly page: CapturePage;
  /** Rejects if the browser rejects a setting. */
  readonly prepared: Promise<unknown>;
}

/** Browser context of one capture. */
export interface OpenContext {
  readonly id: string;
  /**
   * Cleanup functions that run when the context is disposed; each one is added by the code that
   * acquires a resource.
   */
  readonly onDispose: (() => void)[];
  /** Disposes the context and everything in it. Returns true if the browser confirmed. */
  dispose(): Promise<boolean>;
}

/**
 * Creates a browser context. Not raced against the deadline; otherwise a context created late would
 * leak.
 */
export async function openContext({ browser, proxySession }: OpenPageInput): Promise<OpenContext> {
  const { browserContextId } = await browser.cdp.send('Target.createBrowserContext', {
    proxyServer: proxySession.proxyServer,
    proxyBypassList: '<-loopback>',
  });
  const onDispose: (() => void)[] = [];
  return {
    id: browserContextId,
    onDispose,
    async dispose() {
      const exited = browser.cdp.send(
        'Target.disposeBrowserContext',
        { browserContextId },
        { timeoutMs: contextGoneMs },
      );
      const hasExited = await exited.then(
        () => true,
        () => false,
      );
      for (const cleanUp of onDispose) cleanUp();
      return hasExited;
    },
  };
}

/**
 * Creates the page with its URL, pauses it at its start, configures it and resumes it, all in one
 * batch without waiting in between. With JavaScript disabled, and with the user agent of another
 * browser, the page starts empty instead and navigates only when every setting is confirmed: the
 * browser confirms none while a target is paused, and a document that is created in between runs its
 * scripts or prints its `<noscript>` as text.
 */
export async function openPage(input: OpenPageInput, context: OpenContext): Promise<OpenedPage> {
  const { browser, spec, progress } = input;
  let page: CapturePage | undefined;
  const children = createChildTargets(input, () => page);
  const arrived = Promise.withResolvers<OpenedPage>();
  context.onDispose.push(
    children.forget,
    onSettled(browser.exited, () => progress.abort(browserDisconnectedError())),
  );
  context.onDispose.push(
    await attachTargets(browser, context.id, {
      attached(sessionId, info) {
        if (page !== undefined) return children.attach(sessionId, info);
        children.watch(sessionId);
        page = attachPage({ ...input, sessionId, mainFrameId: info.targetId });
        const prepared = configureAndResume(page);
        // Awaited only after the page is attached, which may never happen.
        ignoreErrors([prepared]);
        arrived.resolve({ page, prepared });
      },
      detached: children.drop,
    }),
  );
  const denied = browser.cdp.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    browserContextId: context.id,
  });
  const allowed = prepareContext(browser, context.id, spec);
  const created = browser.cdp.send('Target.createTarget', {
    url: startsEmpty(input) ? emptyUrl : targetUrl(spec),
    browserContextId: context.id,
    enableBeginFrameControl: input.clockKind === 'virtual',
    ...windowSize(spec.viewport),
  });
  const [opened] = await progress.race(Promise.all([arrived.promise, created, denied, ...allowed]));
  return opened;
}

/**
 * Returns true if a page must navigate only when its settings are confirmed: without scripts, and with
 * the user agent of another browser, which must not send the client hints of this one.
 */
function startsEmpty({ browser, spec }: Pick<EmulationInput, 'browser' | 'spec'>): boolean {
  const { userAgentMetadata } = userAgentOverride(browser, spec);
  return spec.isJavaScriptDisabled || userAgentMetadata === undefined;
}

function targetUrl({ source }: CaptureSpec): string {
  return source.kind === 'url' ? source.url : inlineHtmlUrl;
}

function browserDisconnectedError(): CaptureError {
  return new CaptureError('page_crashed', 'The browser exited while it rendered the page.', {
    isRetryable: true,
    isBrowserError: true,
  });
}

/** Page members that `configureAndResume` needs. */
type PausedPage = Pick<CapturePage, 'session' | 'spec' | 'interception' | 'limits'> &
  EmulationInput;

/**
 * Sends all settings, then resumes the page. Only interception must be enabled before that. Resolves
 * when all commands have returned, which takes until the page's first document, however long that
 * is.
 */
export async function configureAndResume(page: PausedPage): Promise<void> {
  const { session, spec, interception, limits } = page;
  const patient = withTimeout(session, limits.navigationTimeoutMs + configurationGraceMs);
  const hints = firstClientHints(page);
  const settings = [
    reportRequests(patient),
    ...(hints === undefined ? [] : [setHeaders(patient, hints)]),
    ...emulatePage(patient, page),
  ];
  // If the browser exits, all of these reject together while `intercepting` is still awaited.
  ignoreErrors(settings);
  const intercepting = interception.start();
  if (intercepting !== undefined) await intercepting;
  await Promise.all([...settings, patient.send('Runtime.runIfWaitingForDebugger')]);
  if (hints !== undefined) await setHeaders(patient, {});
  if (startsEmpty(page)) await patient.send('Page.navigate', { url: targetUrl(spec) });
}

/** Returns true for hosts whose pages are secure contexts without https. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Returns the client hints of the first request, which are sent to secure contexts only. */
function firstClientHints({
  browser,
  spec,
}: Pick<EmulationInput, 'browser' | 'spec'>): Record<string, string> | undefined {
  const { protocol, hostname } = new URL(targetUrl(spec));
  if (protocol !== 'https:' && !isLoopback(hostname)) return undefined;
  return clientHintHeaders(userAgentOverride(browser, spec));
}

function setHeaders(session: CdpSession, headers: Record<string, string>): Promise<void> {
  return session.send('Network.setExtraHTTPHeaders', { headers });
}

/** Returns the same session with this timeout for each call. */
function withTimeout(session: CdpSession, timeoutMs: number): CdpSession {
  return {
    send: (method, params) => session.send(method, params, { timeoutMs }),
    on: (handlers) => session.on(handlers),
  };
}
