import { expect, test } from 'vitest';
import { useEngine, type Rendering, type SpecPart } from './engine-fixture.ts';
import { documentOf, ruler, rulerColor } from './fixture-site/html.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const [blue, green, red, white] = ['#2255cc', '#00aa44', '#cc2222', '#ffffff'];

function render(style: string, body: string, part: SpecPart = {}): Promise<Rendering> {
  const html = documentOf(`<style>body{margin:0}${style}</style>`, body);
  return fixture.render('/', { isFullPage: true, source: { kind: 'html', html }, ...part });
}

/** Returns the rows of the ruler whose middle has another colour. */
function wrongRows(
  image: Rendering,
  rows: number,
  { left = 0, top = 0, scale = 1 } = {},
): number[] {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => {
    const y = (top + row * 100 + 50) * scale;
    return String(image.at((left + 5) * scale, y)) !== String(rulerColor(row));
  });
}

/** Returns the colours of a column, without repetitions: `colour from y`. */
function bands(image: Rendering, x: number): string[] {
  const found: string[] = [];
  let last = '';
  for (let y = 0; y < image.heightPx; y += 1) {
    const color = `#${image
      .at(x, y)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
    if (color !== last) found.push(`${color} ${y}`);
    last = color;
  }
  return found;
}

const navigation = `nav{background:${blue};width:200px;display:flex;flex-direction:column}
  nav i,nav b{height:100px}nav i{background:${green}}nav b{background:${red};margin-top:auto}`;

test.each([
  ['beside an inner scroller', 'body{display:flex;height:100vh}main{flex:1;overflow:auto}'],
  [
    'fixed beside an inner scroller',
    'nav{position:fixed;inset:0 auto 0 0}main{height:100vh;overflow:auto;margin-left:200px}',
  ],
])('a navigation %s reaches its end, and its content stays where it is', async (_, style) => {
  const image = await render(
    navigation + style,
    `<nav><i></i><b></b></nav><main>${ruler(3000)}</main>`,
  );
  expect(image.heightPx).toBe(3000);
  expect(wrongRows(image, 30, { left: 200 })).toEqual([]);
  expect(bands(image, 100)).toEqual([`${green} 0`, `${blue} 100`, `${red} 700`, `${blue} 800`]);
});

test('the backdrop of a dialog covers the first viewport only', async () => {
  const image = await render(
    `dialog{margin:200px 0 0 300px;border:0;outline:0;padding:0;width:300px;height:200px;background:${green}}
     dialog::backdrop{background:${blue}}`,
    `${ruler(3000)}<dialog></dialog><script>document.querySelector('dialog').showModal()</script>`,
  );
  expect(bands(image, 310).slice(0, 3)).toEqual([`${blue} 0`, `${green} 200`, `${blue} 400`]);
  const below = wrongRows(image, 30);
  expect(below).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('spaces, fonts and boxes that follow the height of the viewport keep their size', async () => {
  const image = await render(
    `header{padding:20vh 0;background:${blue}}main{display:grid;row-gap:10vh;margin:5vh 0}
     main i{height:100px;background:${green}}p{font-size:10vh;margin:0}p b{display:block;height:1em;background:${red}}
     section{height:50vmax;background:${blue}}aside{content-visibility:auto;height:100px;background:${green}}`,
    '<header></header><main><i></i><i></i></main><p><b></b></p><section></section><aside></aside>',
  );
  expect(bands(image, 640)).toEqual([
    `${blue} 0`,
    `${white} 320`,
    `${green} 360`,
    `${white} 460`,
    `${green} 540`,
    `${white} 640`,
    `${red} 680`,
    `${blue} 760`,
    `${green} 1400`,
  ]);
});

test.each([
  ['', 'open'],
  ['closed ', 'closed'],
])('sections of 100vh inside of %scomponents keep their height', async (_, mode) => {
  const image = await render(
    `x-hero{display:block}`,
    `<x-hero></x-hero><x-hero></x-hero>${ruler(1000)}<script>
     customElements.define('x-hero', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: '${mode}' }).innerHTML =
         '<style>div{height:100vh;background:${blue}}</style><div></div>'; } });</script>`,
  );
  expect(image.heightPx).toBe(2600);
  expect(wrongRows(image, 10, { top: 1600 })).toEqual([]);
});

test('sections that a page hides again when they leave the viewport are all shown', async () => {
  const image = await render(
    `section{height:500px;background:${red}}section.in{background:${green}}`,
    `${'<section></section>'.repeat(8)}<script>const observer = new IntersectionObserver((entries) => {
       for (const { target, isIntersecting } of entries) target.classList.toggle('in', isIntersecting); });
     document.querySelectorAll('section').forEach((one) => observer.observe(one));</script>`,
  );
  expect(bands(image, 640)).toEqual([`${green} 0`]);
});

test('a last section that moves up when it is seen leaves no empty strip', async () => {
  const image = await render(
    `section{height:500px;background:${green};transform:translateY(60px);transition:transform .4s}section.in{transform:none}`,
    `${'<section></section>'.repeat(6)}<script>const observer = new IntersectionObserver((entries) => {
       for (const { target, isIntersecting } of entries) target.classList.toggle('in', isIntersecting); });
     document.querySelectorAll('section').forEach((one) => observer.observe(one));</script>`,
  );
  expect(image.heightPx).toBe(3000);
  expect(bands(image, 640)).toEqual([`${green} 0`]);
});

test('sections laid out only near the viewport have their own height, not that of a placeholder', async () => {
  const image = await render(
    'section{content-visibility:auto;contain-intrinsic-size:auto 900px}',
    `${[0, 1, 2, 3, 4].map((part) => `<section style="--part:${part}">${ruler(400)}</section>`).join('')}<i style="display:block;height:50px;background:${blue}"></i>`,
  );
  expect(image.heightPx).toBe(2050);
  for (const part of [0, 1, 2, 3, 4]) {
    expect(wrongRows(image, 4, { top: part * 400 })).toEqual([]);
  }
});

test('a sticky bar at the bottom of the viewport stays there', async () => {
  const image = await render(
    `footer{position:sticky;bottom:0;height:60px;background:${blue}}`,
    `<main>${ruler(2000)}</main><footer></footer>`,
  );
  expect(image.heightPx).toBe(2060);
  const isBar = (y: number): boolean => String(image.at(640, y)) === String(rgb(blue));
  const rows = Array.from({ length: 2060 }, (_, y) => y).filter(isBar);
  expect([rows.length, rows[0]]).toEqual([60, 740]);
});

test('a fixed box in the middle of the viewport stays in the middle of the first one', async () => {
  const image = await render(
    `aside{position:fixed;top:50%;left:100px;transform:translateY(-50%);width:100px;height:20vh;background:${blue}}`,
    `${ruler(3000)}<aside></aside>`,
  );
  const isBox = (y: number): boolean => String(image.at(150, y)) === String(rgb(blue));
  const rows = Array.from({ length: 3000 }, (_, y) => y).filter(isBox);
  expect([rows.length, rows[0]]).toEqual([160, 320]);
  expect(wrongRows(image, 30)).toEqual([]);
});

test('a body that scrolls because of its width is captured whole', async () => {
  const image = await render('html,body{height:100%;overflow-x:hidden}', ruler(4000));
  expect(image.heightPx).toBe(4000);
  expect(wrongRows(image, 40)).toEqual([]);
});

test('frames of another origin are painted below the fold, at every depth', async () => {
  const { otherOrigin } = fixture.site;
  const frame = `<iframe src="${otherOrigin}/green" style="display:block;border:0;width:100%;height:300px"></iframe>`;
  const image = await render('', Array.from({ length: 6 }, () => `${ruler(900)}${frame}`).join(''));
  const frames = Array.from({ length: 6 }, (_, index) => image.at(640, index * 1200 + 1050));
  expect(frames).toEqual(frames.map(() => rgb(green)));
});

test('a list that reuses its rows is complete', async () => {
  const image = await render(
    '#list{position:relative;height:6000px}#list div{position:absolute;width:100%;height:100px}',
    `<div id="list"></div><script>
     const list = document.querySelector('#list'); const pool = [];
     const color = (row) => 'rgb(' + [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256] + ')';
     const fill = () => { const first = Math.floor(scrollY / 100);
       const count = Math.min(60 - first, Math.ceil(innerHeight / 100) + 1);
       while (pool.length < count) pool.push(list.appendChild(document.createElement('div')));
       pool.forEach((row, index) => { row.hidden = index >= count; const at = first + index;
         row.style.top = at * 100 + 'px'; row.style.background = color(at); }); };
     addEventListener('scroll', fill); addEventListener('resize', fill); fill();</script>`,
  );
  expect(image.heightPx).toBe(6000);
  expect(wrongRows(image, 60)).toEqual([]);
});

test('a page wider and taller than the viewport has its right end and what it renders late', async () => {
  const image = await render(
    'div.wide{width:2000px;height:100px;background:linear-gradient(90deg,#f00 50%,#00f 50%)}section{content-visibility:auto}',
    `<div class="wide"></div>${ruler(2000)}<section>${ruler(500)}</section>`,
  );
  expect([image.widthPx, image.heightPx]).toEqual([2000, 2600]);
  expect(image.at(1990, 10)).toEqual(rgb('#0000ff'));
  expect(wrongRows(image, 5, { top: 2100 })).toEqual([]);
});

test.each(['html', 'body'])(
  'a page whose %s cannot be scrolled sideways has the width of the viewport',
  async (root) => {
    const image = await render(
      `${root}{overflow-x:hidden}div.wide{width:2000px;height:100px;background:${green}}`,
      `<div class="wide"></div>${ruler(2000)}`,
    );
    expect([image.widthPx, image.heightPx]).toEqual([1280, 2100]);
    expect(wrongRows(image, 20, { top: 100 })).toEqual([]);
  },
);

test('an inner scroller of 100vh slides is as tall as its slides, at twice the scale', async () => {
  const image = await render(
    'html,body{height:100%;overflow:hidden}main{height:100%;overflow:auto;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start}',
    `<main>${[blue, green, red].map((color) => `<section style="background:${color}"></section>`).join('')}</main>`,
    { viewport: { widthPx: 600, heightPx: 400, deviceScaleFactor: 2 } },
  );
  expect([image.widthPx, image.heightPx]).toEqual([1200, 2400]);
  expect(bands(image, 600)).toEqual([`${blue} 0`, `${green} 800`, `${red} 1600`]);
});

test('a phone shows bars, slides and late sections in their places', async () => {
  const viewport = { widthPx: 390, heightPx: 800, deviceScaleFactor: 2, isMobile: true } as const;
  const html = documentOf(
    `<meta name="viewport" content="width=device-width"><style>body{margin:0}header{position:fixed;top:0;left:0;right:0;height:50px;background:${blue}}
     .hero{height:100vh;background:${green}}footer{position:fixed;bottom:0;left:0;right:0;height:50px;background:${red}}
     section{content-visibility:auto}</style>`,
    `<header></header><div class="hero"></div>${ruler(2000)}<section>${ruler(500)}</section><footer></footer>`,
  );
  const source = { kind: 'html', html } as const;
  const image = await fixture.render('/', { isFullPage: true, source, viewport });
  expect([image.widthPx, image.heightPx]).toEqual([780, 6600]);
  expect(bands(image, 300).slice(0, 3)).toEqual([`${blue} 0`, `${green} 100`, `${red} 1500`]);
  expect(wrongRows(image, 20, { top: 800, scale: 2 })).toEqual([]);
  expect(wrongRows(image, 5, { top: 2800, scale: 2 })).toEqual([]);
});

test('a page that scrolls by script towards its scroll position is captured from its top', async () => {
  const image = await render(
    '#wrapper{position:fixed;inset:0;overflow:hidden}',
    `<div id="wrapper"><div id="content">${ruler(5000)}</div></div><script>
     const content = document.querySelector('#content'); let y = 0;
     document.body.style.height = content.offsetHeight + 'px';
     (function frame() { y += (scrollY - y) * 0.15; if (Math.abs(scrollY - y) < 0.5) y = scrollY;
       content.style.transform = 'translateY(' + -y + 'px)'; requestAnimationFrame(frame); })();</script>`,
  );
  expect(image.heightPx).toBe(5000);
  expect(wrongRows(image, 50)).toEqual([]);
});

test('a page whose sections appear only away from the viewport edges is not reported as truncated', async () => {
  const script = `const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
      target.style.opacity = isIntersecting ? 1 : 0; }), { rootMargin: '-10% 0px' });
    for (const row of document.querySelectorAll('main > div')) observer.observe(row);`;
  const image = await render('', `<main>${ruler(7000)}</main><script>${script}</script>`);
  expect(wrongRows(image, 70)).toEqual([]);
  expect(image.result.report).toMatchObject({ isTruncated: false, pageHeightPx: 7000 });
});

test.each([
  ['a gallery that moves sideways', 'translateX(${progress * -300}%)', [1500, 1900, 2300, 2700]],
  ['a box that moves down', 'translateY(${progress * 200}px)', [1500, 1900, 2350, 2750]],
])('%s while it is sticky is shown as at each screen', async (_, transform, rows) => {
  const script = `const move = () => {
      const { top, height } = document.querySelector('section').getBoundingClientRect();
      const progress = Math.max(0, Math.min(1, -top / (height - innerHeight)));
      document.querySelector('section b').style.transform = \`${transform}\`; };
    addEventListener('scroll', move); addEventListener('resize', move); move();`;
  const style = `section{height:4000px}section i{position:sticky;top:0;display:block;height:800px;overflow:hidden;background:${blue}}
    section b{display:block;height:400px;background:${green}}`;
  const body = `${ruler(1500)}<section><i><b></b></i></section><script>${script}</script>`;
  const image = await render(style, body);
  const colors = [green, blue, green, blue];
  const wanted = rows.map((row, at) => `${colors[at]} ${row}`);
  expect(bands(image, 100).slice(15, 19)).toEqual(wanted);
});
