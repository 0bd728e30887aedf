import { describe, expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const [red, green, blue, yellow] = ['#ff0000', '#00aa44', '#0044aa', '#aaaa00'].map(rgb);

describe('[CO-D14] a page is captured from', () => {
  test.each(['commit', 'domcontentloaded'] as const)(
    '%s without its resources and timers',
    async (waitUntil) => {
      const { at, result } = await fixture.render('/moments', { waitUntil });
      expect(at(50, 50)).toEqual(red);
      expect(result.report).toMatchObject({ targetStatus: 200 });
      expect(result.report.waiting.underWay).toMatchObject([
        { url: `${fixture.site.origin}/hang` },
      ]);
    },
  );

  test('load without its timers', async () => {
    const { at } = await fixture.render('/loads-once', { waitUntil: 'load' });
    expect(at(50, 50)).toEqual(red);
  });

  test('network idle without timers that request nothing', async () => {
    const { at, result } = await fixture.render('/loads-once', { waitUntil: 'network_idle' });
    expect(at(50, 50)).toEqual(green);
    expect(result.report.waited).toMatchObject([{ for: 'wait_until', met: true }]);
    const settled = await fixture.render('/loads-once');
    expect(settled.at(50, 50)).toEqual(blue);
  });

  test('its moment and the condition after that', async () => {
    const part = {
      waitUntil: 'commit',
      waiting: { text: 'ready', timeoutMs: 8_000, isBestEffort: false },
    } as const;
    const { at } = await fixture.render('/ready-later', part);
    expect(at(50, 50)).toEqual(green);
  });
});

describe('[CO-D15] the viewport is scrolled', () => {
  test.each([
    ['#mark', yellow, green],
    ['xpath=//div[2]', yellow, green],
    [900, red, green],
    [1_500, green, blue],
  ] as const)('to %s', async (scrollTo, top, bottom) => {
    const { at, heightPx } = await fixture.render('/steps-down', { scrollTo });
    expect([at(5, 5), at(5, 790), heightPx]).toEqual([top, bottom, 800]);
  });

  test('inside an application that scrolls instead of its document', async () => {
    const start = await fixture.render('/shell');
    const scrolled = await fixture.render('/shell', { scrollTo: 1_000 });
    expect(scrolled.at(600, 400)).not.toEqual(start.at(600, 400));
    expect(scrolled.at(600, 25)).toEqual(start.at(600, 25));
  });

  test('as far as it goes, with a warning', async () => {
    const { at, result } = await fixture.render('/steps-down', { scrollTo: 9_000 });
    expect(at(5, 5)).toEqual(blue);
    const message = 'The page cannot be scrolled beyond 2210 CSS pixels.';
    expect(result.report.warnings).toEqual([{ option: 'scroll_to', message }]);
  });

  test.each([
    ['#none', 'selector_not_found'],
    ['a{}b', 'invalid_selector'],
  ])('not to %s, which fails the capture', async (scrollTo, reason) => {
    const detail = expect.stringContaining(`scroll_to: `);
    expect(await fixture.capture('/steps-down', { scrollTo })).toMatchObject({ reason, detail });
  });
});

test('[CO-D16] a capture ends at its own timeout', async () => {
  const result = await fixture.capture('/busy', {
    timeoutMs: 1_000,
    waiting: { expression: 'false', timeoutMs: 30_000, isBestEffort: false, networkIdleMs: 9_000 },
  });
  expect(result).toMatchObject({
    ok: false,
    reason: 'render_timeout',
    detail: 'The capture took longer than 1.0 s.',
  });
});
