import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine(
  {},
  { blockListsDirectory: fileURLToPath(new URL('block-lists', import.meta.url)) },
);
const [red, green, blue, purple] = ['#ff0000', '#00aa44', '#0044aa', '#aa00aa'].map(rgb);
const [white, black] = [rgb('#ffffff'), rgb('#000000')];
const captureParts = (cleaning: SpecPart['cleaning'], part: SpecPart = {}) =>
  fixture.render('/parts', { delayMs: 600, ...part, ...(cleaning && { cleaning }) });

const click = (...selectors: string[]) => ({
  clicked: selectors.map((text) => ({
    selector: text.replace(/\?$/, ''),
    isOptional: text.endsWith('?'),
  })),
});

async function requestedWith(blocking: SpecPart['blocking']) {
  const before = fixture.site.seen.length;
  const { result } = await fixture.render(`/many-kinds?other=${fixture.site.otherOrigin}`, {
    delayMs: 300,
    ...(blocking && { blocking }),
  });
  const paths = fixture.site.seen.slice(before).map(({ path }) => path);
  const requested = new Set(paths.map((path) => /kind=([\w-]+)/.exec(path)?.[1]));
  return { requested, paths, report: result.report };
}

test.each([
  ['deleted', { removed: ['#ad'] }],
  ['hidden', { hidden: ['#ad'] }],
])(
  '[CO-B2] a full page ends where its content ends without the elements that are %s',
  async (_, cleaning) => {
    const html = `<body style="margin:0"><div id="ad" style="height:500px;background:#ff0000"></div>
    <div style="height:2000px;background:#00aa44"></div>`;
    const image = await fixture.render('/', {
      source: { kind: 'html', html },
      isFullPage: true,
      cleaning,
    });
    expect([image.heightPx, image.at(50, 10), image.at(50, 1990)]).toEqual([2000, green, green]);
  },
);

describe.each([
  ['hide', (selectors: string[]) => ({ hidden: selectors })],
  ['remove', (selectors: string[]) => ({ removed: selectors })],
] as const)('[CO-B1] [CO-B2] [CO-B14] elements to %s', (_name, cleaningOf) => {
  test('take no space, also those that come late or are in a shadow root', async () => {
    const usual = await captureParts(undefined);
    expect([0, 1, 2, 3, 4].map((row) => usual.at(50, row * 100 + 50))).toEqual([
      red,
      red,
      green,
      blue,
      purple,
    ]);
    const cleaned = await captureParts(cleaningOf(['.late', 'xpath=//*[@id="first"]', '#inner']));
    expect([0, 1, 2].map((row) => cleaned.at(50, row * 100 + 50))).toEqual([green, blue, white]);
    const { hidden, removed, warnings } = cleaned.result.report;
    expect(warnings).toEqual([]);
    const removedCount = removed.reduce((sum, { count }) => sum + count, 0);
    expect([
      [3, 0],
      [0, 3],
    ]).toContainEqual([hidden, removedCount]);
  });

  test('apply under a policy that forbids styles, without scripts, and to a full page', async () => {
    for (const part of [{}, { isJavaScriptDisabled: true }, { isFullPage: true }]) {
      const cleaning = cleaningOf(['#first']);
      expect((await fixture.render('/policy-parts', part)).at(50, 50)).toEqual(red);
      const cleaned = await fixture.render('/policy-parts', { ...part, cleaning });
      expect(cleaned.at(50, 50)).toEqual(white);
    }
  });

  test('are a warning where nothing matches; the other selectors apply', async () => {
    const { result, at } = await captureParts(cleaningOf(['.promo', '#first', '.late']));
    expect(at(50, 50)).toEqual(green);
    expect(result.report.warnings).toEqual([
      {
        option: expect.stringMatching(/^(?:hide|remove)_selectors$/),
        message: 'The selector ".promo" matched nothing.',
      },
    ]);
  });

  test('fail the capture by name if a selector is not valid', async () => {
    const result = await fixture.capture('/parts', { cleaning: cleaningOf(['#first', 'a{}b']) });
    expect(result).toMatchObject({
      ok: false,
      reason: 'invalid_selector',
      detail: expect.stringMatching(/_selectors: the selector "a\{\}b" is not valid/),
    });
  });
});

