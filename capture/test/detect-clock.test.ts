import { expect, test } from 'vitest';
import type { Browser, CdpHandlers, CdpSession } from '../src/browser/browser.ts';
import { detectClock } from '../src/page/clock/detect-clock.ts';

/** A browser that answers every call but the frames that `isRefused` selects. */
function browserOf(isRefused: (frame: object) => boolean): Browser {
  const answers: Readonly<Record<string, object>> = {
    'Target.createBrowserContext': { browserContextId: 'context' },
    'Target.createTarget': { targetId: 'target' },
    'Target.attachToTarget': { sessionId: 'session' },
    'Emulation.setVirtualTimePolicy': { virtualTimeTicksBase: 1_000 },
  };
  const session: CdpSession = {
    send(method, params) {
      const isFrame = method === 'HeadlessExperimental.beginFrame';
      if (isFrame && isRefused(Object(params))) return Promise.reject(new Error('no response'));
      return Promise.resolve((answers[method] ?? {}) as never);
    },
    on: (_handlers: CdpHandlers) => () => undefined,
  };
  return {
    cdp: session,
    session: () => session,
    dropSession: () => undefined,
  } as unknown as Browser;
}

test('a browser that answers all frames has the virtual clock', async () => {
  expect(await detectClock(browserOf(() => false))).toEqual({ kind: 'virtual', reason: null });
});

test('[EN-4] a browser that leaves the frame of a screenshot unanswered has the real clock', async () => {
  const browser = browserOf((frame) => 'screenshot' in frame);
  expect(await detectClock(browser)).toEqual({ kind: 'real', reason: 'no response' });
});
