import { documentOf, type Exchange, type Pattern } from '../pattern.ts';
import { both, cards, cardScript, cardStyle, fillsCards } from './site-pages.ts';

/** Sends parts of an HTML document, each after a delay in ms. */
function chunks(parts: readonly (readonly [afterMs: number, html: string])[]) {
  return ({ res }: Exchange): void => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    const send = ([part, ...rest]: typeof parts): void => {
      if (part === undefined) res.end();
      else
        setTimeout(() => {
          res.write(part[1]);
          send(rest);
        }, part[0]);
    };
    send(parts);
  };
}

const shell = (count: number): string =>
  `<!doctype html><html><head><meta charset="utf-8"><style>body{margin:0}</style>${cardStyle}</head><body>
  <header>Streamed</header><main class="cards">${Array.from(
    { length: count },
    (_, index) => `<div class="card" id="B${index}">Loading</div>`,
  ).join('')}</main>`;
const swap = (index: number): string =>
  `<div hidden id="S${index}"><div class="card ready">Card ${index}</div></div><script>
  document.getElementById('B${index}').replaceWith(document.getElementById('S${index}').firstChild)</script>`;

const scheduler = `
const channel = new MessageChannel(); const queue = [];
channel.port1.onmessage = () => { const start = performance.now();
  while (queue.length > 0 && performance.now() - start < 5) queue.shift()();
  if (queue.length > 0) channel.port2.postMessage(null); };
const schedule = (task) => { queue.push(task); channel.port2.postMessage(null); };`;