describe('[CO-B3] a mask', () => {
  test.each([
    {},
    { isFullPage: true },
    { viewport: { deviceScaleFactor: 2 } },
  ] satisfies SpecPart[])('covers fixed bars and modal dialogs completely: %j', async (part) => {
    const scale = part.viewport?.deviceScaleFactor ?? 1;
    const cleaning = { masked: ['#bar', '#modal', '#low'], maskColor: '#00aa44' };
    const { at, heightPx, result } = await fixture.render('/above-all', { ...part, cleaning });
    for (const y of [0, 50, 99, 200, 250, 299]) {
      expect([y, at(0, y * scale), at(299 * scale, y * scale)]).toEqual([y, green, green]);
    }
    const isFull = heightPx > 2_500;
    const low = isFull ? [at(0, 2_000), at(299, 2_099)] : [];
    expect(low).toEqual(isFull ? [green, green] : []);
    expect(result.report.warnings).toEqual([]);
  });

  test('[CO-B14] is black by default, counted, and a warning where nothing matches', async () => {
    const { at, result } = await captureParts({ masked: ['#third', '.none'] });
    expect(result.report.masked).toBe(1);
    expect(at(50, 350)).toEqual(black);
    expect(result.report.warnings).toMatchObject([{ option: 'mask_selectors' }]);
  });
});

const box = (id: string, color: string) =>
  `<div class="box" id="${id}" style="height:50px;background:${color}"></div>`;
const framed = (src: string) =>
  `<iframe style="border:0;display:block;width:100%;height:100px" ${src}></iframe>`;

describe('[CO-B1] [CO-B2] [CO-B3] elements of frames', () => {
  const site = `<base href="/"><body style="margin:0">`;
  const inner = `${site}${box('first', '#ff0000')}${box('second', '#00aa44')}`;

  test.each([
    [{ masked: ['.box'], maskColor: '#0044aa' }, [blue, blue, blue], 3],
    [{ masked: ['xpath=//*[@id="first"]'] }, [red, black, green], 1],
    [{ hidden: ['#first'] }, [red, green, white], 1],
    [{ removed: ['#first'] }, [red, green, white], 1],
  ] as const)('are found besides those of the page: %j', async (cleaning, colors, count) => {
    const html = `${site}${box('outer', '#ff0000')}${framed(`srcdoc='${inner}'`)}`;
    const { at, result } = await fixture.render('/', { source: { kind: 'html', html }, cleaning });
    expect([25, 75, 125].map((y) => at(50, y))).toEqual(colors);
    const { masked, hidden, removed, warnings } = result.report;
    expect(warnings).toEqual([]);
    expect(masked + hidden + removed.reduce((sum, one) => sum + one.count, 0)).toBe(count);
  });

  test('of another site are found too', async () => {
    const html = `${site}${framed(`src="${fixture.site.otherOrigin}/elements"`)}
      <style>iframe { height: 1700px !important }</style>`;
    const { at, result } = await fixture.render('/', {
      source: { kind: 'html', html },
      isFullPage: true,
      cleaning: { masked: ['#a'] },
    });
    expect([at(400, 1_550), at(400, 1_450), result.report.masked]).toEqual([black, white, 1]);
  });
});

describe('[CO-B4] clicked elements', () => {
  test.each([{}, { determinism: { startMs: 1_735_689_600_000, seed: 1 } }] satisfies SpecPart[])(
    'are clicked by the mouse, and the capture waits for what follows: %j',
    async (part) => {
      const before = fixture.site.seen.length;
      const { at } = await fixture.render('/clickable', { ...part, cleaning: click('#button') });
      expect(at(50, 50)).toEqual(green);
      const sent = fixture.site.seen.slice(before).map(({ path }) => path);
      expect(sent).toContain('/poll.json?clicked=true');
    },
  );

  test('may lead to another page', async () => {
    const { at, result } = await fixture.render('/clickable', { cleaning: click('#link') });
    expect(at(50, 50)).toEqual(green);
    expect(result.report.finalUrl).toBe(`${fixture.site.origin}/green`);
  });

  test('fail the capture if they are missing, unless they may be absent', async () => {
    const missing = await fixture.capture('/clickable', { cleaning: click('#none') });
    expect(missing).toMatchObject({
      ok: false,
      reason: 'selector_not_found',
      detail: expect.stringContaining('"#none"'),
    });
    const { result } = await fixture.render('/clickable', { cleaning: click('#none?') });
    expect(result.report.warnings).toMatchObject([{ option: 'click_selectors' }]);
  });
});

