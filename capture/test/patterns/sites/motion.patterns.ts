import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { area, blue, documentOf, green, red, white, type Pattern } from '../pattern.ts';
import { boxInView, boxStyle, both, showsBox } from './site-pages.ts';

/** Returns a web font in which an i is narrow. */
function font(): Buffer {
  const path = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  return readFileSync(createRequire(import.meta.url).resolve(path));
}

/** A frame in which an animation runs for 4.5 s after a request. */
const movingFrame = `<!doctype html><style>html{background:${red};overflow:hidden}body{margin:0}div{height:300px;background:${green}}@keyframes in{from{transform:translateX(-100%)}}</style><body><script>
  fetch('data').then(() => { document.body.innerHTML = '<div style="animation:in 4.5s backwards">text</div>'; })</script>`;

const box = '<div id="box"></div>';
const loaded = (script: string): string =>
  `<script>addEventListener('load', () => { ${script} })</script>`;

/** Motion at the start of a page, in other constructions than one animation. */
export const siteMotion: readonly Pattern[] = [
  {
    ...showsBox(
      'animations-in-frames',
      '<style>iframe{position:absolute;left:100px;top:100px;width:200px;height:300px;border:0}iframe+iframe{left:300px}</style>',
      '<iframe src="frame.html"></iframe><iframe src="{{other}}/frame.html"></iframe>',
    ),
    routes: { 'frame.html': { body: movingFrame }, data: { delayMs: 800 } },
  },
  {
    ...showsBox(
      'image-that-plays-once-without-scripts',
      '<style>#box{background:none}</style>',
      '<img id="box" src="image.svg">',
    ),
    routes: {
      'image.svg': {
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><style>@keyframes in{from{transform:translateX(-400px)}}rect{animation:in 1.5s .3s backwards}</style><rect width="400" height="300" fill="${green}"/></svg>`,
      },
    },
  },
  showsBox(
    'class-after-load-with-delayed-transition',
    '<style>#box{transition:transform 1s ease-out 1s}.preload #box{transform:translateX(700px)}</style>',
    `<script>document.body.className = 'preload'</script>${box}${loaded("requestAnimationFrame(() => document.body.classList.remove('preload'))")}`,
  ),
  showsBox(
    'timeline-of-chained-tweens',
    '<style>#box{transform:scale(0)}#cover{position:fixed;inset:0;background:#cc2222}</style>',
    `${box}<div id="cover"></div><script>const tasks = []; let last = 0; let time = 0;
      const add = (target, key, from, to, at, length) => tasks.push((t) => { const p = Math.min(1, Math.max(0, (t - at) / length));
        const eased = 1 - (1 - p) ** 3; target.style.transform = key(from + (to - from) * eased); return p < 1; });
      add(document.querySelector('#cover'), (v) => 'translateY(' + v + '%)', 0, -100, 0.4, 0.8);
      add(document.querySelector('#box'), (v) => 'scale(' + v + ')', 0, 1, 1.2, 1.1);
      const tick = (now) => { const step = last === 0 ? 0 : now - last; last = now; time += step > 500 ? 33 : step;
        const isActive = tasks.map((task) => task(time / 1000)).some(Boolean); if (isActive) requestAnimationFrame(tick); };
      requestAnimationFrame(tick);</script>`,
  ),
  showsBox(
    'endless-frame-loop-with-damping',
    '<style>#box{transform:translateX(700px)}</style>',
    `${box}<script>const box = document.querySelector('#box'); let x = 700;
      (function frame() { x += (0 - x) * 0.08; if (Math.abs(x) < 0.3) x = 0; box.style.transform = 'translate3d(' + x + 'px,0,0)'; requestAnimationFrame(frame); })()</script>`,
  ),
  showsBox(
    'path-drawn-by-script',
    '<style>#box{background:none}</style>',
    `<svg id="box" viewBox="0 0 400 300"><path d="M0 150H400" stroke="${green}" stroke-width="300"/></svg>
      <script>const path = document.querySelector('path'); const length = path.getTotalLength(); path.style.strokeDasharray = length;
      path.style.strokeDashoffset = length; path.getBoundingClientRect(); setTimeout(() => { path.style.transition = 'stroke-dashoffset 1.6s ease-in-out';
        path.style.strokeDashoffset = '0'; }, 600)</script>`,
  ),
  {
    ...showsBox(
      'frames-of-a-player',
      '<style>#box{background:none}</style>',
      `<svg id="box" viewBox="0 0 400 300"><g></g></svg><script>const fps = 30; const total = 60; let first; const g = document.querySelector('g');
      const draw = (frame) => { g.innerHTML = '<rect width="' + 400 * frame / total + '" height="300" fill="${green}"/>'; };
      (async () => { await (await fetch('film.json')).json(); (function next(now) { first ??= now;
        const frame = Math.min(total, (now - first) / 1000 * fps); draw(frame); if (frame < total) requestAnimationFrame(next); })(performance.now()); })()</script>`,
    ),
    routes: { 'film.json': { delayMs: 300, body: '{}' } },
  },
  showsBox(
    'counter-with-separators',
    '<style>#box{background:none;width:0}output{position:absolute;left:700px;top:500px;color:transparent}</style>',
    `${box}<output>0</output><script>const output = document.querySelector('output'); const format = new Intl.NumberFormat('en-US'); let start = null;
      const step = (now) => { start ??= now; const p = Math.min((now - start) / 2000, 1); const eased = p === 1 ? 1 : 1 - 2 ** (-10 * p);
        output.textContent = format.format(Math.floor(eased * 1234567)); if (p < 1) requestAnimationFrame(step); };
      new IntersectionObserver(([entry], io) => { if (entry.isIntersecting) { io.disconnect(); requestAnimationFrame(step); } }).observe(output);
      new MutationObserver(() => { if (output.textContent === '1,234,567') document.querySelector('#box').style = 'width:400px;background:${green}'; })
        .observe(output, { childList: true });</script>`,
  ),
  showsBox(
    'counter-by-interval',
    '<style>#box{background:none}b{display:block;height:300px;background:#2a9d3f;width:0}</style>',
    `<div id="box"><b></b></div><script>let value = 0; const bar = document.querySelector('b'); const id = setInterval(() => { value += Math.ceil((987 - value) / 12);
      bar.style.width = value / 987 * 400 + 'px'; if (value >= 987) clearInterval(id); }, 30)</script>`,
  ),
  showsBox(
    'text-typed-letter-by-letter',
    '<style>#box{background:none;font:0/0 a}i{display:inline-block;width:20px;height:20px;background:#2a9d3f}</style>',
    `${box}<script>const box = document.querySelector('#box'); let typed = 0; const type = () => { box.append(document.createElement('i')); typed += 1;
      if (typed < 300) setTimeout(type, 3 + Math.random() * 4); }; setTimeout(type, 400)</script>`,
  ),
  showsBox(
    'chart-on-a-canvas-with-labels',
    '<style>#box{background:none}</style>',
    `<canvas id="box" width="400" height="300"></canvas><script>const ctx = document.querySelector('#box').getContext('2d');
      const ease = (t) => 1 - (1 - t) ** 4; const start = Date.now(); ctx.fillStyle = '${green}';
      const draw = () => { const t = Math.min(1, (Date.now() - start) / 1000); ctx.clearRect(0, 0, 400, 300);
        for (let bar = 0; bar < 10; bar += 1) { const h = 300 * ease(Math.max(0, Math.min(1, t * 1.5 - bar / 20))); ctx.fillRect(bar * 40, 300 - h, 40, h); }
        if (t < 1) window.requestAnimationFrame(draw); }; document.fonts.ready.then(() => setTimeout(draw, 100));</script>`,
  ),
  showsBox(
    'webgl-scene-drawn-once',
    '<style>#box{background:none}</style>',
    `<canvas id="box" width="400" height="300"></canvas><script>const canvas = document.querySelector('#box');
      const gl = canvas.getContext('webgl'); let n = 0; (function frame() { n += 1; gl.clearColor(42 / 255, 157 / 255, 63 / 255, 1);
      gl.clear(gl.COLOR_BUFFER_BIT); if (n < 5) requestAnimationFrame(frame); })()</script>`,
  ),
  showsBox(
    'webgl-scene-in-an-endless-loop',
    '<style>#box{background:none}</style>',
    `<canvas id="box" width="400" height="300"></canvas><script>const gl = document.querySelector('#box').getContext('webgl2') ?? document.querySelector('#box').getContext('webgl');
      setTimeout(() => (function frame() { gl.clearColor(42 / 255, 157 / 255, 63 / 255, 1); gl.clear(gl.COLOR_BUFFER_BIT); requestAnimationFrame(frame); })(), 300)</script>`,
  ),
  showsBox(
    'blurred-preview-then-image',
    `<style>#box{overflow:hidden;background:${red}}img{position:absolute;inset:0;width:100%;height:100%;filter:blur(0)}img.full{opacity:0;transition:opacity .6s}</style>`,
    `<div id="box"><img src="/color/${red.slice(1)}.png"></div><script>(async () => { const full = new Image(); full.className = 'full';
      full.src = '/color/${green.slice(1)}.png?ms=700'; await full.decode(); document.querySelector('#box').append(full);
      requestAnimationFrame(() => requestAnimationFrame(() => { full.style.opacity = 1; })); })()</script>`,
  ),
  {
    ...showsBox(
      'view-transition-of-a-route',
      '<style>::view-transition-old(root),::view-transition-new(root){animation-duration:.9s}</style>',
      `<main style="height:700px;background:${red}"></main><script>(async () => { await fetch('route'); const change = () => { document.querySelector('main').outerHTML = '${box}'; };
      document.startViewTransition === undefined ? change() : await document.startViewTransition(change).finished; })()</script>`,
    ),
    routes: { route: { delayMs: 400 } },
  },
  showsBox(
    'dialog-with-an-entry-transition',
    '<style>dialog{border:0;padding:0;margin:0;inset:auto;max-width:none;opacity:1;translate:0 0;transition:translate .5s,opacity .5s}@starting-style{dialog[open]{opacity:0;translate:0 400px}}dialog::backdrop{background:none}</style>',
    `<dialog id="box"></dialog>${loaded("setTimeout(() => document.querySelector('dialog').showModal(), 700)")}`,
  ),
  {
    name: 'cookie-banner-that-slides-in',
    page: documentOf(
      `<style>#banner{position:fixed;left:0;right:0;bottom:0;height:150px;background:${blue};transform:translateY(100%);transition:transform .6s cubic-bezier(.2,.8,.2,1)}#banner.in{transform:none}</style>`,
      `<main style="height:800px"></main><div id="banner"><button>Accept</button></div>${loaded("setTimeout(() => document.querySelector('#banner').classList.add('in'), 1000)")}`,
    ),
    viewport: { probes: [area(blue, [200, 660, 1000, 130]), area(white, [0, 100, 1280, 540])] },
    fullPage: { heightPx: 800, probes: [area(blue, [200, 660, 1000, 130])] },
  },
  showsBox(
    'splash-with-a-progress-bar',
    `<style>#splash{position:fixed;inset:0;background:${red};z-index:9}#splash i{position:absolute;bottom:0;left:0;height:4px;background:#fff}#splash.gone{opacity:0;visibility:hidden;transition:opacity .5s,visibility 0s .5s}</style>`,
    `${box}<div id="splash"><i></i></div><script>let n = 0; const bar = document.querySelector('#splash i'); const id = setInterval(() => { n += 5;
      bar.style.width = n + '%'; if (n >= 100) { clearInterval(id); setTimeout(() => document.querySelector('#splash').classList.add('gone'), 300); } }, 60)</script>`,
  ),
  showsBox(
    'splash-until-images-and-a-minimum',
    `<style>#splash{position:fixed;inset:0;background:${red};z-index:9;animation:none}@keyframes out{to{opacity:0;visibility:hidden}}#splash.out{animation:out .7s forwards}</style>`,
    `${box}<img src="/color/${green.slice(1)}.png?ms=900" style="position:absolute;left:2000px"><div id="splash"></div><script>
      const minimum = new Promise((resolve) => setTimeout(resolve, 1500)); const all = Promise.all([...document.images].map((image) => image.decode()));
      Promise.all([minimum, all]).then(() => document.querySelector('#splash').classList.add('out'));</script>`,
  ),
  showsBox(
    'words-revealed-one-by-one',
    '<style>#box{background:none;display:flex;flex-wrap:wrap}#box span{width:100px;height:75px;overflow:hidden}#box span i{display:block;height:75px;background:#2a9d3f;transform:translateY(110%);animation:up .6s forwards}@keyframes up{to{transform:none}}</style>',
    `${box}<script>document.querySelector('#box').innerHTML = Array.from({ length: 16 }, (_, i) => '<span><i style="animation-delay:' + (i * 90 + 400) + 'ms"></i></span>').join('')</script>`,
  ),
  showsBox(
    'spring-in-an-element-of-its-own',
    '<style>#box{background:none}</style>',
    `<spring-box id="box"></spring-box><script>customElements.define('spring-box', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<div style="height:300px;background:${green}"></div>'; let x = 700, v = 0, last = performance.now();
      const el = root.firstChild; const frame = () => { const now = performance.now(); let dt = Math.min(64, now - last) / 1000; last = now;
        while (dt > 0) { const h = Math.min(dt, 0.004); v += (-170 * x - 26 * v) * h; x += v * h; dt -= h; }
        if (Math.abs(x) < 0.1 && Math.abs(v) < 0.1) { el.style.transform = ''; return; } el.style.transform = 'translateX(' + x + 'px)'; requestAnimationFrame(frame); };
      requestAnimationFrame(frame); } })</script>`,
  ),
  showsBox(
    'image-sequence-with-late-last-frame',
    '<style>#box{background:none}img{width:400px;height:300px;display:block}</style>',
    `<div id="box"><img src="/color/${red.slice(1)}.png"></div><script>setTimeout(() => { document.querySelector('img').src = '/color/${green.slice(1)}.png?ms=600'; }, 900)</script>`,
  ),
  {
    name: 'poster-of-a-video-that-cannot-play',
    page: documentOf(
      `${boxStyle}<style>video{width:400px;height:300px;object-fit:cover;display:block}</style>`,
      `<div id="box" style="background:${red}"><video poster="/color/${green.slice(1)}.png?ms=500" muted autoplay loop playsinline preload="none"><source src="film.mp4" type="video/mp4"></video></div>`,
    ),
    routes: { 'film.mp4': () => undefined },
    viewport: boxInView,
  },
  {
    name: 'text-in-a-late-font',
    page: documentOf(
      `${boxStyle}<style>@font-face{font-family:Late;src:url(font.woff2);font-display:swap}p{font:80px Late,monospace;position:absolute;left:100px;top:500px}</style>`,
      `<div id="box" style="background:${red}"></div><p><span>iiiiiiii</span></p><script>const span = document.querySelector('span'); const before = span.offsetWidth;
      document.fonts.ready.then(() => setTimeout(() => { if (span.offsetWidth < before) document.querySelector('#box').style.background = '${green}'; }, 50));</script>`,
    ),
    routes: { 'font.woff2': { delayMs: 900, type: 'font/woff2', body: font() } },
    viewport: { probes: boxInView.probes.slice(0, 1) },
  },
  {
    name: 'font-loaded-by-script',
    page: documentOf(
      `${boxStyle}<style>.fonts-loading #box{background:${red}}</style>`,
      `<div id="box"></div><script>document.documentElement.className = 'fonts-loading';
      const face = new FontFace('Brand', 'url(font.woff2)'); setTimeout(() => { document.fonts.add(face); face.load().then(() => { document.documentElement.className = ''; }); }, 500)</script>`,
    ),
    routes: { 'font.woff2': { delayMs: 800, type: 'font/woff2', body: font() } },
    viewport: boxInView,
  },
  {
    name: 'style-sheets-that-import-each-other',
    page: documentOf(`${boxStyle}<link rel="stylesheet" href="a.css">`, '<div id="box"></div>'),
    routes: {
      'a.css': { delayMs: 200, body: "@import 'b.css'; #box{background:red}" },
      'b.css': { delayMs: 200, body: "@import 'c.css' layer(base); body{background:#fff}" },
      'c.css': { delayMs: 300, body: `#box{background:${green}!important}` },
    },
    viewport: boxInView,
  },
  {
    name: 'style-sheet-for-print-swapped-in',
    page: documentOf(
      `${boxStyle}<style>#box{background:${red}}@media print{#box{background:${blue}}}</style><link rel="stylesheet" href="late.css" media="print" onload="this.media='all'">`,
      '<div id="box"></div>',
    ),
    routes: { 'late.css': { delayMs: 800, body: `#box{background:${green}!important}` } },
    viewport: boxInView,
  },
  {
    name: 'frames-in-frames-with-late-content',
    page: documentOf(
      '<style>iframe{position:absolute;border:0;width:300px;height:300px;top:100px}</style>',
      `<iframe src="outer.html" style="left:0"></iframe><iframe src="{{other}}/outer.html" style="left:320px"></iframe>
      <iframe style="left:640px" srcdoc="&lt;style&gt;html{background:${red}}&lt;/style&gt;&lt;script&gt;fetch('late').then(() => setTimeout(() => { document.documentElement.style.background = '${green}'; }, 600))&lt;/script&gt;"></iframe>
      <script>setTimeout(() => { const late = document.createElement('iframe'); late.src = '{{other}}/inner.html'; late.style.left = '960px'; document.body.append(late); }, 800)</script>`,
    ),
    routes: {
      'outer.html': {
        delayMs: 200,
        body: '<!doctype html><style>body{margin:0}iframe{border:0;width:300px;height:300px}</style><script>setTimeout(() => { document.body.innerHTML = \'<iframe src="inner.html"></iframe>\'; }, 500)</script>',
      },
      'inner.html': {
        delayMs: 300,
        body: `<!doctype html><style>html{background:${red}}</style><script>fetch('late').then(() => setTimeout(() => { document.documentElement.style.background = '${green}'; }, 400))</script>`,
      },
      late: { delayMs: 500 },
    },
    viewport: {
      probes: [0, 320, 640, 960].map((x) => area(green, [x + 10, 110, 280, 280])),
    },
  },
  {
    name: 'poll-free-skeletons-by-timers-in-a-chain',
    page: documentOf(
      `${boxStyle}<style>.skeleton{background:linear-gradient(90deg,#eee,#ccc,#eee) 0/200%;animation:move 1.2s infinite}@keyframes move{to{background-position:-200%}}</style>`,
      `<div id="box" class="skeleton" style="background-color:${red}"></div><script>let n = 0; (function next() { n += 1; if (n < 10) return setTimeout(next, 200);
      const box = document.querySelector('#box'); box.className = ''; box.removeAttribute('style'); })()</script>`,
    ),
    ...both(boxInView),
  },
];
