import { describe, expect, test } from 'vitest';
import type { FullPageSettings } from '../src/index.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { decode, rgb, type Rgb } from './pixels.ts';

const fixture = useEngine();
const red = rgb('#cc0000');
const green = rgb('#00aa44');
const blue = rgb('#0044aa');
const viewport = { widthPx: 600, heightPx: 400 };
const render = (html: string, part: SpecPart = {}) =>
  fixture.render('/', { source: { kind: 'html', html }, viewport, ...part });
const fullPage = (html: string, settings: FullPageSettings = {}) =>
  render(html, { isFullPage: true, fullPage: settings });

/** Blue page of 2 000 pixels that is green once the condition holds at a scroll position. */
const scrolled = (condition: string) => `<body style="margin:0;background:#0044aa">
  <div style="height:2000px"></div><script>onscroll = () => {
    const y = scrollY;
    const mark = () => { document.body.style.background = '#00aa44' };
    ${condition}
  }</script>`;

describe('a full page', () => {
  const bands = `<body style="margin:0"><div style="height:400px;background:#cc0000">Bands</div>
    <div style="height:800px;background:#0044aa"></div>`;

  test.for([100, 500])('[CO-A11] ends at the wanted height of %d', async (maxHeightPx) => {
    const image = await fullPage(bands, { maxHeightPx });
    expect([image.widthPx, image.heightPx]).toEqual([600, maxHeightPx]);
    expect(image.at(300, maxHeightPx - 1)).toEqual(maxHeightPx > 400 ? blue : red);
    expect(image.result.report).toMatchObject({ isTruncated: false, verdict: { kind: 'ok' } });
  });

  test('[CO-A11] is scrolled through, unless the request says not to', async () => {
    const page = scrolled('mark();');
    const image = await fullPage(page);
    const skipped = await fullPage(page, { isScrollSkipped: true });
    expect([image.at(5, 5), skipped.at(5, 5)]).toEqual([green, blue]);
    expect(image.result.report.warnings).toEqual([]);
    expect(skipped.result.report.warnings).toMatchObject([{ option: 'full_page_scroll' }]);
    expect(skipped.heightPx).toBe(2_000);
  });

  test('[CO-A11] is scrolled through in steps of the wanted size', async () => {
    const page = scrolled('if (y === 200) mark();');
    const half = await fullPage(page, { scrollStepShare: 0.5 });
    const whole = await fullPage(page, { scrollStepShare: 1 });
    expect([half.at(5, 5), whole.at(5, 5)]).toEqual([green, blue]);
  });

  test('[CO-A11] has the wanted time at each step', async () => {
    const page = scrolled('if (y === 200) setTimeout(() => { if (scrollY === y) mark(); }, 500);');
    const patient = await fullPage(page, { scrollStepShare: 0.5, scrollDelayMs: 600 });
    const hasty = await fullPage(page, { scrollStepShare: 0.5 });
    expect([patient.at(5, 5), hasty.at(5, 5)]).toEqual([green, blue]);
  });

  test('[CO-A11] hides fixed and sticky elements, or warns that there are none', async () => {
    const page = `<body style="margin:0;background:#0044aa"><p style="margin:0;height:2000px">
      <div style="position:fixed;top:0;width:100%;height:50px;background:#cc0000">`;
    const shown = await fullPage(page);
    const hidden = await fullPage(page, { areStickyElementsHidden: true });
    expect([shown.at(5, 5), hidden.at(5, 5)]).toEqual([red, blue]);
    expect(hidden.result.report.warnings).toEqual([]);
    const none = await fullPage(bands, { areStickyElementsHidden: true });
    expect(none.result.report.warnings).toMatchObject([{ option: 'sticky' }]);
  });

  test.for(['png', 'jpeg'] as const)(
    '[CO-A22] keeps fixed and sticky elements in each screen, as %s',
    async (fileType) => {
      const page = `<body style="margin:0;height:1000px;background:linear-gradient(#000000,#ffffff)">
        <div style="position:fixed;top:0;width:100%;height:50px;background:#cc0000"></div>
        <div style="position:fixed;bottom:0;width:100%;height:30px;background:#00aa44">Bar</div>`;
      const settings = { areStickyElementsKept: true };
      const image = await render(page, { isFullPage: true, fullPage: settings, fileType });
      const plain = await render(page, {
        isFullPage: true,
        fullPage: { areStickyElementsHidden: true },
      });
      expect([image.widthPx, image.heightPx]).toEqual([600, 1_000]);
      expect(image.result.image.contentType).toBe(`image/${fileType}`);
      const isNear = (y: number, color: Rgb) =>
        image.at(500, y).every((value, at) => Math.abs(value - (color[at] ?? 0)) <= 12);
      expect([25, 425].map((y) => isNear(y, red))).toEqual([true, true]);
      expect([385, 785, 985].map((y) => isNear(y, green))).toEqual([true, true, true]);
      // The last screen adds only its new rows.
      expect([200, 600, 805, 900].map((y) => isNear(y, plain.at(500, y)))).toEqual([
        true,
        true,
        true,
        true,
      ]);
    },
  );

  test('[CO-A22] keeps sticky elements in each screen of a box that scrolls, and what is around it once', async () => {
    const page = `<body style="margin:0"><div style="height:50px;background:#cc0000"></div>
      <div style="height:300px;overflow:auto"><div style="position:sticky;top:0;height:20px;background:#00aa44"></div>
      <div style="height:980px;background:#0044aa"></div></div><div style="height:50px;background:#cc0000"></div>`;
    const image = await fullPage(page, { areStickyElementsKept: true });
    expect(image.heightPx).toBe(1_100);
    const rows = Array.from({ length: 110 }, (_, at) => String(image.at(300, at * 10 + 5)));
    const rowsOf = (color: Rgb) => rows.flatMap((one, at) => (one === String(color) ? [at] : []));
    expect(rowsOf(red)).toEqual([0, 1, 2, 3, 4, 105, 106, 107, 108, 109]);
    expect(rowsOf(green)).toEqual([5, 6, 35, 36, 65, 66]);
    expect(rowsOf(blue)).toHaveLength(94);
  });

  test('[CO-A11] expands an area that scrolls instead of the page, unless it is kept', async () => {
    const page = `<body style="margin:0"><div style="height:100vh;overflow:auto">
      <div style="height:1500px;background:#0044aa">`;
    expect((await fullPage(page)).heightPx).toBe(1_500);
    expect((await fullPage(page, { areScrollersKept: true })).heightPx).toBe(400);
  });
});

