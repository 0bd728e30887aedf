import { documentOf, type PageOf } from './html.ts';

const red = '<style>body{margin:0;background:#aa0000}</style>';
const turnGreen = `document.body.style.background = '#00aa44'`;
const scripted = (script: string, body = ''): string =>
  documentOf(red, `${body}<script>${script}</script>`);

/** A box that a script moves for 1.2 s until it stops at 600 px. */
const slidingBox = `<div id="box" style="position:absolute;top:100px;width:100px;height:100px;background:#00aa44"></div>`;
const slide = `const begun = performance.now();
  requestAnimationFrame(function step() {
    const part = Math.min(1, (performance.now() - begun) / 1200);
    box.style.left = part * 600 + 'px';
    if (part < 1) requestAnimationFrame(step);
  });`;

/** Pages that show how time passes for their scripts. */
export const clockPages: Readonly<Record<string, PageOf>> = {
  '/timer-late': () => scripted(`onload = () => setTimeout(() => { ${turnGreen} }, 2200)`),
  '/animated-in': () =>
    documentOf(
      '<style>@keyframes in{from{background:#aa0000}to{background:#00aa44}}body{margin:0;animation:in 4s both}</style>',
      '',
    ),
  '/transitions-in-a-row': () =>
    documentOf(
      '<style>body{margin:0;background:#00aa44}#box{height:2000px;width:99px;transition:transform 4s linear}</style>',
      `<div id="box"></div><script>let count = 0;
      const next = () => { box.style.transform = 'translateX(' + (count += 50) + 'px)'; };
      box.addEventListener('transitionend', next); setTimeout(next, 50);</script>`,
    ),
  '/spins-late': () =>
    scripted(`onload = () => setTimeout(() => {
      const begun = Date.now(); while (Date.now() - begun < 300); ${turnGreen} }, 300)`),
  '/offscreen-worker': () =>
    scripted(
      `${turnGreen}; const canvas = c.transferControlToOffscreen();
      const work = 'onmessage = ({ data }) => { const g = data.getContext("2d"); (function f() { g.fillRect(0, 0, 9, 9); requestAnimationFrame(f); })(); }';
      new Worker(URL.createObjectURL(new Blob([work]))).postMessage(canvas, [canvas])`,
      '<canvas id="c"></canvas>',
    ),
  '/stream': () => scripted(`new EventSource('/events').onmessage = () => { ${turnGreen} }`),
  '/stream-later': () =>
    scripted(`const events = new EventSource('/events'); let count = 0;
      events.onmessage = () => { count += 1; if (count === 2) ${turnGreen} }`),
  '/slow-fetch': () =>
    scripted(`onload = () => fetch('/slow.json?wanted').then(() => { ${turnGreen} })`),
  '/timer-5': () => scripted(`onload = () => setTimeout(() => { ${turnGreen} }, 5000)`),
  '/fetch-in-delay': () =>
    scripted(
      `onload = () => setTimeout(() => fetch('/slow.json').then(() => { ${turnGreen} }), 6000)`,
    ),
  '/slides': () =>
    documentOf('<style>body{margin:0}</style>', `${slidingBox}<script>${slide}</script>`),
  '/slides-when-injected': () =>
    documentOf('<style>body{margin:0} #box{transition:left 1.5s;left:0}</style>', slidingBox),
  '/vector-motion': () =>
    documentOf(
      '<style>body{margin:0}svg{display:block}</style>',
      `<svg width="800" height="100"><rect width="100" height="100" fill="#00aa44">
        <animate attributeName="x" from="0" to="600" dur="1s" fill="freeze"/></rect></svg>
      <svg width="800" height="100"><rect width="100" height="100" fill="#0044aa">
        <animate attributeName="x" from="0" to="600" dur="1s" repeatCount="indefinite"/></rect></svg>`,
    ),
  '/shadow-motion': () =>
    documentOf(
      '<style>body{margin:0}</style>',
      `<div id="host"></div><script>
      host.attachShadow({ mode: 'open' }).innerHTML = \`<style>@keyframes go{to{transform:translateX(600px)}}
        div{width:100px;height:100px} .ends{background:#00aa44;animation:go 1s forwards}
        .goes-on{background:#0044aa;animation:go 1s linear infinite}</style>
        <div class="ends"></div><div class="goes-on"></div><img src="/animated">\`;
      </script>`,
    ),
  '/reloads-itself': () => scripted(`${turnGreen}; setTimeout(() => location.reload(), 50)`),
  '/polled-job': () =>
    scripted(
      `(async function poll() {
        if ((await (await fetch('/job')).text()) !== 'done') return setTimeout(poll, 400);
        document.querySelector('div').remove(); ${turnGreen};
      })()`,
      '<div class="skeleton" style="height:100vh;background:#cccccc"></div>',
    ),
};
