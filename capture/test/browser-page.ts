import type { Browser, CdpSession } from '../src/browser/browser.ts';

/** A page in a separate browser context, for tests that need nothing else. */
export interface TestPage {
  readonly session: CdpSession;
  /**
   * Evaluates an expression, awaits it, and returns its value; rejects with the error it throws.
   */
  evaluate(expression: string): Promise<unknown>;
  /**
   * Navigates to a URL and waits for its load event; returns the name of the network error, or
   * null.
   */
  navigation(url: string): Promise<string | null>;
}

/** Opens `about:blank` in a new context, behind `proxyServer` without a bypass. */
export async function openTestPage(browser: Browser, proxyServer?: string): Promise<TestPage> {
  const proxy = proxyServer === undefined ? {} : { proxyServer, proxyBypassList: '<-loopback>' };
  const { browserContextId } = await browser.cdp.send('Target.createBrowserContext', proxy);
  const { targetId } = await browser.cdp.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await browser.cdp.send('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const session = browser.session(sessionId);
  await session.send('Page.enable');
  return {
    session,
    async evaluate(expression) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
    async navigation(url) {
      const { promise: loaded, resolve } = Promise.withResolvers<void>();
      const stop = session.on({ 'Page.loadEventFired': () => resolve() });
      const { errorText } = await session.send('Page.navigate', { url });
      if (errorText === undefined) await loaded;
      stop();
      return errorText ?? null;
    },
  };
}
