import { expect, test } from 'vitest';
import type { CaptureResult } from '../src/index.ts';
import { specOf, useEngine, type SpecPart } from './engine-fixture.ts';
import { rulerColor } from './fixture-site/html.ts';
import { decode, type Rgb } from './pixels.ts';

const fixture = useEngine({
  waitForSelectorTimeoutMs: 300,
  navigationTimeoutMs: 3_000,
  screenshotTimeoutMs: 4_000,
});
const missing = { elementSelector: '#nowhere' };

async function seenAtFailure(path: string, part: SpecPart) {
  const result = await fixture.capture(path, part);
  const image = pageImageOf(result);
  if (result.ok || image === undefined) throw new Error(`${path} left no image of the page`);
  return { ...(await decode(image.bytes)), image, reason: result.reason };
}

function pageImageOf(result: CaptureResult) {
  return result.ok ? undefined : result.pageImage;
}

/** Compares with a tolerance, because JPEG changes colours slightly. */
function expectNear(actual: Rgb, expected: Rgb): void {
  for (const [channel, value] of expected.entries()) {
    expect(Math.abs((actual[channel] ?? -1) - value)).toBeLessThanOrEqual(6);
  }
}

test('[PG-28] a capture whose element is missing shows the page as it was', async () => {
  const seen = await seenAtFailure('/ruler?h=3000', missing);
  expect(seen.reason).toBe('selector_not_found');
  expect(seen.image).toMatchObject({ contentType: 'image/jpeg', widthPx: 1280, heightPx: 800 });
  for (let row = 0; row < 8; row += 1) expectNear(seen.at(640, row * 100 + 50), rulerColor(row));
});

test('[PG-28] the page is shown where it had been scrolled to', async () => {
  const seen = await seenAtFailure('/ruler?h=3000', { ...missing, injectJs: 'scrollTo(0, 1500)' });
  expect(seen.heightPx).toBe(800);
  for (let row = 0; row < 8; row += 1) {
    expectNear(seen.at(640, row * 100 + 50), rulerColor(row + 15));
  }
});

test.each<[string, string, SpecPart]>([
  ['selector_not_visible', '/elements', { elementSelector: '#hidden' }],
  ['invalid_selector', '/elements', { elementSelector: 'div[' }],
  ['selector_not_found', '/moving', { ...missing, areAnimationsDisabled: true }],
  ['selector_not_found', '/elements', { ...missing, isJavaScriptDisabled: true }],
  ['selector_not_found', '/hero-element', { ...missing, isFullPage: true }],
])('[PG-28] %s on %s shows the page', async (reason, path, part) => {
  const seen = await seenAtFailure(path, part);
  expect([seen.reason, seen.widthPx, seen.heightPx]).toEqual([reason, 1280, 800]);
});

test('[PG-28] a page too large for an image is scaled down', async () => {
  const seen = await seenAtFailure('/ruler?h=24000', {
    isFullPage: true,
    viewport: { widthPx: 4000, deviceScaleFactor: 2 },
  });
  expect(seen.reason).toBe('image_too_large');
  expect([seen.widthPx, seen.heightPx]).toEqual([1280, 256]);
  expectNear(seen.at(640, 16), rulerColor(0));
  expectNear(seen.at(640, 240), rulerColor(7));
});

test('[PG-28] a viewport that was grown for an inner scroller is captured in the requested size', async () => {
  const seen = await seenAtFailure('/shell', {
    isFullPage: true,
    viewport: { widthPx: 3000, heightPx: 1500, deviceScaleFactor: 3 },
  });
  expect(seen.reason).toBe('image_too_large');
  expect([seen.widthPx, seen.heightPx]).toEqual([1280, 640]);
});

test('[PG-28] a page wider than its phone is shown as the phone shows it', async () => {
  const phone = { widthPx: 390, heightPx: 844, deviceScaleFactor: 3, isMobile: true } as const;
  const seen = await seenAtFailure('/ruler?h=3000', { ...missing, viewport: phone });
  expect(seen.image.heightPx).toBe(1280);
  expect(Math.abs(seen.widthPx / seen.heightPx - 390 / 844)).toBeLessThan(0.01);
});

test.each(['/busy-early', '/busy-late', '/hang', '/nocontent', 'http://10.1.2.3/'])(
  'no page is looked at when there is none, or its browser is in doubt: %s',
  async (url) => {
    const result = await fixture.capture(url);
    expect(result.ok).toBe(false);
    expect(result).not.toHaveProperty('pageImage');
  },
);

test('the capture does not wait for a page that is not rendered within 2 s', async () => {
  const sliceMs = 2_300;
  const busy = `(function again() {
    const until = Date.now() + ${sliceMs};
    while (Date.now() < until);
    setTimeout(again);
  })()`;
  const injectJs = `setTimeout(() => ${busy})`;
  const result = await fixture.capture('/elements', { ...missing, injectJs });
  expect(result).toMatchObject({ ok: false, reason: 'selector_not_found' });
  expect(result).not.toHaveProperty('pageImage');
});

test('an aborted capture and a successful one have no image of the page at failure', async () => {
  const { engine, site } = fixture;
  const ended = await engine.capture(specOf(`${site.origin}/stream-later`, { delayMs: 5_000 }), {
    owner: 'test',
    signal: AbortSignal.timeout(700),
  });
  expect(ended).toMatchObject({ ok: false, reason: 'render_timeout' });
  expect(ended).not.toHaveProperty('pageImage');
  expect(await fixture.capture('/elements')).not.toHaveProperty('pageImage');
});
