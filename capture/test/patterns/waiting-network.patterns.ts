import { area, blue, documentOf, green, type Exchange, type Pattern } from './pattern.ts';
import { cover, turnsGreen } from './waiting-pages.ts';

const image = (color: string, ms: number): string => `/color/${color.slice(1)}.png?ms=${ms}`;

/** Sends ten parts of a response over 1.5 s. */
function stream({ res }: Exchange): void {
  res.writeHead(200, { 'content-type': 'text/plain' });
  let parts = 0;
  const timer = setInterval(() => {
    parts += 1;
    res.write('part\n');
    if (parts < 10) return;
    clearInterval(timer);
    res.end();
  }, 150);
}

/** Sends one event after 600 ms and leaves the stream open. */
function sendOneEvent({ res }: Exchange): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  setTimeout(() => res.write('data: ready\n\n'), 600);
}

/** Content that requests of scripts bring. */
export const lateRequests: readonly Pattern[] = [
  turnsGreen('fetch-800', "await loaded; await get('data'); done();", {
    routes: { data: { delayMs: 800 } },
  }),
  turnsGreen('fetch-3500', "await loaded; await get('data'); done();", {
    routes: { data: { delayMs: 3500 } },
  }),
  turnsGreen('fetch-before-load', "await get('data'); done();", {
    routes: { data: { delayMs: 700 } },
  }),
  turnsGreen(
    'fetch-chain',
    "await loaded; for (const step of [1, 2, 3]) { await get('step' + step); await pause(500); } done();",
    {
      routes: { step1: { delayMs: 300 }, step2: { delayMs: 300 }, step3: { delayMs: 300 } },
    },
  ),
  turnsGreen('fetch-then-timer', "await loaded; await get('data'); await pause(1200); done();", {
    routes: { data: { delayMs: 500 } },
  }),
  turnsGreen('timer-then-fetch', "await loaded; await pause(1500); await get('data'); done();", {
    routes: { data: { delayMs: 700 } },
  }),
  turnsGreen(
    'request-object',
    "await loaded; const request = new XMLHttpRequest(); request.open('GET', 'data'); request.onload = done; request.send();",
    { routes: { data: { delayMs: 700 } } },
  ),
  turnsGreen(
    'graphql',
    `await loaded; for (let i = 0; i < 6; i += 1)
      await get('graphql', { method: 'POST', body: JSON.stringify({ query: '{ part' + i + ' }' }) }); done();`,
    { routes: { graphql: { delayMs: 200 } } },
  ),
  turnsGreen(
    'paged-get',
    "await loaded; for (let i = 1; i <= 8; i += 1) await get('rows?page=' + i); done();",
    { routes: { rows: { delayMs: 150 } } },
  ),
  turnsGreen(
    'poller-beside-fetch',
    "setInterval(() => get('state'), 200); await loaded; await get('data'); done();",
    { routes: { state: { delayMs: 20 }, data: { delayMs: 1800 } } },
  ),
  turnsGreen(
    'streamed-response',
    `await loaded; const reader = (await fetch('rows')).body.getReader();
    while (!(await reader.read()).done); done();`,
    { routes: { rows: stream } },
  ),
  turnsGreen(
    'web-socket-message',
    "new WebSocket('ws://' + location.host + location.pathname + 'live').onmessage = done;",
    { sockets: { live: [{ afterMs: 600, text: 'ready' }] } },
  ),
  turnsGreen(
    'web-socket-message-after-2500-ms',
    "new WebSocket('ws://' + location.host + location.pathname + 'live').onmessage = done;",
    { sockets: { live: [{ afterMs: 2500, text: 'ready' }] } },
  ),
  turnsGreen('event-source-message', "new EventSource('live').onmessage = done;", {
    routes: { live: sendOneEvent },
  }),
  turnsGreen('dynamic-import', "await loaded; (await import('./part.js')).run(done);", {
    routes: {
      'part.js': {
        delayMs: 500,
        body: "import { wait } from './deep.js'; export const run = (then) => wait().then(then);",
      },
      'deep.js': {
        delayMs: 300,
        body: 'export const wait = () => new Promise((resolve) => setTimeout(resolve, 200));',
      },
    },
  }),
  turnsGreen(
    'lazy-route',
    `await loaded; await pause(100); const script = document.createElement('script');
    script.src = 'route.js'; document.head.append(script);`,
    {
      routes: {
        'route.js': { delayMs: 500, body: "get('props').then(() => setTimeout(done, 200))" },
        props: { delayMs: 400 },
      },
    },
  ),
  turnsGreen('top-level-await', '', {
    head: `<script type="module">await fetch('data'); await new Promise((r) => setTimeout(r, 300)); done();</script>`,
    routes: { data: { delayMs: 600 } },
  }),
];

