import { area, blue, documentOf, green, grey, red, type Pattern } from '../pattern.ts';
import { onlyRows, rowColor, rowColorScript, rowProbes, rows, rowsIn } from '../full-page-pages.ts';

const tall = { count: 30, heightPx: 100 };
const long = rows(tall);

/** Layouts that follow the viewport, or in which boxes scroll. */
export const layouts: readonly Pattern[] = [
  {
    name: 'conversation-in-a-reversed-column',
    page: documentOf(
      `<style>body{height:100vh;display:flex;flex-direction:column}#log{flex:1;overflow-y:auto;display:flex;flex-direction:column-reverse}#log div{flex:none;height:90px;margin:10px;background:${grey}}#log div:first-child{background:${green}}footer{height:80px;background:${blue}}</style>`,
      `<div id="log">${'<div></div>'.repeat(20)}</div><footer></footer><script>document.title = 'x'</script>`,
    ),
    fullPage: {
      heightPx: 2280,
      probes: [
        area(grey, [20, 10, 1200, 90]),
        area(green, [20, 2100, 1200, 90]),
        area(blue, [0, 2200, 1280, 80]),
      ],
    },
  },
  {
    name: 'overflow-hidden-sideways-on-html-and-body',
    page: rowsIn('html,body{overflow-x:hidden;height:100%}', (content) => content, tall),
    fullPage: onlyRows(tall),
  },
  {
    name: 'hero-of-small-and-dynamic-viewport-units',
    page: documentOf(
      `<style>.a{min-height:100svh}.b{height:50dvh}.c{height:calc(100lvh - 100px)}.d{font-size:10vh;line-height:2;height:2em}</style>`,
      ['a', 'b', 'c', 'd']
        .map((name, row) => `<div class="${name}" style="background:${rowColor(row)}"></div>`)
        .join(''),
    ),
    fullPage: {
      heightPx: 2060,
      probes: [
        area(rowColor(0), [10, 10, 1260, 780]),
        area(rowColor(1), [10, 810, 1260, 380]),
        area(rowColor(2), [10, 1210, 1260, 680]),
        area(rowColor(3), [10, 1910, 1260, 140]),
      ],
    },
  },
  {
    name: 'height-measured-by-script-for-phones',
    page: documentOf(
      '<style>#hero{height:calc(var(--vh, 1vh) * 100)}</style>',
      `<div id="hero" style="background:${green}"></div>${long}<script>const set = () => document.documentElement.style.setProperty('--vh', innerHeight * 0.01 + 'px');
      addEventListener('resize', set); set();</script>`,
    ),
    fullPage: {
      heightPx: 3800,
      probes: [area(green, [10, 10, 1260, 780]), ...rowProbes({ ...tall, topPx: 800 })],
    },
  },
  {
    name: 'hero-with-centred-content-and-an-arrow',
    page: documentOf(
      `<style>#hero{height:100vh;display:flex;align-items:center;justify-content:center;position:relative;background:${grey}}#title{width:400px;height:200px;background:${green}}#arrow{position:absolute;bottom:40px;left:50%;width:60px;height:60px;margin-left:-30px;background:${blue}}</style>`,
      `<div id="hero"><div id="title"></div><div id="arrow"></div></div>${long}`,
    ),
    fullPage: {
      heightPx: 3800,
      probes: [
        area(green, [450, 310, 380, 180]),
        area(grey, [10, 10, 400, 780]),
        area(blue, [615, 705, 50, 50]),
        ...rowProbes({ ...tall, topPx: 800 }),
      ],
    },
  },
  {
    name: 'shell-with-side-bar-and-its-own-scroller',
    page: documentOf(
      `<style>html,body{height:100%}#app{display:flex;height:100%}aside{width:240px;overflow-y:auto;background:${blue}}aside div{height:2400px}main{flex:1;overflow-y:auto;min-width:0}header{position:sticky;top:0;height:60px;background:${grey}}</style>`,
      `<div id="app"><aside><div></div></aside><main><header></header>${long}</main></div>`,
    ),
    fullPage: {
      heightPx: 3060,
      probes: [
        area(blue, [10, 10, 220, 780]),
        area(grey, [250, 5, 1000, 50]),
        ...rowProbes({ ...tall, topPx: 60, leftPx: 240 }),
      ],
    },
  },
  {
    name: 'table-with-a-sticky-head-and-column',
    page: documentOf(
      `<style>table{border-collapse:separate;border-spacing:0;width:100%}th{position:sticky;top:0;height:80px;padding:0;background:${blue}}td{height:100px;padding:0}td:first-child{position:sticky;left:0;background:${grey};width:200px}</style>`,
      `<table><thead><tr><th></th><th></th></tr></thead><tbody>${Array.from({ length: 25 }, (_, row) => `<tr><td></td><td style="background:${rowColor(row)}"></td></tr>`).join('')}</tbody></table>`,
    ),
    fullPage: {
      heightPx: 2580,
      probes: [
        area(blue, [5, 5, 1200, 70]),
        area(grey, [5, 85, 180, 2480]),
        ...rowProbes({ count: 25, heightPx: 100, topPx: 80, leftPx: 210 }),
      ],
    },
  },
  {
    name: 'list-of-visible-rows-moved-by-transform',
    page: documentOf(
      '<style>html,body{height:100%;overflow:hidden}#pane{height:100%;overflow:auto;position:relative}#space{height:6000px}#rows{position:absolute;left:0;right:0;top:0}#rows div{height:50px}</style>',
      `<div id="pane"><div id="space"></div><div id="rows"></div></div><script>${rowColorScript} const pane = document.querySelector('#pane'); const box = document.querySelector('#rows');
      const render = () => { const first = Math.max(0, Math.floor(pane.scrollTop / 50) - 3); const last = Math.min(120, Math.ceil((pane.scrollTop + pane.clientHeight) / 50) + 3);
        box.style.transform = 'translateY(' + first * 50 + 'px)'; box.replaceChildren(...Array.from({ length: last - first }, (_, i) => { const row = document.createElement('div'); row.style.background = rowColor(first + i); return row; })); };
      pane.addEventListener('scroll', render); new ResizeObserver(render).observe(pane); render();</script>`,
    ),
    fullPage: onlyRows({ count: 120, heightPx: 50 }),
  },
  {
    name: 'list-of-visible-rows-with-padding',
    page: documentOf(
      '<style>#rows div{height:50px}</style>',
      `<div id="rows"></div><script>${rowColorScript} const box = document.querySelector('#rows'); let frame = 0;
      const render = () => { const first = Math.max(0, Math.floor(scrollY / 50) - 5); const last = Math.min(100, Math.ceil((scrollY + innerHeight) / 50) + 5);
        box.style.paddingTop = first * 50 + 'px'; box.style.paddingBottom = (100 - last) * 50 + 'px';
        box.replaceChildren(...Array.from({ length: last - first }, (_, i) => { const row = document.createElement('div'); row.style.background = rowColor(first + i); return row; })); };
      const soon = () => { cancelAnimationFrame(frame); frame = requestAnimationFrame(render); }; addEventListener('scroll', soon); addEventListener('resize', soon); render();</script>`,
    ),
    fullPage: onlyRows({ count: 100, heightPx: 50 }),
  },
  {
    name: 'masonry-placed-by-script',
    page: documentOf(
      '<style>#grid{position:relative}#grid div{position:absolute;width:320px}</style>',
      `<div id="grid">${Array.from({ length: 24 }, (_, row) => `<div style="height:${300 + (row % 4) * 100}px;background:${rowColor(row)}"></div>`).join('')}</div><script>
      const layout = () => { const tops = Array(Math.floor(innerWidth / 320)).fill(0); for (const item of document.querySelectorAll('#grid div')) { const column = tops.indexOf(Math.min(...tops));
        item.style.left = column * 320 + 'px'; item.style.top = tops[column] + 'px'; tops[column] += item.offsetHeight; } document.querySelector('#grid').style.height = Math.max(...tops) + 'px'; };
      let timer; addEventListener('resize', () => { clearTimeout(timer); timer = setTimeout(layout, 100); }); addEventListener('load', layout);</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [0, 1, 2, 3].map((row) =>
        area(rowColor(row), [row * 320 + 10, 10, 300, 280 + row * 100]),
      ),
    },
  },
  {
    name: 'page-from-right-to-left',
    page: documentOf(
      `<style>html{direction:rtl}aside{float:right;width:300px;height:3000px;background:${blue}}</style>`,
      `<aside></aside>${rows({ count: 30, heightPx: 100 })}`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [990, 10, 280, 2980]), ...rowProbes(tall)],
    },
  },
  {
    name: 'page-from-right-to-left-wider-than-the-viewport',
    page: documentOf(
      '<style>html{direction:rtl}</style>',
      `<div style="width:1600px;height:1000px;background:linear-gradient(90deg,${red} 320px,${green} 320px)"></div>`,
    ),
    viewport: { probes: [area(green, [10, 10, 1260, 780])] },
    fullPage: { heightPx: 1000, probes: [area(green, [400, 10, 800, 980])] },
  },
  {
    name: 'gradient-over-the-whole-body',
    page: documentOf(
      `<style>html{min-height:100%}body{min-height:100vh;background:linear-gradient(${green} 1500px,${blue} 1500px)}main{height:3000px}</style>`,
      '<main></main>',
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(green, [10, 10, 1260, 1480]), area(blue, [10, 1510, 1260, 1480])],
    },
  },
  {
    name: 'body-of-the-viewport-height-with-overflowing-content',
    page: documentOf(
      `<style>html,body{height:100%}body{background:${grey}}main{height:100%}article{width:600px}</style>`,
      `<main><article>${long}</article></main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [...rowProbes(tall), area(grey, [700, 10, 500, 2980])],
    },
  },
  {
    name: 'footer-pushed-to-the-end-by-flex',
    page: documentOf(
      `<style>body{min-height:100vh;display:flex;flex-direction:column}main{flex:1;background:${green}}footer{height:100px;background:${blue}}</style>`,
      '<main><div style="height:300px"></div></main><footer></footer>',
    ),
    fullPage: {
      heightPx: 800,
      probes: [area(green, [10, 10, 1260, 680]), area(blue, [10, 710, 1260, 80])],
    },
  },
  {
    name: 'chat-bubble-and-consent-bar',
    page: documentOf(
      `<style>#bubble{position:fixed;right:20px;bottom:20px;width:60px;height:60px;background:${blue};z-index:9}#bar{position:fixed;left:0;bottom:0;width:800px;height:100px;background:${grey}}</style>`,
      `${long}<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div id="bubble"></div><div id="bar"></div>'), 900)</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(blue, [1205, 725, 50, 50]),
        area(grey, [10, 710, 780, 80]),
        ...rowProbes({ ...tall, leftPx: 600, widthPx: 600 }).filter(({ y }) => y < 690 || y > 800),
      ],
    },
  },
  {
    name: 'rows-of-a-grid-by-the-height-of-the-viewport',
    page: documentOf(
      `<style>main{display:grid;grid-template-rows:20vh 30vh auto;height:2000px;background:${grey}}h1{margin:0;align-self:center;width:600px;height:100px;background:${green}}b{grid-area:1/1/4;height:2000px;margin-left:700px;background:${blue}}i{display:block;height:20px}h1{grid-area:1/1}h1+h1{grid-area:2/1}</style>`,
      `<main><h1></h1><h1></h1><b>${'<i></i>'.repeat(80)}</b></main>`,
    ),
    fullPage: {
      heightPx: 2000,
      probes: [
        area(green, [0, 35, 600, 90]),
        area(grey, [0, 140, 600, 80]),
        area(green, [0, 235, 600, 90]),
        area(grey, [0, 335, 600, 1660]),
        area(blue, [700, 5, 580, 1990]),
      ],
    },
  },
  {
    name: 'fixed-side-bar-with-content-beside',
    page: documentOf(
      `<style>aside{position:fixed;left:0;top:0;width:250px;height:100vh;background:${blue}}main{margin-left:250px}</style>`,
      `<aside></aside><main>${long}</main>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [10, 10, 230, 780]), ...rowProbes({ ...tall, leftPx: 250 })],
    },
  },
  {
    name: 'overlay-open-over-a-locked-page',
    page: documentOf(
      `<style>body.locked{overflow:hidden}#overlay{position:fixed;inset:0;background:rgba(0,0,0,0);display:grid;place-items:center}#modal{width:400px;height:300px;background:${blue}}</style>`,
      `${long}<script>setTimeout(() => { document.body.className = 'locked'; document.body.insertAdjacentHTML('beforeend', '<div id="overlay"><div id="modal"></div></div>'); }, 600)</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        area(blue, [450, 260, 380, 280]),
        ...rowProbes({ ...tall, leftPx: 0, widthPx: 400 }),
      ],
    },
  },
  {
    name: 'open-popover-and-details',
    page: documentOf(
      `<style>[popover]{inset:100px auto auto 700px;margin:0;border:0;padding:0;width:300px;height:200px;background:${blue}}</style>`,
      `<div popover></div><details open style="height:0"><summary style="height:0;overflow:hidden"></summary></details>${long}<script>setTimeout(() => document.querySelector('[popover]').showPopover(), 300)</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [710, 110, 280, 180]), ...rowProbes({ ...tall, widthPx: 400 })],
    },
  },
  {
    name: 'columns-of-text-and-floats',
    page: documentOf(
      `<style>main{columns:2;column-gap:0;column-fill:balance}main div{break-inside:avoid}</style>`,
      `<main>${rows({ count: 20, heightPx: 200 })}</main>`,
    ),
    fullPage: {
      heightPx: 2000,
      probes: [
        ...rowProbes({ count: 10, heightPx: 200 }),
        ...Array.from({ length: 10 }, (_, row) =>
          area(rowColor(row + 10), [650, row * 200 + 10, 600, 180]),
        ),
      ],
    },
  },
  {
    name: 'sections-whose-height-a-script-copies',
    page: documentOf(
      '',
      `${Array.from({ length: 4 }, (_, row) => `<section style="background:${rowColor(row)}"></section>`).join('')}<script>const sections = [...document.querySelectorAll('section')];
      const fit = () => sections.forEach((one) => { one.style.height = window.innerHeight + 'px'; }); fit(); addEventListener('resize', fit);</script>`,
    ),
    fullPage: onlyRows({ count: 4, heightPx: 800 }),
  },
];