/** Captures HTML whose base URL is the folder of the site's colored images. */
const renderWithBase = (html: string) => {
  const baseUrl = `${fixture.site.origin}/color/`;
  return fixture.render('/', { source: { kind: 'html', html, baseUrl }, viewport });
};

describe('the base URL of pasted HTML', () => {
  const image = '<img style="display:block" src="00aa44.png">';

  test.for([
    image,
    `<!doctype html><html lang="en"><head><title>A</title></head><body style="margin:0">${image}`,
    `<!-- A --><!doctype html>\n<body style="margin:0">${image}`,
  ])('[CO-A12] is that of its relative URLs: %s', async (html) => {
    const rendering = await renderWithBase(html);
    expect(rendering.at(50, 50)).toEqual(green);
  });

  test('[CO-A12] does not change the mode of the document or a base URL of its own', async () => {
    const script = `<script>document.body.style.background = document.compatMode === 'CSS1Compat' ? '#00aa44' : '#cc0000'</script>`;
    expect((await renderWithBase(`<!doctype html><body>${script}`)).at(300, 300)).toEqual(green);
    const own = `<base href="${fixture.site.origin}/color/nested/../"><body style="margin:0">${image}`;
    const before = fixture.site.seen.length;
    await renderWithBase(own);
    expect(fixture.site.seen.slice(before).map(({ path }) => path)).toEqual(['/color/00aa44.png']);
  });
});

describe('slices', () => {
  const gradient = `<body style="margin:0"><div style="height:1777px;background:linear-gradient(#000000,#ffffff)">
    <p style="margin:0;padding-top:600px">Text over an edge</p></div>`;

  test.for([
    [1, 33],
    [1.25, 33],
    [1.25, 0],
    [1.1, 0],
  ] as const)(
    '[CO-A21] joined are the whole image, at scale %d with an overlap of %d',
    async ([scale, overlapPx]) => {
      const scaled = { viewport: { ...viewport, deviceScaleFactor: scale } };
      const slices = { heightPx: 501, overlapPx };
      const html = gradient.replace('1777px', '2299px');
      const whole = await render(html, { isFullPage: true, ...scaled });
      const image = await render(html, { isFullPage: true, fullPage: { slices }, ...scaled });
      const { slices: others = [] } = image.result;
      expect(others).toHaveLength(4);
      const all = [{ topPx: 0, ...image }];
      for (const one of others)
        all.push({ ...(await decode(one.image.bytes)), topPx: one.topPx, result: image.result });
      const step = Math.round(501 * scale) - Math.round(overlapPx * scale);
      expect(all.slice(0, -1).map(({ topPx }) => topPx)).toEqual([0, 1, 2, 3].map((n) => n * step));
      const ends = all.map(({ topPx, heightPx }) => topPx + heightPx);
      expect(ends.slice(0, -1)).toEqual(
        [0, 1, 2, 3].map((n) => n * step + Math.round(501 * scale)),
      );
      expect(ends.at(-1)).toBe(whole.heightPx);
      // The last slice may start a row higher, never lower.
      expect([0, 1]).toContain(4 * step - (all.at(-1)?.topPx ?? 0));
      for (const slice of all) {
        const rows = [0, 1, Math.floor(slice.heightPx / 2), slice.heightPx - 1];
        const columns = [0, 30, 77, 300];
        expect(rows.map((y) => columns.map((x) => slice.at(x, y)))).toEqual(
          rows.map((y) => columns.map((x) => whole.at(x, y + slice.topPx))),
        );
      }
    },
  );

  test('[CO-A21] are encoded in the format of the request', async () => {
    const slices = { heightPx: 900, overlapPx: 0 };
    const { result } = await render(gradient, {
      isFullPage: true,
      fullPage: { slices },
      fileType: 'avif',
      quality: 50,
    });
    expect(
      result.slices?.map(({ image: { contentType, heightPx } }) => [contentType, heightPx]),
    ).toEqual([['image/avif', 877]]);
  });

  test('[CO-A21] are none for a page that fits in one, and rejected above 50', async () => {
    const once = await fullPage(gradient, { slices: { heightPx: 2_000, overlapPx: 0 } });
    expect([once.heightPx, once.result.slices]).toEqual([1_777, []]);
    const source = { kind: 'html', html: gradient } as const;
    const fullPageSettings = { slices: { heightPx: 500, overlapPx: 499 } };
    expect(
      await fixture.capture('/', {
        source,
        viewport,
        isFullPage: true,
        fullPage: fullPageSettings,
      }),
    ).toMatchObject({
      ok: false,
      reason: 'image_too_large',
      detail: expect.stringContaining('1278 slices'),
    });
  });
});
