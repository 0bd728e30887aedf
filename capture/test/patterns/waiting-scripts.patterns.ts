import { green, red, type Pattern } from './pattern.ts';
import { cover, turnsGreen } from './waiting-pages.ts';

const endless = 'const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';

/** Content that timers, frames, observers and workers bring. */
export const lateScripts: readonly Pattern[] = [
  turnsGreen('timer-300', 'await loaded; await pause(300); done();'),
  turnsGreen('timer-1000', 'await loaded; await pause(1000); done();'),
  turnsGreen('timer-2400', 'await loaded; await pause(2400); done();'),
  turnsGreen('timer-chain', 'for (let i = 0; i < 5; i += 1) await pause(400); done();'),
  turnsGreen(
    'interval-count',
    'let n = 0; const id = setInterval(() => { n += 1; if (n === 10) { clearInterval(id); done(); } }, 200);',
  ),
  turnsGreen(
    'frame-chain',
    'let n = 0; requestAnimationFrame(function next() { n += 1; if (n < 30) requestAnimationFrame(next); else done(); });',
  ),
  turnsGreen(
    'idle-callbacks',
    `const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    for (let i = 0; i < 5; i += 1) { await idle(); await pause(200); } done();`,
  ),
  turnsGreen(
    'intersection-observer',
    `new IntersectionObserver(async ([entry], observer) => {
      if (!entry.isIntersecting) return; observer.disconnect(); await get('part'); await pause(300); done();
    }).observe(document.querySelector('p'));`,
    { body: '<p style="height:10px;margin:0"></p>', routes: { part: { delayMs: 500 } } },
  ),
  turnsGreen(
    'mutation-chain',
    `let n = 0;
    new MutationObserver(() => { n += 1; if (n === 20) return done();
      setTimeout(() => document.body.append(document.createElement('i')), 60); })
      .observe(document.body, { childList: true });
    await loaded; document.body.append(document.createElement('i'));`,
  ),
  turnsGreen(
    'resize-observer',
    `const box = document.querySelector('div'); let n = 0;
    new ResizeObserver(() => { n += 1; if (n === 12) return done();
      setTimeout(() => { box.style.width = n * 20 + 'px'; }, 100); }).observe(box);`,
    { body: '<div style="width:5px;height:5px"></div>' },
  ),
  turnsGreen(
    'hydration-spins',
    'await loaded; await pause(200); const t = Date.now(); while (Date.now() - t < 1200); done();',
  ),
  turnsGreen(
    'view-transition',
    'await loaded; await pause(500); await document.startViewTransition(done).finished;',
  ),
  turnsGreen(
    'animation-finished',
    `await loaded; const box = document.querySelector('div');
    await box.animate([{ opacity: 0 }, { opacity: 1 }], 1200).finished; done();`,
    { body: '<div style="color:transparent">text</div>' },
  ),
  turnsGreen(
    'transition-end',
    `await loaded; await pause(100); const box = document.querySelector('div');
    box.addEventListener('transitionend', done); box.style.width = '300px';`,
    { body: '<div style="width:10px;transition:width .9s;color:transparent">text</div>' },
  ),
  turnsGreen('worker-fetch', "new Worker('worker.js').onmessage = done;", {
    routes: {
      'worker.js': { body: "fetch('data').then((r) => r.text()).then(() => postMessage('ready'))" },
      data: { delayMs: 500 },
    },
  }),
  turnsGreen('worker-timer', "new Worker('worker.js').onmessage = done;", {
    routes: { 'worker.js': { body: `${endless} wait(700).then(() => postMessage('ready'))` } },
  }),
  turnsGreen(
    'shared-worker',
    "const { port } = new SharedWorker('worker.js'); port.onmessage = done; port.start();",
    {
      routes: {
        'worker.js': {
          body: `onconnect = ({ ports: [port] }) => fetch('data').then(() => port.postMessage('ready'))`,
        },
        data: { delayMs: 500 },
      },
    },
  ),
  turnsGreen(
    'shared-worker-timer',
    "const { port } = new SharedWorker('worker.js'); port.onmessage = done; port.start();",
    {
      routes: {
        'worker.js': {
          body: `onconnect = ({ ports: [port] }) => setTimeout(() => port.postMessage('ready'), 700)`,
        },
      },
    },
  ),
  turnsGreen(
    'service-worker',
    `await navigator.serviceWorker.register('sw.js'); await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
    if (await get('from-worker') === 'worker') done();`,
    {
      routes: {
        'sw.js': {
          delayMs: 300,
          body: `addEventListener('install', () => skipWaiting());
          addEventListener('activate', (event) => event.waitUntil(clients.claim()));
          addEventListener('fetch', (event) => { if (event.request.url.endsWith('from-worker'))
            event.respondWith(fetch('data').then(() => new Response('worker'))); });`,
        },
        data: { delayMs: 400 },
      },
    },
  ),
  turnsGreen(
    'custom-element',
    `await loaded; await pause(300); const script = document.createElement('script');
    script.src = 'element.js'; document.body.append(script);`,
    {
      body: '<late-part></late-part>',
      routes: {
        'element.js': {
          delayMs: 600,
          body: `customElements.define('late-part', class extends HTMLElement { connectedCallback() {
            this.attachShadow({ mode: 'closed' }).innerHTML = '<div style="${cover};background:${green}"></div>'; } })`,
        },
      },
    },
  ),
  turnsGreen(
    'skeleton',
    `await loaded; await get('content'); await pause(200);
    document.querySelector('.skeleton').remove(); done();`,
    {
      body: `<main class="skeleton" aria-busy="true" style="${cover};background:${red}"></main>`,
      routes: { content: { delayMs: 1200 } },
    },
  ),
];
