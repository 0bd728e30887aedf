import { describe, expect, test } from 'vitest';
import type { PdfSettings } from '../src/index.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { readPdf } from './pdf-file.ts';
import { decode, rgb } from './pixels.ts';

const fixture = useEngine();
const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const a4: PdfSettings = {
  paper: { width: 8.27, height: 11.69 },
  isLandscape: false,
  margins: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  scale: 1,
  isBackgroundPrinted: true,
  isTagged: true,
  hasOutline: false,
  isOnePage: false,
  isCssSizePreferred: false,
};
const chapters = ['One', 'Two', 'Three']
  .map((name) => `<section style="break-after:page"><h1>Chapter ${name}</h1></section>`)
  .join('');
const book = `<title>Book</title><style>@media print { p { display: none } }</style><p>Screen</p>${chapters}`;

const capture = (html: string, part: SpecPart = {}) =>
  fixture.capture('/', { source: { kind: 'html', html }, fileType: 'pdf', pdf: a4, ...part });

/** Prints HTML; fails the test if there is no PDF. */
async function print(html: string, part: SpecPart = {}) {
  const result = await capture(html, part);
  if (!result.ok || result.document === undefined) throw new Error(JSON.stringify(result.report));
  return { ...readPdf(result.document.bytes), result, bytes: result.document.bytes };
}

test('[CO-A14] a PDF has the pages of the print, selectable text and tags, beside an image of the page', async () => {
  const { pages, has, result } = await print(book);
  expect(pages.map(({ text }) => text)).toEqual(['ChapterOne', 'ChapterTwo', 'ChapterThree']);
  expect(pages[0]?.widthPt).toBeCloseTo(8.27 * 72, -0.5);
  expect(pages[0]?.heightPt).toBeCloseTo(11.69 * 72, -0.5);
  expect([has('StructTreeRoot'), has('Outlines')]).toEqual([true, false]);
  expect(result).toMatchObject({
    document: { contentType: 'application/pdf' },
    image: { contentType: 'image/jpeg', widthPx: 1280, heightPx: 800 },
    report: { waiting: { clock: 'virtual', fallback: null }, verdict: { kind: 'ok' } },
  });
});

test('[CO-A14] the media type decides what is printed', async () => {
  const { pages } = await print(book, { emulation: { mediaType: 'screen' } });
  expect(pages[0]?.text).toBe('ScreenChapterOne');
});

describe('[CO-A15] a PDF', () => {
  test('has the size, direction, ranges, scale, header and footer of its settings', async () => {
    const pdf: PdfSettings = {
      ...a4,
      paper: { width: 5, height: 8 },
      isLandscape: true,
      pageRanges: '2-',
      header: '<div style="font-size:9px"><span class="title"></span></div>',
      footer: '<div style="font-size:9px"><span class="pageNumber"></span></div>',
    };
    const { pages } = await print(book, { pdf });
    expect(pages.map(({ text }) => text)).toEqual(['ChapterTwoBook2', 'ChapterThreeBook3']);
    expect(pages[0]).toMatchObject({ widthPt: 576, heightPt: 360 });
    const words = `<p>${'word '.repeat(1_500)}`;
    const [full, half] = [await print(words), await print(words, { pdf: { ...a4, scale: 0.5 } })];
    expect(full.pages.length).toBeGreaterThan(half.pages.length);
    const margins = { ...a4.margins, left: 4 };
    const narrow = await print(words, { pdf: { ...a4, margins } });
    expect(narrow.pages.length).toBeGreaterThan(full.pages.length);
  });

  test('prints backgrounds unless it should not', async () => {
    const html = '<body style="background:#0044aa">text';
    const fillsOf = async (isBackgroundPrinted: boolean) => {
      const { pages } = await print(html, { pdf: { ...a4, isBackgroundPrinted } });
      return pages[0]?.content.match(/\S+ \S+ \S+ rg/g);
    };
    expect(await fillsOf(true)).toEqual(['0 .2667 .6667 rg', '0 0 0 rg']);
    expect(await fillsOf(false)).toEqual(['0 0 0 rg']);
  });

  test('has an outline with its tags, even if these were not wanted', async () => {
    const { has } = await print(book, { pdf: { ...a4, isTagged: false, hasOutline: true } });
    expect([has('StructTreeRoot'), has('Outlines')]).toEqual([true, true]);
    const plain = await print(book, { pdf: { ...a4, isTagged: false } });
    expect([plain.has('StructTreeRoot'), plain.has('Outlines')]).toEqual([false, false]);
  });

  test('prefers the size of the style sheet only if it should', async () => {
    const html = '<style>@page { size: 3in 4in; margin: 0 }</style>text';
    const own = await print(html, { pdf: { ...a4, isCssSizePreferred: true } });
    expect(own.pages[0]).toMatchObject({ widthPt: 216, heightPt: 288 });
    expect((await print(html)).pages[0]?.widthPt).toBeCloseTo(8.27 * 72, -0.5);
  });

  test('with pages that it does not have fails by name', async () => {
    expect(await capture(book, { pdf: { ...a4, pageRanges: '7-8' } })).toMatchObject({
      ok: false,
      reason: 'pdf_pages_out_of_range',
      isRetryable: false,
    });
  });
});

