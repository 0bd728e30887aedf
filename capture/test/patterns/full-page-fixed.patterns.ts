import { area, blue, documentOf, green, grey, red, white, type Pattern } from './pattern.ts';
import { rowColor, rowProbes, rows } from './full-page-pages.ts';

const many = { count: 30, heightPx: 100 };
const headerRows = rowProbes({ ...many, leftPx: 0 });

/** Boxes that stay where they are while the page scrolls. */
export const fixedParts: readonly Pattern[] = [
  {
    name: 'fixed-bars',
    page: documentOf(
      `<style>header,footer{position:fixed;left:0;right:0;height:60px;background:${blue}}header{top:0}footer{bottom:0}</style>`,
      `<header></header>${rows(many)}<footer></footer>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(blue, [0, 5, 1280, 50]),
        area(blue, [0, 745, 1280, 50]),
        ...headerRows.slice(1, 7),
        ...headerRows.slice(8),
      ],
    },
  },
  {
    name: 'sticky-header',
    page: documentOf(
      `<style>header{position:sticky;top:0;height:100px;background:${blue}}</style>`,
      `<header></header>${rows(many)}`,
    ),
    fullPage: {
      heightPx: 3100,
      probes: [area(blue, [0, 5, 1280, 90]), ...rowProbes({ ...many, topPx: 100 })],
    },
  },
  {
    name: 'sticky-side-bar',
    page: documentOf(
      `<style>body{display:grid;grid-template-columns:300px 1fr}aside{background:${grey}}nav{position:sticky;top:0;height:100vh;background:${blue}}</style>`,
      `<aside><nav></nav></aside><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(blue, [10, 10, 280, 780]),
        area(grey, [10, 810, 280, 2180]),
        ...rowProbes({ ...many, leftPx: 300 }),
      ],
    },
  },
  {
    name: 'sticky-footer-behind-content',
    page: documentOf(
      `<style>main{position:relative;z-index:1}footer{position:sticky;bottom:0;height:300px;background:${blue}}</style>`,
      `<main>${rows({ count: 20, heightPx: 100 })}</main><footer></footer>`,
    ),
    fullPage: {
      heightPx: 2300,
      probes: [...rowProbes({ count: 20, heightPx: 100 }), area(blue, [0, 2010, 1280, 280])],
    },
  },
  {
    name: 'header-that-hides-on-scroll',
    page: documentOf(
      `<style>header{position:fixed;top:0;left:0;right:0;height:80px;background:${blue};transition:transform .3s}.down header{transform:translateY(-100%)}</style>`,
      `<header></header>${rows(many)}<script>let last = 0; addEventListener('scroll', () => {
        document.body.className = scrollY > last ? 'down' : ''; last = scrollY; });</script>`,
    ),
    fullPage: { heightPx: 3000, probes: [area(blue, [0, 5, 1280, 70]), ...headerRows.slice(1)] },
  },
  {
    name: 'fixed-background',
    page: documentOf(
      `<style>section{height:800px;background:url(/color/${green.slice(1)}.png) center/cover fixed}article{height:600px;background:${grey}}</style>`,
      '<article></article><section></section><article></article><section></section>',
    ),
    fullPage: {
      heightPx: 2800,
      probes: [
        area(grey, [0, 10, 1280, 580]),
        area(green, [0, 610, 1280, 780]),
        area(grey, [0, 1410, 1280, 580]),
        area(green, [0, 2010, 1280, 780]),
      ],
    },
  },
  {
    name: 'fixed-background-of-the-body',
    page: documentOf(
      `<style>body{height:3000px;background:url(/color/${green.slice(1)}.png) center/cover no-repeat fixed}</style>`,
      '',
    ),
    fullPage: { heightPx: 3000, probes: [area(green, [0, 10, 1280, 2980])] },
  },
  {
    name: 'fixed-background-layer',
    page: documentOf(
      `<style>#back{position:fixed;inset:0;z-index:-1;background:${green}}main{width:600px;margin-left:300px}</style>`,
      `<div id="back"></div><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(green, [10, 10, 280, 2980]), ...rowProbes({ ...many, leftPx: 300 })],
    },
  },
  ...[
    { name: 'behind', style: 'z-index:-1;background:#fff' },
    { name: 'before', style: 'pointer-events:none' },
  ].map(({ name, style }): Pattern => ({
    name: `title-in-the-middle-of-a-layer-${name}-the-content`,
    page: documentOf(
      `<style>#layer{position:fixed;inset:0;display:flex;align-items:center;${style}}h1{margin:0;width:300px;height:100px;background:${green}}main{width:600px;margin-left:300px}</style>`,
      `<div id="layer"><h1></h1></div><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area('#ffffff', [10, 10, 280, 330]),
        area(green, [10, 360, 280, 80]),
        area('#ffffff', [10, 460, 280, 2530]),
      ],
    },
  })),
  ...[
    { name: 'canvas', element: '<canvas id="back" width="1280" height="800"></canvas>' },
    { name: 'image', element: `<img id="back" src="/color/${green.slice(1)}.png">` },
  ].map(({ name, element }): Pattern => ({
    name: `fixed-${name}-behind-content`,
    page: documentOf(
      '<style>#back{position:fixed;left:0;top:0;width:1280px;height:800px;z-index:-1}main{width:600px;margin-left:300px}</style>',
      `${element}<main>${rows(many)}</main><script>const context = document.querySelector('canvas')?.getContext('2d');
        if (context) { context.fillStyle = '${green}'; context.fillRect(0, 0, 1280, 800); }</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(green, [10, 10, 280, 2980]), ...rowProbes({ ...many, leftPx: 300 })],
    },
  })),
  {
    name: 'fixed-webgl-canvas-that-is-rendered-for-the-size-of-the-viewport',
    page: documentOf(
      '<style>canvas{position:fixed;left:0;top:0;z-index:-1}main{width:600px;height:2400px;margin-left:300px}</style>',
      `<canvas></canvas><main></main><script>const canvas = document.querySelector('canvas');
      const gl = canvas.getContext('webgl', { preserveDrawingBuffer: true }); gl.enable(gl.SCISSOR_TEST);
      const part = (y, r, g, b) => { gl.clearColor(r / 255, g / 255, b / 255, 1);
        gl.scissor(0, y, canvas.width, canvas.height / 2); gl.clear(gl.COLOR_BUFFER_BIT); };
      const render = () => { canvas.width = innerWidth; canvas.height = innerHeight;
        part(0, 34, 85, 204); part(canvas.height / 2, 42, 157, 63); };
      render(); addEventListener('resize', render);</script>`,
    ),
    fullPage: {
      heightPx: 2400,
      probes: [0, 800, 1600].flatMap((y) => [
        area(green, [10, y + 10, 1260, 380]),
        area(blue, [10, y + 410, 1260, 380]),
      ]),
    },
  },
  {
    name: 'fixed-image-and-footer-behind-a-page-that-does-not-grow',
    page: documentOf(
      `<style>#back{position:fixed;left:0;top:0;width:1280px;height:800px;z-index:-2}footer{position:fixed;inset:auto auto 0 300px;width:600px;height:200px;z-index:-1;background:${blue}}main{width:600px;margin:0 0 200px 300px}article{background:${white};height:3000px}@media (min-height:1500px){main{padding-top:700px}}</style>`,
      `<img id="back" src="/color/${green.slice(1)}.png"><footer></footer><main><article>${rows({ count: 30, heightPx: 100 })}</article></main>`,
    ),
    fullPage: {
      heightPx: 3200,
      probes: [
        area(green, [10, 10, 280, 3180]),
        area(blue, [310, 3010, 580, 180]),
        ...rowProbes({ ...many, leftPx: 300 }),
      ],
    },
  },
  {
    name: 'fixed-footer-behind-content',
    page: documentOf(
      `<style>main{position:relative;z-index:1;margin-bottom:300px}footer{position:fixed;bottom:0;left:0;right:0;height:300px;background:${blue}}</style>`,
      `<main>${rows({ count: 20, heightPx: 100 })}</main><footer></footer>`,
    ),
    fullPage: {
      heightPx: 2300,
      probes: [...rowProbes({ count: 20, heightPx: 100 }), area(blue, [0, 2010, 1280, 280])],
    },
  },
  {
    name: 'parallax',
    page: documentOf(
      `<style>#hero{height:600px;overflow:hidden;background:${red}}#image{height:600px;background:${green}}</style>`,
      `<div id="hero"><div id="image"></div></div>${rows(many)}<script>addEventListener('scroll', () => {
        document.querySelector('#image').style.transform = 'translateY(' + scrollY * 0.5 + 'px)'; });</script>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [area(green, [0, 10, 1280, 580]), ...rowProbes({ ...many, topPx: 600 })],
    },
  },
  {
    name: 'mask-and-panel-in-one-fixed-box',
    page: documentOf(
      `<style>#over{position:fixed;inset:0;display:flex;align-items:end}i{position:absolute;inset:0;background:rgba(0,0,0,.2)}#over div{position:relative;width:400px;height:100px;background:${green}}</style>`,
      `<div style="height:3000px;background:${white}"></div><div id="over"><i></i><div></div></div>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area('#cccccc', [10, 10, 1260, 680]),
        area(green, [10, 710, 380, 80]),
        area('#cccccc', [10, 810, 1260, 2180]),
      ],
    },
  },
  {
    name: 'dialog-with-backdrop',
    page: documentOf(
      `<style>dialog{position:fixed;inset:200px auto auto 400px;margin:0;border:0;padding:0;width:400px;height:300px;background:${green}}dialog::backdrop{background:transparent}</style>`,
      `${rows(many)}<dialog></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(green, [410, 210, 380, 280]),
        ...rowProbes({ ...many, leftPx: 800, widthPx: 400 }),
      ],
    },
  },
  {
    name: 'scale-of-2',
    page: documentOf('', rows(many)),
    options: { deviceScaleFactor: 2 },
    viewport: { heightPx: 800, probes: headerRows.slice(0, 8) },
    fullPage: { heightPx: 3000, probes: [...headerRows, area(rowColor(29), [1200, 2905, 70, 90])] },
  },
  {
    name: 'fixed-button',
    page: documentOf(
      `<style>button{position:fixed;right:100px;bottom:100px;width:200px;height:100px;border:0;background:${red}}</style>`,
      `<div style="height:3000px;background:${white}"></div><button></button>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(red, [990, 610, 180, 80]), area(white, [0, 810, 1280, 2180])],
    },
  },
];
