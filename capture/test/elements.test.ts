import { describe, expect, test } from 'vitest';
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

test('an element taller than its scroll container keeps sizes by the height of the viewport', async () => {
  const html = `<style>body{margin:0}main{height:100vh;overflow:auto}#tall{padding:10vh 0;background:#228844}
    #tall::after{content:'';display:block;height:50vh;background:#2222cc}p{margin:0;height:1000px}</style>
    <main><section id="tall"><p></p></section></main>`;
  const source = { kind: 'html', html } as const;
  const rendering = await fixture.render('/', { elementSelector: '#tall', source });
  expect(rendering.heightPx).toBe(80 + 1000 + 400 + 80);
  expect(rendering.at(600, 1070)).toEqual(rgb('#228844'));
  expect(rendering.at(600, 1090)).toEqual(rgb('#2222cc'));
  expect(rendering.at(600, 1490)).toEqual(rgb('#228844'));
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

test('an element in a shadow tree is found, without the fixed bar of another one over it', async () => {
  const bar = '<style>b{position:fixed;inset:0 0 auto;height:900px;background:red}</style><b></b>';
  const html = `<body style="margin:0"><x-bar><template shadowrootmode="open">${bar}</template></x-bar>
    <x-card><template shadowrootmode="open"><div style="height:1500px"></div>
      <div id="inner" style="width:200px;height:100px;background:#00aa44"></div></template></x-card>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#inner',
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([200, 100]);
  expect([rendering.at(0, 0), rendering.at(199, 99)]).toEqual([green, green]);
});

test('an element taller than a scroll container of its own height is whole', async () => {
  const rows = Array.from(
    { length: 15 },
    (_, row) => `<div style="height:100px;background:rgb(${rulerColor(row).join()})"></div>`,
  ).join('');
  const html = `<body style="margin:0"><main style="height:500px;overflow:auto"><div id="tall">${rows}</div></main>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#tall',
  });
  expect(rendering.heightPx).toBe(1500);
  const seen = Array.from({ length: 15 }, (_, row) => rendering.at(50, row * 100 + 50));
  expect(seen).toEqual(seen.map((_, row) => rulerColor(row)));
});

test('the first visible element is captured, not a hidden one before it', async () => {
  const html = `<style>.a{width:200px;height:100px;background:#ff0000}.b{background:#00aa44}</style>
    <div hidden><div class="a"></div></div><div class="a b"></div>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '.a',
  });
  expect([rendering.widthPx, rendering.at(100, 50)]).toEqual([200, green]);
});

test('an element of a frame is captured if the page has none', async () => {
  const inner = `<div style='height:900px'></div><div id='inner' style='width:200px;height:100px;background:#00aa44'></div>`;
  const html = `<body style="margin:0"><div style="height:1200px"></div>
    <iframe srcdoc="<body style='margin:0'>${inner}" style="border:0;width:500px;height:300px"></iframe>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#inner',
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([200, 100]);
  expect([rendering.at(0, 0), rendering.at(199, 99)]).toEqual([green, green]);
});

test('an element larger than its frames is captured whole, without their fixed elements', async () => {
  const parts = Array.from(
    { length: 12 },
    (_, row) => `<div style='height:100px;background:rgb(${rulerColor(row).join()})'></div>`,
  ).join('');
  const bar = `<div style='position:fixed;inset:0 0 auto;height:50px;background:red'></div>`;
  const hero = `<div style='height:100vh'></div>`;
  const inner = `<body style='margin:0'>${bar}${hero}<div id='inner' style='width:700px'>${parts}</div>`;
  const middle = `<body style='margin:0'><iframe srcdoc="${inner}" style='border:0;width:400px;height:300px'></iframe>`;
  const html = `<body style="margin:0"><div style="height:700px"></div>
    <div style="height:200px;overflow:hidden"><iframe srcdoc="${middle.replaceAll('"', '&quot;')}" style="border:0;width:500px;height:250px"></iframe></div>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#inner',
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([700, 1200]);
  const seen = Array.from({ length: 12 }, (_, row) => rendering.at(650, row * 100 + 50));
  expect(seen).toEqual(seen.map((_, row) => rulerColor(row)));
});

test('an element wider than its horizontal scroll container is captured whole', async () => {
  const columns = Array.from(
    { length: 15 },
    (_, column) => `<i style="width:100px;background:rgb(${rulerColor(column).join()})"></i>`,
  ).join('');
  const html = `<body style="margin:0"><main style="width:600px;overflow-x:auto"><div id="wide" style="display:flex;width:1500px;height:100px">${columns}</div></main>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#wide',
  });
  expect(rendering.widthPx).toBe(1500);
  const seen = Array.from({ length: 15 }, (_, column) => rendering.at(column * 100 + 50, 50));
  expect(seen).toEqual(seen.map((_, column) => rulerColor(column)));
});