describe('blocked requests', () => {
  const kinds = ['image', 'media', 'font', 'script', 'stylesheet', 'xhr', 'other'] as const;
  const kindsOf: Readonly<Record<string, readonly string[]>> = {
    image: ['image', 'other-image', 'frame-image'],
    font: ['font'],
    script: ['script'],
    stylesheet: ['stylesheet'],
    xhr: ['fetch', 'worker-fetch'],
    other: ['ping'],
  };

  test.each(Object.entries(kindsOf))(
    '[CO-B5] of the kind %s are not sent, by frames and workers neither',
    async (kind, blocked) => {
      const known = kinds.filter((one) => one === kind);
      const { requested, report, paths } = await requestedWith({ resourceKinds: known });
      for (const one of blocked) expect([...requested]).not.toContain(one);
      expect(report.blocked.types).toBeGreaterThanOrEqual(blocked.length);
      expect(report.consoleErrors.join()).not.toContain('ERR_BLOCKED_BY_CLIENT');
      expect(paths.some((path) => path.startsWith('/many-kinds-frame'))).toBe(true);
    },
  );

  test('[CO-B5] of every kind are sent without the option', async () => {
    const { requested, report } = await requestedWith(undefined);
    expect([...requested]).toEqual(expect.arrayContaining(Object.values(kindsOf).flat()));
    expect(report.blocked).toMatchObject({ ads: 0, types: 0, patterns: 0 });
  });

  test('[CO-B6] [CO-B7] by their URL are not sent, except the allowed ones and the page itself', async () => {
    const { requested, report } = await requestedWith({
      blockedUrls: ['*kind=*', '*/many-kinds?other*', '*?'],
      allowedUrls: ['*kind=other-image', '*.css?*'],
    });
    for (const one of ['image', 'script', 'fetch', 'frame-image', 'worker-fetch']) {
      expect([...requested]).not.toContain(one);
    }
    expect([...requested]).toEqual(expect.arrayContaining(['other-image', 'stylesheet']));
    expect(report.blocked.patterns).toBeGreaterThan(3);
  });

  test('[CO-B5] [CO-B6] are warnings where nothing was blocked', async () => {
    const blocking = { resourceKinds: ['media'], blockedUrls: ['*nothing-like-it'] } as const;
    const { report } = await requestedWith(blocking);
    expect(report.warnings).toMatchObject([
      { option: 'block_resources' },
      { option: 'block_requests' },
    ]);
  });
});

async function captureAds(blocking: SpecPart['blocking'], part: SpecPart = {}) {
  const before = fixture.site.seen.length;
  const rendering = await fixture.render(`/with-ads?other=${fixture.site.otherOrigin}`, {
    ...part,
    ...(blocking && { blocking }),
  });
  const paths = fixture.site.seen.slice(before).map(({ path }) => path);
  return { ...rendering, ads: paths.filter((path) => /ad=/.test(path)) };
}

describe('[CO-B9] blocked hosts', () => {
  const hostCategories = ['ads'] as const;
  test.each([{}, { isJavaScriptDisabled: true }] satisfies SpecPart[])(
    'are sent nothing, their slots take no space, and a frame of theirs is empty: %j',
    async (part) => {
      const isScripted = part.isJavaScriptDisabled !== true;
      const usual = await captureAds(undefined, part);
      expect(usual.ads).toHaveLength(isScripted ? 6 : 4);
      expect([50, 150, 300].map((y) => usual.at(50, y))).toEqual([green, red, red]);
      const { ads, at, result } = await captureAds({ hostCategories }, part);
      expect(ads).toEqual([]);
      expect([50, 150, 250].map((y) => at(50, y))).toEqual([green, purple, blue]);
      const { report } = result;
      expect(report.blocked).toMatchObject({ ads: isScripted ? 6 : 4, trackers: 0 });
      expect(report).toMatchObject({ blockedHosts: ['localhost'], consoleErrors: [] });
    },
  );

  test('are those of the page itself where it is redirected to them', async () => {
    const target = `${fixture.site.otherOrigin}/green`;
    const { at } = await fixture.render(`/to?url=${target}`, { blocking: { hostCategories } });
    expect(at(50, 50)).toEqual(green);
  });

  test('[CO-B7] may be allowed by URL', async () => {
    const allowedUrls = ['*/color/*?ad=2', '*/ad-frame*'];
    const { ads, at } = await captureAds({ hostCategories, allowedUrls });
    expect(ads).toContain('/ad-frame?ad=frame');
    expect(ads).toContain('/color/ff0000.png?ad=2');
    expect(at(50, 200)).toEqual(red);
  });
});
