import { documentOf, green, type Pattern } from '../pattern.ts';
import { boxInView, fillsCards, redBox } from './site-pages.ts';

/** Content that workers compute, fetch or draw. */
export const workers: readonly Pattern[] = [
  fillsCards('shared-worker-that-fetches', {
    count: 3,
    script: `const { port } = new SharedWorker('shared.js'); port.onmessage = fillAll; port.start();`,
    routes: {
      'shared.js': {
        delayMs: 100,
        body: `onconnect = async ({ ports: [port] }) => { await fetch('data'); port.postMessage('rows'); };`,
      },
      data: { delayMs: 500 },
    },
  }),
  fillsCards('service-worker-that-responds', {
    count: 3,
    script: `await navigator.serviceWorker.register('service.js'); await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      if ((await get('rows')) === 'rows') fillAll();`,
    routes: {
      'service.js': {
        delayMs: 100,
        body: `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
          addEventListener('install', () => skipWaiting());
          addEventListener('fetch', (event) => { if (event.request.url.endsWith('rows'))
            event.respondWith(fetch('data').then(() => new Response('rows'))); });`,
      },
      data: { delayMs: 500 },
    },
  }),
  fillsCards('service-worker-that-takes-long-to-install', {
    count: 3,
    script: `await navigator.serviceWorker.register('service.js'); await navigator.serviceWorker.ready;
      await get('data'); fillAll();`,
    routes: {
      'service.js': {
        delayMs: 300,
        body: `addEventListener('install', (event) => event.waitUntil(new Promise((resolve) => setTimeout(resolve, 600))));`,
      },
      data: { delayMs: 200 },
    },
  }),
  fillsCards('service-worker-that-is-asked', {
    count: 3,
    script: `const { active } = await navigator.serviceWorker.register('service.js').then(() => navigator.serviceWorker.ready);
      const { port1, port2 } = new MessageChannel(); port1.onmessage = fillAll; active.postMessage('rows', [port2]);`,
    routes: {
      'service.js': {
        delayMs: 100,
        body: `onmessage = ({ ports: [port] }) => fetch('data').then(() => port.postMessage('rows'));`,
      },
      data: { delayMs: 500 },
    },
  }),
  fillsCards('workers-that-share-the-work', {
    count: 6,
    script: `const work = "onmessage = ({ data }) => { let sum = 0; for (let i = 0; i < 3e7; i += 1) sum += Math.sqrt(i); postMessage(data); }";
      const address = URL.createObjectURL(new Blob([work]));
      for (let i = 0; i < 6; i += 1) { const worker = new Worker(address); worker.onmessage = ({ data }) => { fill(data); worker.terminate(); }; worker.postMessage(i); }`,
  }),
  fillsCards('worker-asked-again-and-again', {
    count: 3,
    script: `const worker = new Worker('worker.js'); let id = 0;
      const ask = (what) => new Promise((resolve) => { const mine = id++; worker.addEventListener('message', ({ data }) => { if (data === mine) resolve(); }); worker.postMessage([mine, what]); });
      for (let i = 0; i < 30; i += 1) await ask('part'); fillAll();`,
    routes: {
      'worker.js': {
        delayMs: 100,
        body: `onmessage = async ({ data: [id] }) => { if (id % 10 === 0) await fetch('part'); postMessage(id); };`,
      },
      part: { delayMs: 150 },
    },
  }),
  {
    name: 'canvas-drawn-by-a-worker',
    page: documentOf(
      redBox,
      `<canvas id="box" width="400" height="300"></canvas><script>
        const canvas = document.querySelector('canvas').transferControlToOffscreen();
        new Worker('draw.js').postMessage(canvas, [canvas]);</script>`,
    ),
    routes: {
      'draw.js': {
        delayMs: 100,
        body: `onmessage = async ({ data }) => { await fetch('data'); const context = data.getContext('2d');
          requestAnimationFrame(() => { context.fillStyle = '${green}'; context.fillRect(0, 0, 400, 300); }); };`,
      },
      data: { delayMs: 500 },
    },
    viewport: boxInView,
  },
];