test('an element larger than a box that scrolls both ways is not mixed with what follows the box', async () => {
  const html = `<body style="margin:0"><main style="width:600px;height:300px;overflow:auto"><div id="large" style="width:900px;height:600px;background:#00aa44"></div></main>
    <p style="position:relative;margin:0;height:500px;background:#aa0000"></p>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#large',
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([900, 600]);
  const seen = [50, 350, 550].map((y) => rendering.at(500, y));
  expect(seen).toEqual([green, green, green]);
});

test('an element larger than its frame keeps sizes by the height of the frame', async () => {
  const inner = `<style>body{margin:0}#t{background:#228844;padding-bottom:1000px}#t::before{content:'';display:block;
    height:50vh;background:#2222cc}</style><div id=t></div>`;
  const html = `<body style="margin:0"><iframe srcdoc="${inner}" style="border:0;width:500px;height:300px"></iframe>`;
  const source = { kind: 'html', html } as const;
  const rendering = await fixture.render('/', { elementSelector: '#t', source });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([500, 1150]);
  expect(rendering.at(250, 140)).toEqual(rgb('#2222cc'));
  expect(rendering.at(250, 160)).toEqual(rgb('#228844'));
});

test('an element taller than a scroll container in its frame is captured whole', async () => {
  const parts = Array.from(
    { length: 7 },
    (_, row) => `<div style='height:100px;background:rgb(${rulerColor(row).join()})'></div>`,
  ).join('');
  const inner = `<body style='margin:0;height:100vh;overflow:hidden'><main style='height:100%;overflow:auto'><div style='height:50px'></div><div id='inner'>${parts}</div></main>`;
  const html = `<body style="margin:0"><iframe srcdoc="${inner}" style="border:0;width:500px;height:300px"></iframe>`;
  const rendering = await fixture.render('/', {
    source: { kind: 'html', html },
    elementSelector: '#inner',
  });
  expect(rendering.heightPx).toBe(700);
  const seen = Array.from({ length: 7 }, (_, row) => rendering.at(50, row * 100 + 50));
  expect(seen).toEqual(seen.map((_, row) => rulerColor(row)));
});

const box = (id: string, css: string) =>
  `<div id="${id}" style="width:200px;height:100px;background:#00aa44;${css}"></div>`;

describe.each(['direction:rtl', 'writing-mode:vertical-rl'])(
  'a page from right to left that scrolls sideways, by %s',
  (style) => {
    const html = `<body style="margin:0;${style}">${box('near', '')}
      ${box('far', 'box-sizing:border-box;width:2000px;border-left:200px solid red')}
      <div style="width:10px;height:1500px"></div>${box('low', 'margin-top:900px')}`;
    const source = { kind: 'html', html } as const;

    test.each([
      ['#near', 200],
      ['#far', 2_000],
      ['#low', 200],
    ])('shows the element %s whole and in its place', async (elementSelector, widthPx) => {
      const image = await fixture.render('/', { source, elementSelector });
      expect([image.widthPx, image.heightPx]).toEqual([widthPx, 100]);
      const left = elementSelector === '#far' ? rgb('#ff0000') : green;
      expect([image.at(5, 50), image.at(widthPx - 5, 50)]).toEqual([left, green]);
    });

    test('has its clips where the image of the full page has them', async () => {
      const clip = { x: 0, y: 0, widthPx: 1_000, heightPx: 250 };
      const image = await fixture.render('/', { source, clip });
      const whole = await fixture.render('/', { source, isFullPage: true });
      const points = [5, 195, 205, 500, 995].flatMap((x) =>
        [5, 150, 245].map((y) => [x, y] as const),
      );
      expect(points.map(([x, y]) => image.at(x, y))).toEqual(
        points.map(([x, y]) => whole.at(x, y)),
      );
    });
  },
);
