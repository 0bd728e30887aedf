import type { Browser } from '../../browser/browser.ts';
import { minStepMs } from './frames.ts';
import type { ClockKind } from './page-clock.ts';

/** Longer than a start on an overloaded machine takes. Unit: ms. */
const detectTimeoutMs = 15_000;

/** Clock that a browser supports, with the reason if it is not the virtual one. */
export interface DetectedClock {
  readonly kind: ClockKind;
  readonly reason: string | null;
}

/**
 * Tries the experimental methods for frames and time in a browser, in the order of a capture. The clock is real if one
 * of them is missing or does not answer.
 */
export async function detectClock(browser: Browser): Promise<DetectedClock> {
  const timeout = { timeoutMs: detectTimeoutMs };
  const { cdp } = browser;
  let browserContextId: string | undefined;
  try {
    ({ browserContextId } = await cdp.send('Target.createBrowserContext', {}, timeout));
    const target = { url: 'about:blank', browserContextId, enableBeginFrameControl: true };
    const { targetId } = await cdp.send('Target.createTarget', target, timeout);
    const attach = { targetId, flatten: true };
    const { sessionId } = await cdp.send('Target.attachToTarget', attach, timeout);
    const session = browser.session(sessionId);
    await session.send('HeadlessExperimental.beginFrame', {}, timeout);
    const { promise: expired, resolve } = Promise.withResolvers<void>();
    session.on({ 'Emulation.virtualTimeBudgetExpired': () => resolve() });
    const policy = { policy: 'advance', budget: 10 } as const;
    const time = await session.send('Emulation.setVirtualTimePolicy', policy, timeout);
    // The next answer shows that the page is not blocked, whether or not the event came first.
    await Promise.race([expired, session.send('Runtime.evaluate', { expression: '0' }, timeout)]);
    const frame = { frameTimeTicks: time.virtualTimeTicksBase + policy.budget, interval: 16 };
    await session.send('HeadlessExperimental.beginFrame', frame, timeout);
    const last = { frameTimeTicks: frame.frameTimeTicks + minStepMs, interval: 16, screenshot: {} };
    await session.send('HeadlessExperimental.beginFrame', last, timeout);
    browser.dropSession(sessionId);
    return { kind: 'virtual', reason: null };
  } catch (error) {
    return { kind: 'real', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    if (browserContextId !== undefined) {
      await cdp
        .send('Target.disposeBrowserContext', { browserContextId }, timeout)
        .catch(() => undefined);
    }
  }
}
