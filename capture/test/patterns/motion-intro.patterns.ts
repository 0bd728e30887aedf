import { area, documentOf, green, red, white, type Pattern } from './pattern.ts';
import { endsWithBox, inside } from './motion-pages.ts';

const box = '<div id="box"></div>';
const style = (css: string): string => `<style>${css}</style>`;

/** Runs `step(share)` in each frame until the share of the time reaches 1. */
const tween = (ms: number): string => `const tween = (step) => { const start = performance.now();
  requestAnimationFrame(function next(now) { const share = Math.min(1, Math.max(0, (now - start) / ${ms}));
    step(share); if (share < 1) requestAnimationFrame(next); }); };
  const box = document.querySelector('#box');`;

/** Motion of a page's start: its end is the page. */
export const intros: readonly Pattern[] = [
  endsWithBox(
    'hero-intro',
    style(
      `@keyframes in{from{transform:translateX(700px);opacity:0}}#box{animation:in 1.5s .3s backwards}`,
    ),
    box,
  ),
  endsWithBox(
    'late-intro',
    style(`@keyframes in{from{transform:translateY(600px)}}#box{animation:in 2s 1.5s backwards}`),
    box,
  ),
  endsWithBox(
    'staggered-intro',
    style(`@keyframes in{from{transform:scale(0)}}#box{background:none;display:grid;grid-template-columns:repeat(4,1fr)}
      i{background:${green};animation:in .6s backwards}${[0, 1, 2, 3].map((n) => `i:nth-child(${n + 1}){animation-delay:${n * 0.5}s}`).join('')}`),
    '<div id="box"><i></i><i></i><i></i><i></i></div>',
  ),
  endsWithBox(
    'splash',
    style(`#splash{position:fixed;inset:0;background:${red};transition:opacity .4s}`),
    `${box}<div id="splash"></div><script>setTimeout(() => { const splash = document.querySelector('#splash');
      splash.style.opacity = 0; splash.addEventListener('transitionend', () => splash.remove()); }, 1200)</script>`,
  ),
  endsWithBox(
    'splash-until-load',
    style(
      `#splash{position:fixed;inset:0;background:${red};transition:transform .8s .2s}.ready #splash{transform:translateY(-100%)}`,
    ),
    `${box}<div id="splash"></div><script>onload = () => { document.body.className = 'ready'; }</script>`,
  ),
  endsWithBox(
    'count-up',
    '',
    `${box}<script>${tween(1500)} tween((share) => { box.style.width = 400 * share + 'px'; })</script>`,
  ),
  endsWithBox(
    'count-up-in-view',
    '',
    `${box}<script>${tween(1500)} box.style.width = 0; new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) return; observer.disconnect();
      tween((share) => { box.style.width = 400 * share + 'px'; }); }).observe(box)</script>`,
  ),
  endsWithBox(
    'canvas-chart',
    style('#box{background:none}'),
    `<canvas id="box" width="400" height="300"></canvas><script>${tween(1000)}
      const canvas = box.getContext('2d'); canvas.fillStyle = '${green}';
      tween((share) => { canvas.clearRect(0, 0, 400, 300); canvas.fillRect(0, 300 - 300 * share, 400, 300 * share); })</script>`,
  ),
  endsWithBox(
    'canvas-intro-of-4-s',
    style('#box{background:none}'),
    `<canvas id="box" width="400" height="300"></canvas><script>${tween(4000)}
      const canvas = box.getContext('2d'); canvas.fillStyle = '${green}';
      tween((share) => { canvas.fillRect(0, 0, 400 * share, 300); })</script>`,
  ),
  endsWithBox(
    'intro-of-4-s-in-a-closed-shadow-tree',
    style('#box{background:none}'),
    `<div id="box"></div><script>${tween(4000)} const root = box.attachShadow({ mode: 'closed' });
      root.innerHTML = '<p style="height:300px;background:${green}"></p>';
      tween((share) => { root.firstChild.style.width = 400 * share + 'px'; })</script>`,
  ),
  endsWithBox(
    'typewriter',
    style(
      `#box{background:none;font-size:0}i{display:inline-block;width:40px;height:30px;background:${green}}`,
    ),
    `${box}<script>let n = 0; const id = setInterval(() => { n += 1;
      document.querySelector('#box').append(document.createElement('i')); if (n === 100) clearInterval(id); }, 20)</script>`,
  ),
  endsWithBox(
    'typewriter-of-4-s',
    style(
      `#box{background:none;font-size:0}i{display:inline-block;width:40px;height:75px;background:${green}}`,
    ),
    `${box}<script>let n = 0; const id = setInterval(() => { n += 1;
      document.querySelector('#box').append(document.createElement('i')); if (n === 40) clearInterval(id); }, 100)</script>`,
  ),
  endsWithBox(
    'frame-counting-tween',
    '',
    `${box}<script>const box = document.querySelector('#box'); let n = 0;
      (function next() { n += 1; box.style.width = Math.min(400, n * 5) + 'px'; if (n < 80) requestAnimationFrame(next); })()</script>`,
  ),
  endsWithBox(
    'spring-of-64-ms-steps',
    '',
    `${box}<script>const box = document.querySelector('#box'); let last = performance.now(); let spent = 0;
      (function next() { const now = performance.now(); spent += Math.min(64, now - last); last = now;
        box.style.width = Math.min(400, spent / 3) + 'px'; if (spent < 1200) requestAnimationFrame(next); })()</script>`,
  ),
  endsWithBox(
    'lag-smoothing-of-500-ms',
    '',
    `${box}<script>const box = document.querySelector('#box'); let last = Date.now(); let start = last;
      (function next() { const now = Date.now(); if (now - last > 500) start += now - last - 33; last = now;
        const share = Math.min(1, (now - start) / 1500); box.style.width = 400 * share + 'px';
        if (share < 1) requestAnimationFrame(next); })()</script>`,
  ),
  endsWithBox(
    'timer-with-pause-detection',
    '',
    `${box}<script>const box = document.querySelector('#box'); let skew = 0; let last = performance.now(); const start = last;
      setInterval(() => { const now = performance.now(); if (now - last > 1000) skew += now - last; last = now; }, 100);
      (function next() { const share = Math.min(1, (performance.now() - skew - start) / 1200);
        box.style.width = 400 * share + 'px'; if (share < 1) setTimeout(() => requestAnimationFrame(next), 17); })()</script>`,
  ),
  endsWithBox(
    'frame-time-stamps',
    '',
    `${box}<script>const box = document.querySelector('#box'); const start = performance.now(); let isLate = false;
      requestAnimationFrame(function next(now) { if (performance.now() - now > 1000) isLate = true;
        const share = Math.min(1, (now - start) / 900); box.style.width = Math.max(0, 400 * share) + 'px';
        if (share < 1) requestAnimationFrame(next); else if (isLate) box.style.background = '${red}'; })</script>`,
  ),
  endsWithBox(
    'web-animation',
    '',
    `${box}<script>document.querySelector('#box').animate([{ transform: 'translateX(700px)' }, { transform: 'none' }],
      { duration: 1400, easing: 'ease-out', fill: 'both' })</script>`,
  ),
  endsWithBox(
    'chained-web-animations',
    '',
    `${box}<script>onload = async () => { const box = document.querySelector('#box');
      for (const from of [700, 500, 300]) await box.animate([{ transform: 'translateX(' + from + 'px)' },
        { transform: 'translateX(' + (from - 200) + 'px)' }], { duration: 400 }).finished; }</script>`,
  ),
  endsWithBox(
    'svg-animation',
    style('#box{background:none}'),
    `<svg id="box" viewBox="0 0 400 300"><rect width="400" height="300" fill="${green}">
      <animate attributeName="width" from="0" to="400" dur="1.5s" fill="freeze"/></rect></svg>`,
  ),
  endsWithBox(
    'svg-line',
    style(
      `#box{background:none}@keyframes draw{from{stroke-dashoffset:400}}path{stroke-dasharray:400;animation:draw 1.4s backwards}`,
    ),
    `<svg id="box" viewBox="0 0 400 300"><path d="M0 150H400" stroke="${green}" stroke-width="300"/></svg>`,
  ),
  endsWithBox(
    'shadow-root',
    style('#box{background:none}'),
    `<div id="box"></div><script>document.querySelector('#box').attachShadow({ mode: 'closed' }).innerHTML =
      '<style>@keyframes in{from{transform:translateX(700px)}}div{height:300px;background:${green};animation:in 1.5s backwards}</style><div></div>'</script>`,
  ),
  endsWithBox(
    'closed-shadow-tree-without-scripts',
    style('#box{background:none}'),
    `<x-box id="box"><template shadowrootmode="closed"><style>@keyframes in{from{transform:translateX(700px)}}
      div{height:300px;background:${green};animation:in 1.5s backwards}</style><div></div></template></x-box>`,
  ),
  endsWithBox(
    'starting-style',
    style(
      `#box{border:0;padding:0;margin:0;transition:transform .8s;transform:none}@starting-style{#box:popover-open{transform:translateX(700px)}}`,
    ),
    `<div id="box" popover></div><script>onload = () => setTimeout(() => document.querySelector('#box').showPopover(), 300)</script>`,
  ),
  endsWithBox(
    'view-transition-of-a-box',
    style(
      `#box{transform:translateX(700px);view-transition-name:box}.on #box{transform:none}::view-transition-group(box){animation-duration:1s}`,
    ),
    `${box}<script>onload = () => setTimeout(() => document.startViewTransition(() => { document.body.className = 'on'; }), 200)</script>`,
  ),
  {
    name: 'view-transition-of-documents',
    page: documentOf(
      `<style>@view-transition{navigation:auto}html{background:${red}}</style>`,
      "<script>onload = () => setTimeout(() => { location.href = 'next.html'; }, 300)</script>",
    ),
    routes: {
      'next.html': {
        body: documentOf(
          `<style>@view-transition{navigation:auto}html{background:${green}}::view-transition-group(root){animation-duration:1s}</style>`,
          '<p>next</p>',
        ),
      },
    },
    viewport: { probes: [area(green, [0, 100, 1280, 700])] },
  },
  {
    name: 'image-fade-in',
    page: documentOf(
      '<style>img{position:absolute;left:100px;top:100px;width:400px;height:300px;opacity:0;transition:opacity .7s}.on{opacity:1}</style>',
      `<img src="/color/${green.slice(1)}.png?ms=300" onload="this.className='on'">`,
    ),
    viewport: { probes: [inside(green, [100, 100, 400, 300]), area(white, [700, 100, 400, 400])] },
  },
];
