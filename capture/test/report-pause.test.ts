import { expect, test } from 'vitest';
import type { CdpHandlers, CdpSession } from '../src/browser/browser.ts';
import { createReportPause } from '../src/page/network/report-pause.ts';

/** A pause that has begun, with the methods that were called and the number of loads it has seen. */
function beginPause() {
  const seen = { methods: [] as string[], loads: 0 };
  const session: CdpSession = {
    send(method) {
      seen.methods.push(method);
      return Promise.resolve({} as never);
    },
    on: () => () => undefined,
  };
  const pause = createReportPause(session, 'main', () => (seen.loads += 1));
  pause.begin();
  const report = (event: keyof CdpHandlers, params: object): void =>
    pause.handlers[event]?.(params as never);
  return { pause, report, seen };
}

test('requests are reported again when the document has loaded', () => {
  const { report, seen } = beginPause();
  report('Page.lifecycleEvent', { frameId: 'child', name: 'load' });
  expect(seen).toEqual({ methods: ['Network.disable'], loads: 0 });
  report('Page.lifecycleEvent', { frameId: 'main', name: 'load' });
  report('Page.lifecycleEvent', { frameId: 'main', name: 'load' });
  expect(seen).toEqual({ methods: ['Network.disable', 'Network.enable'], loads: 1 });
});

test.each([
  'Page.frameScheduledNavigation',
  'Page.frameRequestedNavigation',
  'Page.frameStartedNavigating',
] as const)('requests are reported again before the document is replaced: %s', (event) => {
  const { pause, report, seen } = beginPause();
  report(event, { frameId: 'child' });
  expect(pause.isActive).toBe(true);
  report(event, { frameId: 'main' });
  expect(seen).toEqual({ methods: ['Network.disable', 'Network.enable'], loads: 0 });
});

test('nothing is paused once URLs are blocked, because a pause would end that', () => {
  const { pause, seen } = beginPause();
  pause.end();
  pause.prevent();
  pause.begin();
  expect(pause.isActive).toBe(false);
  expect(seen.methods).toEqual(['Network.disable', 'Network.enable']);
});
