import { expect, test } from 'vitest';
import { useEngine, type Rendering } from './engine-fixture.ts';
import { rulerColor } from './fixture-site/html.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const isFullPage = true;

/** Returns the rows of the ruler with another colour; `left`, `top`: the ruler's position. */
function wrongRows(rendering: Rendering, rows: number, { left = 0, top = 0 } = {}): number[] {
  const isWrong = (row: number): boolean =>
    String(rendering.at(left + 5, top + row * 100 + 50)) !== String(rulerColor(row));
  return Array.from({ length: rows }, (_, row) => row).filter(isWrong);
}

test('a full page is captured to its last pixel', async () => {
  const rendering = await fixture.render('/ruler?h=6037', { isFullPage });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([1280, 6037]);
  expect(wrongRows(rendering, 60)).toEqual([]);
  expect(rendering.at(1279, 6036)).toEqual(rulerColor(60));
  expect(rendering.result.report).toMatchObject({
    isTruncated: false,
    pageWidthPx: 1280,
    pageHeightPx: 6037,
  });
});

test('a page shorter than the viewport fills it', async () => {
  const rendering = await fixture.render('/ruler?h=300', { isFullPage });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([1280, 800]);
});

test('a gutter that a page reserves for a scroll bar stays part of the image', async () => {
  const html = '<style>html{scrollbar-gutter:stable}</style><p>Short';
  const rendering = await fixture.render('/', { isFullPage, source: { kind: 'html', html } });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([1280, 800]);
});

test('lazy images, native and observed, are loaded on a full page', async () => {
  const rendering = await fixture.render('/lazy', { isFullPage });
  const colors = Array.from({ length: 20 }, (_, index) => rendering.at(50, index * 600 + 50));
  expect(colors).toEqual(colors.map((_, index) => [index + 16, 0x80, 0x40]));
});

test('sections of 100vh keep their height and pinned bars appear once where a visitor first sees them', async () => {
  const rendering = await fixture.render('/pinned', { isFullPage });
  expect(rendering.heightPx).toBe(800 + 5 * 700);
  const rows = Array.from({ length: rendering.heightPx }, (_, y) => String(rendering.at(640, y)));
  const rowsOf = (hex: string): number[] =>
    rows.flatMap((color, y) => (color === String(rgb(hex)) ? [y] : []));
  expect(rowsOf('#cc2222')).toEqual(Array.from({ length: 60 }, (_, y) => y));
  expect(rowsOf('#2222cc')).toEqual(Array.from({ length: 40 }, (_, y) => 760 + y));
  expect(rowsOf('#22aa22')).toHaveLength(5 * 30);
  expect(rowsOf('#eeeeee')).toHaveLength(800 - 100);
});

test('smooth scrolling skips no section that is revealed by scrolling', async () => {
  const rendering = await fixture.render('/reveal', { isFullPage });
  const colors = Array.from({ length: 12 }, (_, index) => rendering.at(640, index * 500 + 250));
  expect(colors).toEqual(colors.map(() => rgb('#228844')));
});

test('an application shell with an inner scroller is captured in full, its bars once', async () => {
  const rendering = await fixture.render('/shell', { isFullPage });
  expect(rendering.heightPx).toBe(5050);
  expect(wrongRows(rendering, 50, { left: 200, top: 50 })).toEqual([]);
  expect(rendering.at(100, 5000)).toEqual(rgb('#2222cc'));
});

test('an inner scroller of fixed height is opened as well', async () => {
  const rendering = await fixture.render('/rigid-shell', { isFullPage });
  expect(wrongRows(rendering, 30)).toEqual([]);
});

test('a page wider than the viewport keeps its right end', async () => {
  const rendering = await fixture.render('/wide', { isFullPage });
  expect(rendering.widthPx).toBe(2000);
  expect(rendering.at(1990, 10)).toEqual(rgb('#0000ff'));
});

test('a page taller than 25 000 pixels is truncated there, and the report states so', async () => {
  const rendering = await fixture.render('/ruler?h=40000', {
    isFullPage,
    viewport: { widthPx: 400 },
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([400, 25_000]);
  expect(wrongRows(rendering, 250)).toEqual([]);
  expect(rendering.result.report).toMatchObject({ isTruncated: true, pageHeightPx: 40_000 });
});

test.each([
  { name: 'limit of full pages', limit: {}, heightPx: 25_000, isTruncated: true },
  { name: 'given limit', limit: { maxHeightPx: 3000 }, heightPx: 3000, isTruncated: false },
])('an inner scroller with a very long list ends at the $name', async (expected) => {
  const html = `<style>body{margin:0}main{height:100vh;overflow:auto}div{height:250000px;background:#248}</style>
    <main><div></div></main>`;
  const rendering = await fixture.render('/', {
    isFullPage,
    fullPage: expected.limit,
    source: { kind: 'html', html },
  });
  expect(rendering.heightPx).toBe(expected.heightPx);
  expect(rendering.at(600, expected.heightPx - 1)).toEqual(rgb('#224488'));
  expect(rendering.result.report.isTruncated).toBe(expected.isTruncated);
});

test('an image over the pixel limit is rejected with a message that states its size', async () => {
  const result = await fixture.capture('/ruler?h=24000', {
    isFullPage,
    viewport: { widthPx: 4000, deviceScaleFactor: 2 },
  });
  expect(result).toMatchObject({ ok: false, reason: 'image_too_large', isRetryable: false });
  expect(result.ok ? '' : result.detail).toContain('8000 × 48000');
});
