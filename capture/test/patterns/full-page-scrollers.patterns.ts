import { area, blue, documentOf, green, grey, red, white, type Pattern } from './pattern.ts';
import { onlyRows, rowColor, rowProbes, rows, rowsIn } from './full-page-pages.ts';

const tall = { count: 30, heightPx: 100 };

/** Pages that scroll elsewhere than in the document, or in steps. */
export const scrollers: readonly Pattern[] = [
  {
    name: 'body-scroller',
    page: rowsIn(
      'html{height:100%;overflow:hidden}body{height:100%;overflow:auto}',
      (content) => content,
      tall,
    ),
    fullPage: onlyRows(tall),
  },
  {
    name: 'body-scroller-with-header',
    page: documentOf(
      `<style>html{height:100%;overflow:hidden}body{height:100vh;overflow-y:scroll}
      header{position:sticky;top:0;height:60px;background:${blue}}</style>`,
      `<header></header>${rows(tall)}`,
    ),
    fullPage: {
      heightPx: 3060,
      probes: [area(blue, [0, 5, 1280, 50]), ...rowProbes({ ...tall, topPx: 60 })],
    },
  },
  {
    name: 'inner-scroller',
    page: rowsIn(
      `body{height:100vh;display:flex;flex-direction:column}header{height:50px;flex:none;background:${blue}}main{flex:1;overflow:auto}`,
      (content) => `<header></header><main>${content}</main>`,
      tall,
    ),
    fullPage: {
      heightPx: 3050,
      probes: [area(blue, [0, 5, 1280, 40]), ...rowProbes({ ...tall, topPx: 50 })],
    },
  },
  {
    name: 'deep-inner-scroller',
    page: rowsIn(
      `html,body,.app,.row{height:100%;overflow:hidden}.row{display:grid;grid-template-columns:200px 1fr}
      nav{background:${blue}}.pane{position:relative;overflow:hidden}.scroll{position:absolute;inset:0;overflow-y:auto}`,
      (content) =>
        `<div class="app"><div class="row"><nav></nav><div class="pane"><div class="scroll">${content}</div></div></div></div>`,
      tall,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [10, 10, 180, 700]), ...rowProbes({ ...tall, leftPx: 200 })],
    },
  },
  {
    name: 'inner-scroller-that-hides-parts-near-its-edges',
    page: rowsIn(
      `body{overflow:hidden}header{height:60px;background:${blue}}#root{height:calc(100vh - 60px);overflow-y:auto}
      #root div{opacity:0;transition:opacity .4s}#root .in{opacity:1}`,
      (content) => `<header></header><div id="root">${content}</div><script>
        const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) =>
          target.classList.toggle('in', isIntersecting)), { root, rootMargin: '-10% 0px' });
        for (const row of root.children) observer.observe(row);</script>`,
      tall,
    ),
    fullPage: {
      heightPx: 3060,
      probes: [area(blue, [0, 5, 1280, 50]), ...rowProbes({ ...tall, topPx: 60 })],
    },
  },
  {
    name: 'slides-that-leave-a-wrapper-of-the-height-of-the-viewport',
    page: rowsIn(
      'html,body{height:100%;overflow:hidden}#slides{height:100%;transition:transform .5s}#slides div{height:100vh!important}',
      (content) =>
        `<div id="slides">${content}</div><script>let at = 0; addEventListener('wheel', ({ deltaY }) => {
        at = Math.max(0, Math.min(3, at + Math.sign(deltaY)));
        slides.style.transform = 'translateY(' + -100 * at + 'vh)'; });</script>`,
      { count: 4, heightPx: 800 },
    ),
    fullPage: onlyRows({ count: 4, heightPx: 800 }),
  },
  {
    name: 'long-dialog-over-a-locked-page',
    page: documentOf(
      `<style>html{overflow:hidden}#over{position:fixed;inset:0;overflow:auto;background:${white}}#dialog{width:600px;margin:50px auto}</style>`,
      `${rows({ count: 60, heightPx: 40 })}<div id="over"><div id="dialog">${rows({ count: 16, heightPx: 100 })}</div></div>`,
    ),
    fullPage: {
      minHeightPx: 1700,
      probes: rowProbes({ count: 16, heightPx: 100, topPx: 50, leftPx: 340 }),
    },
  },
  {
    name: 'inner-scroller-in-a-shadow-tree',
    page: documentOf(
      `<style>.app{position:absolute;inset:0;display:flex;flex-direction:column;overflow:hidden;contain:layout size style}
      header,footer{height:50px;flex:none;background:${blue}}x-content{display:block;flex:1;position:relative;contain:size style}</style>`,
      `<div class="app"><header></header><x-content>
        <template shadowrootmode="open"><main style="position:absolute;inset:0;overflow-y:auto"><slot></slot></main></template>
        ${rows(tall)}</x-content><footer></footer></div>`,
    ),
    fullPage: {
      heightPx: 3100,
      probes: [
        area(blue, [0, 5, 1280, 40]),
        ...rowProbes({ ...tall, topPx: 50 }),
        area(blue, [0, 3055, 1280, 40]),
      ],
    },
  },
  {
    name: 'inner-scroller-beside-fixed-navigation',
    page: rowsIn(
      `body{height:100vh;overflow:hidden}nav{position:fixed;left:0;top:0;bottom:0;width:200px;background:${blue}}
      main{margin-left:200px;height:100vh;overflow:auto}`,
      (content) => `<nav></nav><main>${content}</main>`,
      tall,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [10, 10, 180, 700]), ...rowProbes({ ...tall, leftPx: 200 })],
    },
  },
  {
    name: 'inner-scroller-with-lazy-images',
    page: documentOf(
      '<style>body{height:100vh;overflow:hidden}main{height:100%;overflow:auto}img{display:block;width:100%;height:400px}</style>',
      `<main>${Array.from({ length: 8 }, (_, row) => `<img loading="lazy" src="/color/${rowColor(row).slice(1)}.png?ms=100">`).join('')}</main>`,
    ),
    fullPage: onlyRows({ count: 8, heightPx: 400 }),
  },
  {
    name: 'slides-of-the-height-of-the-viewport',
    page: documentOf(
      '<style>section{height:100vh}</style>',
      Array.from(
        { length: 5 },
        (_, row) => `<section style="background:${rowColor(row)}"></section>`,
      ).join(''),
    ),
    fullPage: onlyRows({ count: 5, heightPx: 800 }),
  },
  {
    name: 'slides-in-a-scroller',
    page: documentOf(
      '<style>main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start}</style>',
      `<main>${Array.from({ length: 5 }, (_, row) => `<section style="background:${rowColor(row)}"></section>`).join('')}</main>`,
    ),
    fullPage: onlyRows({ count: 5, heightPx: 800 }),
  },
  {
    name: 'scroll-snap-of-the-document',
    page: documentOf(
      '<style>html{scroll-snap-type:y mandatory;scroll-behavior:smooth}section{height:100vh;scroll-snap-align:start}</style>',
      Array.from(
        { length: 4 },
        (_, row) => `<section style="background:${rowColor(row)}"></section>`,
      ).join(''),
    ),
    fullPage: onlyRows({ count: 4, heightPx: 800 }),
  },
  {
    name: 'smooth-scroll-wrapper',
    page: documentOf(
      '<style>html{overscroll-behavior:none}#wrapper{position:fixed;top:0;left:0;width:100%;overflow:hidden}#content{will-change:transform}</style>',
      `<div id="wrapper"><div id="content">${rows(tall)}</div></div><script>
      const content = document.querySelector('#content'); let y = 0;
      document.body.style.height = content.offsetHeight + 'px';
      (function frame() { y += (scrollY - y) * 0.2; if (Math.abs(scrollY - y) < 0.5) y = scrollY;
        content.style.transform = 'translate3d(0,' + -y + 'px,0)'; requestAnimationFrame(frame); })();</script>`,
    ),
    fullPage: onlyRows(tall),
  },
  {
    name: 'smooth-scroll-pane',
    page: documentOf(
      '<style>html,body{height:100%;overflow:hidden}#wrapper{position:fixed;inset:0;overflow:hidden auto}</style>',
      `<div id="wrapper"><div id="content">${rows(tall)}</div></div>`,
    ),
    fullPage: onlyRows(tall),
  },
  {
    name: 'page-wider-than-the-viewport',
    page: documentOf(
      '',
      `<div style="width:2000px;height:1000px;background:linear-gradient(90deg,${green} 50%,${blue} 50%)"></div>`,
    ),
    fullPage: {
      heightPx: 1000,
      probes: [area(green, [10, 10, 980, 980]), area(blue, [1010, 10, 980, 980])],
    },
  },
  {
    name: 'page-shorter-than-the-viewport',
    page: documentOf('', `<div style="height:300px;background:${green}"></div>`),
    fullPage: {
      heightPx: 800,
      probes: [area(green, [0, 0, 1280, 295]), area(white, [0, 305, 1280, 490])],
    },
  },
  {
    name: 'small-scroll-box-beside-content',
    page: documentOf(
      `<style>aside{position:absolute;left:900px;top:100px;width:200px;height:200px;overflow:auto;background:${grey}}</style>`,
      `${rows({ count: 20, heightPx: 100 })}<aside><div style="height:190px"></div><div style="height:5000px;background:${red}"></div></aside>`,
    ),
    fullPage: {
      ...onlyRows({ count: 20, heightPx: 100 }),
      probes: [
        ...rowProbes({ count: 20, heightPx: 100 }),
        area(grey, [910, 110, 180, 170]),
        ...rowProbes({ count: 20, heightPx: 100, leftPx: 1120, widthPx: 150 }),
      ],
    },
  },
  {
    name: 'list-and-message-that-scroll-beside-each-other',
    page: documentOf(
      '<style>body{display:flex;height:100vh;overflow:hidden}body>div{overflow:auto;height:100%;flex:1}</style>',
      `<div>${rows({ count: 12, heightPx: 100 })}</div><div>${rows(tall)}</div>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        ...rowProbes({ count: 12, heightPx: 100 }),
        area(white, [0, 1210, 620, 1780]),
        ...rowProbes({ ...tall, leftPx: 640 }),
      ],
    },
  },
  {
    name: 'navigation-that-scrolls-beside-the-inner-scroller',
    page: documentOf(
      `<style>.shell{position:fixed;inset:0;display:flex}nav{width:200px;overflow-y:auto;background:${blue}}main{flex:1;overflow-y:auto}</style>`,
      `<div class="shell"><nav>${rows({ count: 15, heightPx: 80 })}</nav><main>${rows(tall)}</main></div>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        ...rowProbes({ count: 15, heightPx: 80, widthPx: 180 }),
        area(blue, [0, 1210, 190, 1780]),
        ...rowProbes({ ...tall, leftPx: 200 }),
      ],
    },
  },
  {
    name: 'board-of-narrow-columns-that-scroll',
    page: documentOf(
      `<style>body{height:100vh;overflow:hidden;display:flex;flex-direction:column}header{height:60px;flex:none;background:${blue}}
      main{flex:1;min-height:0;display:flex;gap:20px;overflow-x:auto}main>div{width:300px;flex:none;overflow-y:auto}</style>`,
      `<header></header><main>${[6, 12, 18, 24].map((count) => `<div>${rows({ count, heightPx: 100 })}</div>`).join('')}</main>`,
    ),
    fullPage: {
      heightPx: 2460,
      probes: [6, 12, 18, 24].flatMap((count, column) =>
        rowProbes({ count, heightPx: 100, topPx: 60, leftPx: column * 320, widthPx: 280 }),
      ),
    },
  },
];
