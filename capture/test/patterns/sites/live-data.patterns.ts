import type { Exchange, Pattern } from '../pattern.ts';
import { onlyViewport } from '../waiting-pages.ts';
import { fillsCards } from './site-pages.ts';

/** Sends events after these times, in ms, and leaves the stream open. */
function events(messages: readonly (readonly [afterMs: number, text: string])[]) {
  return ({ res }: Exchange): void => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    for (const [afterMs, text] of messages)
      setTimeout(() => res.write(`data: ${text}\n\n`), afterMs).unref();
  };
}

/** Responds `pending` until its `count`th request, for each visitor of its page. */
function readyAt(count: number, delayMs = 30) {
  const asked = new Map<string, number>();
  return ({ req, res, url }: Exchange): void => {
    const key = `${req.socket.remotePort} ${url.searchParams.get('job') ?? ''}`;
    const visitor = url.searchParams.get('job') ?? key;
    const times = (asked.get(visitor) ?? 0) + 1;
    asked.set(visitor, times);
    setTimeout(() => res.end(times >= count ? 'ready' : 'pending'), delayMs).unref();
  };
}

/** Responds `pending` until `ms` after its first request with the same job. */
function readyAfter(ms: number) {
  const started = new Map<string, number>();
  return ({ res, url }: Exchange): void => {
    const job = url.searchParams.get('job') ?? '';
    const startedMs = started.get(job) ?? performance.now();
    started.set(job, startedMs);
    res.end(performance.now() - startedMs >= ms ? 'ready' : 'pending');
  };
}

/** Responds after 1.7 s, and sends the first of three events 1.8 s later. */
function answerLate({ res }: Exchange): void {
  setTimeout(
    () => res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    1700,
  );
  for (const afterMs of [3500, 4700, 5000])
    setTimeout(() => res.write('data: card\n\n'), afterMs).unref();
}

const never = (): void => undefined;
const job = 'const job = crypto.randomUUID();';

/** Content that a server sends only after it has thought, or from a path that few pages show. */
const answers: readonly Pattern[] = [
  fillsCards('answer-that-begins-late', {
    count: 3,
    script: `const { body } = await fetch('answer', { method: 'POST', body: '{}' }); let index = 0;
      for await (const part of body.pipeThrough(new TextDecoderStream()))
        if (part.includes('card')) fill(index++);`,
    routes: { answer: answerLate },
  }),
  fillsCards('figures-of-a-path-that-names-analytics', {
    count: 3,
    script: `await get('api/analytics/logs'); fillAll();`,
    routes: { 'api/analytics/logs': { delayMs: 2300 } },
  }),
  fillsCards('first-response-of-a-long-poll', {
    count: 3,
    script: `await get('poll?since=0'); fillAll(); get('poll?since=1');`,
    routes: {
      poll: ({ res, url }) => {
        if (url.search === '?since=0') setTimeout(() => res.end('x'), 1500).unref();
      },
    },
  }),
];

