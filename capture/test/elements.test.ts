import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rulerColor } from './fixture-site/html.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({ waitForSelectorTimeoutMs: 2_000 });
const green = rgb('#00aa44');

test.each(['#a', 'xpath=//div[@id="a"]', 'body > div:first-child'])(
  'an element shot holds the element and nothing else: %s',
  async (elementSelector) => {
    const rendering = await fixture.render('/elements', { elementSelector });
    expect([rendering.widthPx, rendering.heightPx]).toEqual([200, 100]);
    expect([
      rendering.at(0, 0),
      rendering.at(199, 0),
      rendering.at(0, 99),
      rendering.at(199, 99),
    ]).toEqual(Array.from({ length: 4 }, () => green));
  },
);

test('an element taller than the viewport is whole, without the bars pinned over it', async () => {
  const rendering = await fixture.render('/hero-element', { elementSelector: '#tall' });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([400, 2000]);
  const rows = Array.from({ length: 20 }, (_, row) => rendering.at(5, row * 100 + 50));
  expect(rows).toEqual(rows.map((_, row) => rulerColor(row)));
});

test('an element in a scroll container is scrolled into view completely', async () => {
  const rendering = await fixture.render('/shell', { elementSelector: 'main > div:nth-child(40)' });
  expect(rendering.heightPx).toBe(100);
  expect(rendering.at(500, 50)).toEqual(rulerColor(39));
});

test('an element that comes late is waited for', async () => {
  const rendering = await fixture.render('/late-element', { elementSelector: '#late' });
  expect(rendering.at(25, 25)).toEqual(green);
});

test('an element is captured in device pixels', async () => {
  const viewport = { deviceScaleFactor: 2 };
  const rendering = await fixture.render('/elements', { elementSelector: '#a', viewport });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([400, 200]);
});

test('an element is found on a page that has broken its own globals', async () => {
  const rendering = await fixture.render('/tampered', { elementSelector: '#box' });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([120, 80]);
});

test.each([
  ['#nowhere', 'selector_not_found', 'The selector "#nowhere" was not found. The page loaded in'],
  ['xpath=//nowhere', 'selector_not_found', 'was not found'],
  ['#hidden', 'selector_not_visible', 'is not visible'],
  ['div[', 'invalid_selector', 'not valid'],
  ['xpath=//div[', 'invalid_selector', 'not valid'],
])('%s fails as %s', async (elementSelector, reason, message) => {
  const result = await fixture.capture('/elements', { elementSelector });
  expect(result).toMatchObject({ ok: false, reason, isRetryable: false });
  expect(result.ok ? '' : result.detail).toContain(message);
});
