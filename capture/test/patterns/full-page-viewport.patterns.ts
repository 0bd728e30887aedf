import { rowColor, rowProbes, rows } from './full-page-pages.ts';
import { area, blue, documentOf, green, grey, white, type Pattern } from './pattern.ts';

const many = { count: 30, heightPx: 100 };
const headerRows = rowProbes({ ...many, leftPx: 0 });

const unitBox = 'i{position:absolute;top:0;width:200px;height:100px}main{margin-left:600px}';
const rightRows = rowProbes({ ...many, leftPx: 600 });

/** Pages whose styles or scripts use the height of the viewport. */
export const viewportHeights: readonly Pattern[] = [
  {
    name: 'media-query-of-the-height',
    page: documentOf(
      '<style>@media (min-height:1500px){main{padding-top:700px}}</style>',
      `<main>${rows(many)}</main>`,
    ),
    fullPage: { heightPx: 3000, probes: headerRows },
  },
  {
    name: 'media-query-of-the-orientation',
    page: documentOf(
      `<style>aside{float:right;width:500px;height:3000px;background:${blue}}@media (orientation:portrait){aside{display:none}main{margin-left:400px}}</style>`,
      `<aside></aside><main>${rows(many)}</main>`,
    ),
    fullPage: { heightPx: 3000, probes: [area(blue, [800, 10, 460, 2980]), ...headerRows] },
  },
  {
    name: 'colours-by-media-queries-of-the-height',
    page: documentOf(
      `<style>i{position:absolute;width:200px;height:100px;background:${blue}}i+i{left:200px}i+i+i{left:400px}main{margin-left:600px}
      @media (max-height:900px){#a{background:${green}}}@supports (color:red){@media (min-height:900px){#b{background:${green}}}}</style>
      <style media="(orientation:landscape)">#c{background:${green}}</style>`,
      `<i id="a"></i><i id="b"></i><i id="c"></i><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(green, [10, 10, 180, 80]),
        area(blue, [210, 10, 180, 80]),
        area(green, [410, 10, 180, 80]),
        ...rightRows,
      ],
    },
  },
  {
    name: 'source-of-a-picture-by-the-orientation',
    page: documentOf(
      '<style>picture{position:absolute}img{width:200px;height:100px}main{margin-left:600px}</style>',
      `<picture><source media="(orientation:portrait)" srcset="/color/${blue.slice(1)}.png"><img src="/color/${green.slice(1)}.png"></picture><main>${rows(many)}</main>`,
    ),
    fullPage: { heightPx: 3000, probes: [area(green, [10, 10, 180, 80]), ...rightRows] },
  },
  {
    name: 'sizes-of-the-viewport-height',
    page: documentOf(
      '<style>main{font-size:10vh}i{display:block;height:2em}b{display:block;height:50vh;min-height:50vh}</style>',
      `<main>${Array.from({ length: 6 }, (_, row) =>
        row % 2 === 0
          ? `<i style="background:${rowColor(row)};height:5em"></i>`
          : `<b style="background:${rowColor(row)}"></b>`,
      ).join('')}</main>`,
    ),
    fullPage: { heightPx: 2400, probes: rowProbes({ count: 6, heightPx: 400 }) },
  },
  {
    name: 'size-set-by-script-on-resize',
    page: documentOf(
      '',
      `<div id="chart" style="background:${green}"></div>${rows(many)}<script>
      const chart = document.querySelector('#chart'); let timer;
      const fit = () => { chart.style.height = Math.round(innerHeight / 2) + 'px'; };
      addEventListener('resize', () => { clearTimeout(timer); timer = setTimeout(fit, 100); }); fit();</script>`,
    ),
    fullPage: {
      heightPx: 3400,
      probes: [area(green, [0, 10, 1280, 380]), ...rowProbes({ ...many, topPx: 400 })],
    },
  },
  {
    name: 'minimum-height-of-the-viewport',
    page: documentOf(
      `<style>main{min-height:100vh;background:${green}}footer{height:700px;background:${blue}}</style>`,
      '<main></main><footer></footer>',
    ),
    fullPage: {
      heightPx: 1500,
      probes: [area(green, [0, 10, 1280, 780]), area(blue, [0, 810, 1280, 680])],
    },
  },
  {
    name: 'transforms-by-the-viewport-height',
    page: documentOf(
      `<style>${unitBox}#a{background:${green};transform:translateY(50vh)}@layer low{@media screen{#b{left:200px;background:${blue};translate:0 calc(60vmin - 80px)}}}</style>`,
      `<i id="a"></i><i id="b"></i><i style="left:400px;background:${grey};transform:translateY(50vh)"></i><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(white, [10, 10, 180, 380]),
        area(green, [10, 410, 180, 80]),
        area(white, [210, 10, 180, 380]),
        area(blue, [210, 410, 180, 80]),
        area(grey, [410, 410, 180, 80]),
        ...rightRows,
      ],
    },
  },
  {
    name: 'pseudo-elements-by-the-viewport-height',
    page: documentOf(
      `<style>header{position:relative;height:100vh;background:${grey}}header::after,header:before{content:'';position:absolute;inset:auto 0 0;height:25vh;background:${green}}header:before{inset:0 0 auto;background:${blue}}</style>`,
      `<header></header><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3800,
      probes: [
        area(blue, [0, 10, 1280, 180]),
        area(grey, [0, 210, 1280, 380]),
        area(green, [0, 610, 1280, 180]),
        ...rowProbes({ ...many, topPx: 800 }),
      ],
    },
  },
  {
    name: 'backgrounds-and-clips-by-the-viewport-height',
    page: documentOf(
      `<style>i{position:absolute;top:0;width:190px;height:1600px}main{margin-left:600px}
      #a{background:var(--image) 0 0/100% 50vh no-repeat;--image:linear-gradient(${green},${green})}
      #b{left:200px;background:${blue};clip-path:inset(0 0 calc(100% - 50vh))}
      #c{left:400px;background:${grey};mask:linear-gradient(#000 50vh,transparent 0)}</style>`,
      `<i id="a"></i><i id="b"></i><i id="c"></i><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(green, [10, 10, 170, 380]),
        area(blue, [210, 10, 170, 380]),
        area(grey, [410, 10, 170, 380]),
        area(white, [10, 410, 580, 2580]),
        ...rightRows,
      ],
    },
  },
  ...[
    { by: 'style', styles: ':root{--all:100vh}', script: '' },
    {
      by: 'script',
      styles: ':root{--all:calc(100 * var(--vh))}',
      script: `<script>const fit = () =>
        document.documentElement.style.setProperty('--vh', innerHeight / 100 + 'px');
        addEventListener('resize', fit); fit();</script>`,
    },
  ].map(({ by, styles, script }): Pattern => ({
    name: `variable-of-the-viewport-height-set-by-a-${by}`,
    page: documentOf(
      `<style>${styles}:root{--half:calc(var(--all) / 2)}${unitBox}header{position:relative;height:var(--all);background:${grey}}header::after{content:'';position:absolute;inset:var(--half) 0 0;background:${green}}i{background:${blue};transform:translateY(calc(var(--all) + var(--half)))}</style>${script}`,
      `<header></header><i></i><main>${rows(many)}</main>`,
    ),
    fullPage: {
      heightPx: 3800,
      probes: [
        area(grey, [0, 10, 1280, 380]),
        area(green, [0, 410, 1280, 380]),
        area(white, [10, 810, 580, 380]),
        area(blue, [10, 1210, 180, 80]),
        ...rowProbes({ ...many, topPx: 800, leftPx: 600 }),
      ],
    },
  })),
  {
    name: 'animations-by-the-viewport-height',
    page: documentOf(
      `<style>${unitBox}@keyframes down{to{transform:translateY(50vh)}}#a{background:${green};animation:down .2s forwards}#b{left:200px;background:${blue}}#c{left:400px;background:${grey};transition:transform .2s}.on{transform:translateY(50vh)}</style>`,
      `<i id="a"></i><i id="b"></i><i id="c"></i><main>${rows(many)}</main><script>
      document.querySelector('#b').animate([{ transform: 'none' }, { transform: 'translateY(50vh)' }], { duration: 200, fill: 'forwards' });
      setTimeout(() => document.querySelector('#c').classList.add('on'), 100);</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(white, [10, 10, 580, 380]),
        area(green, [10, 410, 180, 80]),
        area(blue, [210, 410, 180, 80]),
        area(grey, [410, 410, 180, 80]),
        ...rightRows,
      ],
    },
  },
  {
    name: 'component-styles-by-the-viewport-height',
    page: documentOf(
      `<style>${unitBox}</style>`,
      `<x-part></x-part><main>${rows(many)}</main><script>
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('b{position:absolute;top:0;left:0;width:200px;height:100px;background:${green};transform:translateY(50vh)}');
      customElements.define('x-part', class extends HTMLElement { connectedCallback() {
        const root = this.attachShadow({ mode: 'closed' });
        root.innerHTML = '<b></b>'; root.adoptedStyleSheets = [sheet]; } });</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(white, [10, 10, 180, 380]),
        area(green, [10, 410, 180, 80]),
        area(white, [10, 510, 580, 2480]),
        ...rightRows,
      ],
    },
  },
  {
    name: 'fixed-layer-as-tall-as-the-viewport',
    page: documentOf(
      `<style>body::before{content:'';position:fixed;left:0;top:0;z-index:-1;width:100%;height:100vh;background:${green}}main{margin-left:600px}</style>`,
      `<main>${rows(many)}</main>`,
    ),
    fullPage: { heightPx: 3000, probes: [area(green, [10, 10, 580, 2980]), ...rightRows] },
  },
];