/** Content that images, fonts and style sheets bring. */
export const lateResources: readonly Pattern[] = [
  {
    name: 'lazy-image-without-a-size',
    page: documentOf('', `<img loading="lazy" src="${image(green, 900)}" style="display:block">`),
    viewport: { probes: [area(green, [0, 0, 16, 16])] },
  },
  turnsGreen(
    'scripted-image',
    `await loaded; const picture = new Image(); picture.onload = done; picture.src = '${image(blue, 900)}';`,
  ),
  turnsGreen(
    'inserted-image',
    `await loaded; await pause(500); const picture = new Image(); picture.src = '${image(green, 800)}';
    picture.style = '${cover}'; document.body.append(picture);`,
  ),
  turnsGreen(
    'decoded-image',
    `await loaded; const picture = new Image(); picture.src = '${image(green, 600)}'; picture.style = '${cover}';
    await picture.decode(); await pause(100); document.body.append(picture);`,
  ),
  turnsGreen(
    'source-set-image',
    `await loaded; await pause(300); document.body.insertAdjacentHTML('beforeend',
      '<img style="${cover}" sizes="100vw" srcset="${image(green, 700)} 1280w, ${image(green, 701)} 2560w">');`,
  ),
  turnsGreen(
    'background-image',
    "await loaded; await pause(300); document.body.className = 'on';",
    {
      head: `<style>.on::before{content:'';${cover};background:url(${image(green, 900)}) center/cover}</style>`,
    },
  ),
  turnsGreen(
    'video-poster',
    `await loaded; await pause(200); document.body.insertAdjacentHTML('beforeend',
      '<video style="${cover};object-fit:cover" poster="${image(green, 700)}"></video>');`,
  ),
  turnsGreen(
    'font-face',
    `await loaded; await new FontFace('Late', 'url(font.woff2)').load().catch(() => undefined); await pause(50); done();`,
    { routes: { 'font.woff2': { delayMs: 700, status: 404 } } },
  ),
  turnsGreen(
    'fonts-ready',
    `await loaded; await pause(200); document.querySelector('p').style.fontFamily = 'Late, serif';
    document.body.offsetWidth; await document.fonts.ready; done();`,
    {
      head: '<style>@font-face{font-family:Late;src:url(font.woff2);font-display:block}</style>',
      body: '<p style="color:transparent">text</p>',
      routes: { 'font.woff2': { delayMs: 700, status: 404 } },
    },
  ),
  turnsGreen(
    'style-by-script',
    `await loaded; await pause(300); const link = document.createElement('link');
    link.rel = 'stylesheet'; link.href = 'late.css'; document.head.append(link);`,
    { routes: { 'late.css': { delayMs: 700, body: `html{background:${green}!important}` } } },
  ),
  turnsGreen(
    'embedded-object',
    `await loaded; await pause(200); document.body.insertAdjacentHTML('beforeend',
      '<object style="${cover}" type="image/svg+xml" data="late.svg"></object>');`,
    {
      routes: {
        'late.svg': {
          delayMs: 700,
          body: `<svg xmlns="http://www.w3.org/2000/svg" style="background:${green}" width="100%" height="100%"></svg>`,
        },
      },
    },
  ),
];