/** Pages whose content comes by sockets, streams, workers, or in a later response of a poll. */
export const liveData: readonly Pattern[] = [
  fillsCards('socket-with-content-in-the-second-message', {
    count: 3,
    script: `new WebSocket('ws://' + location.host + location.pathname + 'live').onmessage = ({ data }) => { if (data === 'rows') fillAll(); };`,
    sockets: {
      live: [
        { afterMs: 50, text: 'hello' },
        { afterMs: 600, text: 'rows' },
      ],
    },
  }),
  fillsCards('socket-that-sends-card-by-card', {
    count: 6,
    script: `new WebSocket('ws://' + location.host + location.pathname + 'live').onmessage = ({ data }) => fill(Number(data));`,
    sockets: {
      live: Array.from({ length: 6 }, (_, index) => ({
        afterMs: 200 + index * 150,
        text: String(index),
      })),
    },
  }),
  fillsCards('socket-asked-after-its-opening', {
    count: 3,
    script: `await pause(300); const socket = new WebSocket('ws://' + location.host + location.pathname + 'live');
      socket.onopen = () => socket.send('subscribe'); socket.onmessage = ({ data }) => { if (data === 'rows') setTimeout(fillAll, 300); };`,
    sockets: {
      live: [
        { afterMs: 20, text: 'connected' },
        { afterMs: 300, text: 'subscribed' },
        { afterMs: 700, text: 'rows' },
      ],
    },
  }),
  fillsCards('events-with-content-in-the-second', {
    count: 3,
    script: `new EventSource('live').onmessage = ({ data }) => { if (data === 'rows') fillAll(); };`,
    routes: {
      live: events([
        [100, 'welcome'],
        [700, 'rows'],
      ]),
    },
  }),
  fillsCards('streamed-tokens', {
    count: 6,
    script: `const reader = (await fetch('chat', { method: 'POST', body: 'x' })).body.pipeThrough(new TextDecoderStream()).getReader();
      let next = 0; for (;;) { const { done, value } = await reader.read(); if (done) break;
        for (const _ of value.matchAll(/data/g)) { fill(next); next += 1; } }`,
    routes: {
      chat: ({ res }) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        let sent = 0;
        const timer = setInterval(() => {
          sent += 1;
          res.write('data: x\n\n');
          if (sent < 6) return;
          clearInterval(timer);
          res.end();
        }, 250);
      },
    },
  }),
  fillsCards('polling-with-content-in-the-third', {
    count: 3,
    script: `${job} for (;;) { if (await get('status?job=' + job) === 'ready') break; await pause(500); } fillAll();`,
    routes: { status: readyAt(3) },
  }),
  fillsCards('polling-that-shows-its-progress', {
    count: 6,
    script: `${job} for (let step = 0; step < 5; step += 1) { if (await get('status?job=' + job) === 'ready') break;
      fill(step); await pause(400); } fill(4); await get('result'); fill(5);`,
    routes: { status: readyAt(6), result: { delayMs: 200 } },
  }),
  fillsCards('job-that-ends-by-server-time', {
    count: 3,
    script: `${job} await get('start', { method: 'POST', body: job });
      const id = setInterval(async () => { if (await get('status?job=' + job) !== 'ready') return; clearInterval(id); fillAll(); }, 400);`,
    routes: { start: { delayMs: 50 }, status: readyAfter(1600) },
  }),
  fillsCards('job-behind-a-spinner', {
    count: 3,
    head: `<style>.spinner{position:fixed;inset:0;background:#cc2222}</style>`,
    body: '<div class="spinner" role="progressbar"></div>',
    script: `${job} for (;;) { if (await get('status?job=' + job) === 'ready') break; await pause(1000); }
      document.querySelector('.spinner').remove(); fillAll();`,
    routes: { status: readyAfter(3500) },
  }),
  fillsCards('poll-of-no-effect-beside-content', {
    count: 3,
    script: `setInterval(() => get('version'), 300); await pause(500); await get('data'); await pause(300); fillAll();`,
    routes: { version: { delayMs: 40 }, data: { delayMs: 700 } },
  }),
  fillsCards('many-pages-of-one-path', {
    count: 9,
    script: `for (let page = 0; page < 27; page += 1) { await get('rows?page=' + page); if (page % 3 === 2) fill((page - 2) / 3); }`,
    routes: { rows: { delayMs: 40 } },
  }),
  fillsCards('long-poll-beside-content', {
    count: 3,
    script: `get('api/subscribe').catch(() => undefined); await get('data'); await pause(200); fillAll();`,
    routes: { 'api/subscribe': never, data: { delayMs: 900 } },
  }),
  fillsCards('worker-that-fetches-and-computes', {
    count: 3,
    script: `const worker = new Worker('worker.js', { type: 'module' }); worker.onmessage = ({ data }) => fill(data); worker.postMessage('start');`,
    routes: {
      'worker.js': {
        delayMs: 200,
        body: `import { rows } from './rows.js'; onmessage = async () => { for (const row of rows) {
          await fetch('part?row=' + row); let sum = 0; for (let i = 0; i < 2e6; i += 1) sum += Math.sqrt(i); postMessage(row); } };`,
      },
      'rows.js': { delayMs: 200, body: 'export const rows = [0, 1, 2];' },
      part: { delayMs: 300 },
    },
  }),
  fillsCards('worker-with-a-pause-of-its-own', {
    count: 3,
    script: `const url = URL.createObjectURL(new Blob(["setTimeout(() => postMessage(0), 1500)"])); new Worker(url).onmessage = fillAll;`,
  }),
  ...onlyViewport(answers),
  fillsCards('broadcast-between-frames', {
    count: 3,
    body: '<iframe src="source.html" style="display:none"></iframe>',
    script: `new BroadcastChannel('cards').onmessage = fillAll;`,
    routes: {
      'source.html': {
        delayMs: 200,
        body: `<script>fetch('data').then(() => setTimeout(() => new BroadcastChannel('cards').postMessage(1), 300))</script>`,
      },
      data: { delayMs: 500 },
    },
  }),
  fillsCards('retry-after-an-error', {
    count: 3,
    script: `${job} let wait = 200; for (;;) { const response = await fetch('flaky?job=' + job); if (response.ok) break;
      await pause(wait); wait *= 2; } fillAll();`,
    routes: {
      flaky: (() => {
        const asked = new Map<string, number>();
        return ({ res, url }: Exchange): void => {
          const times = (asked.get(url.search) ?? 0) + 1;
          asked.set(url.search, times);
          res.writeHead(times < 4 ? 503 : 200, { 'content-type': 'text/plain' }).end('x');
        };
      })(),
    },
  }),
];