/** Pages whose server sends a shell that scripts bring to life. */
export const hydration: readonly Pattern[] = [
  fillsCards('nested-suspense', {
    count: 6,
    script: `await pause(50); const { render } = await import('./client.js'); await render({ get, fill, pause });`,
    routes: {
      'client.js': {
        delayMs: 150,
        body: `export const render = async ({ get, fill }) => { await get('user'); fill(0);
          const { Posts } = await import('./posts.js'); await Promise.all([Posts({ get, fill }), get('menu').then(() => fill(5))]); };`,
      },
      'posts.js': {
        delayMs: 200,
        body: `export const Posts = async ({ get, fill }) => { await get('posts');
          await Promise.all([1, 2, 3, 4].map((id) => get('comments?post=' + id).then(() => Promise.resolve().then(() => fill(id))))); };`,
      },
      user: { delayMs: 200 },
      menu: { delayMs: 500 },
      posts: { delayMs: 250 },
      comments: { delayMs: 200 },
    },
  }),
  {
    name: 'streamed-suspense',
    page: '',
    routes: {
      '': chunks([
        [0, shell(6)],
        [300, swap(2) + swap(0)],
        [400, swap(1) + swap(4)],
        [300, swap(3) + swap(5)],
        [50, '</body></html>'],
      ]),
    },
    ...both(cards(6)),
  },
  {
    name: 'streamed-state-then-hydration',
    page: '',
    routes: {
      '': chunks([
        [0, `${shell(3)}<script>self.__flight = [];</script>`],
        [200, '<script>__flight.push(0)</script>'],
        [
          300,
          `<script>__flight.push(1, 2)</script><script type="module" async src="app.js"></script>`,
        ],
        [200, '</body></html>'],
      ]),
      'app.js': {
        delayMs: 300,
        body: `const cards = [...document.querySelectorAll('.card')]; for (const index of __flight)
          requestIdleCallback(() => { cards[index].className = 'card ready'; });`,
      },
    },
    ...both(cards(3)),
  },
  fillsCards('islands', {
    count: 4,
    head: '<style>astro-island{display:contents}</style>',
    script: `const idle = (task) => requestIdleCallback(task, { timeout: 500 });
      const load = (path, index) => import('./' + path).then(({ mount }) => mount(() => fill(index)));
      fill(0); idle(() => load('idle.js', 1));
      new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect(); load('seen.js', 2); })
        .observe(cards[2]);
      if (matchMedia('(min-width: 600px)').matches) load('media.js', 3);`,
    routes: {
      'idle.js': { delayMs: 300, body: 'export const mount = (done) => setTimeout(done, 100);' },
      'seen.js': {
        delayMs: 400,
        body: "export const mount = (done) => fetch('island').then(done);",
      },
      'media.js': { delayMs: 100, body: 'export const mount = (done) => queueMicrotask(done);' },
      island: { delayMs: 300 },
    },
  }),
  fillsCards('idle-hydration-in-parts', {
    count: 9,
    script: `let next = 0; const work = (deadline) => {
        while (next < 9 && (deadline.timeRemaining() > 0 || deadline.didTimeout)) { fill(next); next += 1; break; }
        if (next < 9) requestIdleCallback(work); };
      addEventListener('load', () => setTimeout(() => requestIdleCallback(work), 200));`,
  }),
  fillsCards('message-channel-scheduler', {
    count: 9,
    script: `${scheduler} await get('data'); for (let i = 0; i < 900; i += 1) schedule(() => { if (i % 100 === 99) fill((i - 99) / 100); });`,
    routes: { data: { delayMs: 250 } },
  }),
  fillsCards('posted-tasks', {
    count: 3,
    script: `scheduler.postTask(() => fill(0), { priority: 'background' });
      scheduler.postTask(() => fill(1), { priority: 'user-visible', delay: 700 });
      await scheduler.postTask(async () => { for (let i = 0; i < 20; i += 1) await scheduler.yield(); });
      await pause(300); fill(2);`,
  }),
  fillsCards('import-map-and-top-level-await', {
    count: 3,
    head: `<script type="importmap">{"imports":{"app":"./app.js","lib/":"./lib/"}}</script>`,
    body: `<script type="module">import { parts } from 'app'; parts.forEach((part) => fill(part));</script>`,
    script: '',
    routes: {
      'app.js': {
        delayMs: 200,
        body: `import { data } from 'lib/data.js'; await new Promise((r) => setTimeout(r, 400)); export const parts = data;`,
      },
      'lib/data.js': {
        delayMs: 200,
        body: "const r = await fetch(new URL('data.json', import.meta.url)); export const data = await r.json();",
      },
      'lib/data.json': { delayMs: 300, body: '[0, 1, 2]' },
    },
  }),
  fillsCards('pushed-route-with-late-data', {
    count: 3,
    script: `const router = async () => { if (!location.pathname.endsWith('/home')) return; await get('../api'.replace('../', ''));
      await pause(150); fillAll(); };
      addEventListener('popstate', router); await pause(400);
      history.pushState({}, '', location.pathname + 'home'); await router().catch(() => undefined);`,
    routes: { api: { delayMs: 500 } },
  }),
  fillsCards('stale-data-then-fresh', {
    count: 3,
    script: `cards.forEach((card) => { card.textContent = 'Stale'; });
      document.addEventListener('visibilitychange', () => undefined);
      await pause(600); await get('fresh'); await new Promise((resolve) => requestAnimationFrame(resolve)); fillAll();`,
    routes: { fresh: { delayMs: 900 } },
  }),
  fillsCards('graphql-batches', {
    count: 6,
    script: `let batch = []; const ask = (index) => new Promise((resolve) => { batch.push([index, resolve]);
        if (batch.length === 1) setTimeout(async () => { const sent = batch; batch = [];
          await get('graphql', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(sent.map(([i]) => ({ query: 'query Card($id: ID!) { card(id: $id) { title } }', variables: { id: i } }))) });
          for (const [, done] of sent) done(); }, 20); });
      await Promise.all([0, 1].map((i) => ask(i).then(() => fill(i)))); await Promise.all([2, 3].map((i) => ask(i).then(() => fill(i))));
      await pause(100); await Promise.all([4, 5].map((i) => ask(i).then(() => fill(i))));`,
    routes: { graphql: { delayMs: 300 } },
  }),
  fillsCards('fragments-by-attribute', {
    count: 0,
    body: `<div class="cards" hx-get="list" hx-trigger="load delay:300ms" style="padding-top:0"><p>Loading</p></div>`,
    script: `for (const part of document.querySelectorAll('[hx-get]')) { await pause(300); part.innerHTML = await get(part.getAttribute('hx-get'));
      part.classList.add('htmx-settling'); await pause(20); for (const card of part.querySelectorAll('[hx-get]')) {
        card.outerHTML = await get(card.getAttribute('hx-get')); } part.classList.remove('htmx-settling'); }`,
    routes: {
      list: {
        delayMs: 300,
        body: '<div class="card" hx-get="item"></div>'.repeat(3),
      },
      item: { delayMs: 150, body: '<div class="card ready">Item</div>' },
    },
    ...both(cards(3)),
  }),
  {
    name: 'empty-body-filled-late',
    page: documentOf(cardStyle, `<script src="app.js" defer></script>`),
    routes: {
      'app.js': {
        delayMs: 300,
        body: `setTimeout(async () => { const html = await (await fetch('app.html')).text();
          document.body.innerHTML = html; setTimeout(() => document.querySelectorAll('.card').forEach((card) => card.classList.add('ready')), 800); }, 400);`,
      },
      'app.html': {
        delayMs: 600,
        body: `<header>App</header><main class="cards">${'<div class="card"></div>'.repeat(3)}</main>`,
      },
    },
    ...both(cards(3)),
  },
  {
    name: 'components-defined-after-a-fetch',
    page: documentOf(
      `${cardStyle}<style>x-card:not(:defined){visibility:hidden}x-card{display:block;height:180px}</style>`,
      `<header>Site</header><main class="cards"><x-card></x-card><x-card></x-card><x-card></x-card></main><script>${cardScript}
      get('theme').then(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(':host div{height:180px;background:#cc2222}:host(.in) div{background:#2a9d3f}');
        customElements.define('x-card', class extends HTMLElement { async connectedCallback() {
          const root = this.attachShadow({ mode: 'open' }); root.adoptedStyleSheets = [sheet]; root.innerHTML = '<div><slot></slot></div>';
          await get('card'); await customElements.whenDefined('x-card'); this.classList.add('in'); } }); });</script>`,
    ),
    routes: { theme: { delayMs: 700 }, card: { delayMs: 400 } },
    ...both(cards(3)),
  },
  {
    name: 'reload-after-a-service-worker',
    page: documentOf(
      cardStyle,
      `<header>Site</header><main class="cards">${'<div class="card"></div>'.repeat(3)}</main><script>${cardScript}
      (async () => { if (navigator.serviceWorker.controller) { await get('api/cards'); fillAll(); return; }
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
        await navigator.serviceWorker.register('sw.js'); })();</script>`,
    ),
    routes: {
      'sw.js': {
        delayMs: 100,
        body: `oninstall = (event) => event.waitUntil(caches.open('a').then((cache) => cache.add('./shell')).then(() => skipWaiting()));
          onactivate = (event) => event.waitUntil(clients.claim());
          onfetch = (event) => { if (event.request.url.includes('/api/')) event.respondWith(
            new Promise((resolve) => setTimeout(resolve, 300)).then(() => fetch('data'))); };`,
      },
      shell: { delayMs: 100 },
      data: { delayMs: 300 },
      'api/cards': { status: 500 },
    },
    ...both(cards(3)),
  },
];