test('[CO-A15] several pages hold what scrolls within the page', async () => {
  const tiles = Array.from({ length: 12 }, (_, at) => `<div style="height:200px">${at};</div>`);
  const { pages } = await print(
    `<body style="margin:0;overflow:hidden"><div style="height:100vh;display:flex">
      <nav style="width:200px">Nav;</nav><main style="flex:1;overflow:auto">${tiles.join('')}</main></div>`,
  );
  expect(pages.map(({ text }) => text).join('')).toBe('Nav;0;1;2;3;4;5;6;7;8;9;10;11;');
});

describe('[CO-A16] one page', () => {
  const onePage = { pdf: { ...a4, isOnePage: true, margins: noMargins } };
  const hero = `<style>body { margin: 0; min-height: 100vh } main { height: 100vh }</style>
    <main>Hero</main><section style="height:50vh">Half</section>
    <footer style="height:2000px;break-before:page">End</footer>`;

  test.for(['print', 'screen'] as const)(
    'holds a page with shares of the viewport, in the medium %s',
    async (mediaType) => {
      const { pages, result } = await print(hero, { ...onePage, emulation: { mediaType } });
      expect(pages).toHaveLength(1);
      expect(pages[0]).toMatchObject({ widthPt: 960, text: 'HeroHalfEnd' });
      expect(pages[0]?.heightPt).toBeCloseTo((800 + 400 + 2_000) * 0.75, -0.5);
      expect(result.report.warnings).toEqual([]);
    },
  );

  test('is as wide as the layout of a phone, whose pages without a viewport of their own are wider than its screen', async () => {
    const viewport = { widthPx: 390, heightPx: 844, isMobile: true };
    const phone = { ...onePage, viewport };
    const own = await print(`<meta name="viewport" content="width=device-width">${hero}`, phone);
    const wide = await print(hero, phone);
    expect([own, wide].map(({ pages }) => pages.length)).toEqual([1, 1]);
    expect(own.pages[0]?.widthPt).toBeCloseTo(390 * 0.75, -0.5);
    expect(wide.pages[0]?.widthPt).toBeCloseTo(980 * 0.75, -0.5);
    expect([own, wide].flatMap(({ result }) => result.report.warnings)).toEqual([]);
  });

  test('holds what scrolls within the page', async () => {
    const tiles = Array.from({ length: 12 }, (_, at) => `<div style="height:200px">${at};</div>`);
    const { pages } = await print(
      `<body style="margin:0"><div style="height:100vh;display:flex">
        <nav style="width:200px">Nav;</nav><main style="flex:1;overflow:auto">${tiles.join('')}</main></div>`,
      onePage,
    );
    expect(pages).toMatchObject([{ text: 'Nav;0;1;2;3;4;5;6;7;8;9;10;11;' }]);
    expect(pages[0]?.heightPt).toBeCloseTo(2_400 * 0.75, -0.5);
  });

  test('taller than a PDF can be is rejected', async () => {
    expect(await capture('<div style="height:20000px">', onePage)).toMatchObject({
      ok: false,
      reason: 'page_too_large',
      detail: expect.stringContaining('at most 200'),
    });
  });
});

test('[CO-A17] a full page loads lazy content before it is printed, and a blank one is recognised', async () => {
  const lazy = `<body style="height:4000px"><p id="late" style="position:absolute;top:3000px"></p>
    <script>new IntersectionObserver(([one]) => {
      if (one.isIntersecting) late.textContent = 'Loaded';
    }).observe(late)</script>`;
  const textOf = async (part: SpecPart) =>
    (await print(lazy, part)).pages.map(({ text }) => text).join('');
  expect([await textOf({}), await textOf({ isFullPage: true })]).toEqual(['', 'Loaded']);
  const empty = await print('<p>');
  expect(empty.result.report.verdict).toMatchObject({ kind: 'blank' });
  const shown = await print('<body style="background:#0044aa">text');
  const pixels = await decode(shown.result.image.bytes);
  expect(pixels.at(600, 400).map((value) => Math.round(value / 16))).toEqual(
    rgb('#0044aa').map((value) => Math.round(value / 16)),
  );
});

test('[CO-A17] equal deterministic pages give equal files', async () => {
  const part = { determinism: { startMs: Date.UTC(2025, 0, 2), seed: 1 } };
  const [first, second] = [await print(book, part), await print(book, part)];
  expect(first.creationDate).toBe('20250102000000');
  expect(first.bytes.equals(second.bytes)).toBe(true);
});
