import type { Exchange, Pattern } from './pattern.ts';
import { staysGreen } from './waiting-pages.ts';

/** Later than any wait that a page of these patterns is worth. */
const tooLateMs = 15_000;

const never = (): void => undefined;

function openStream({ res }: Exchange): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
}

/** Requests and timers that a capture must not wait for. */
export const unrelated: readonly Pattern[] = [
  staysGreen('long-poll', "await loaded; await get('api/poll').finally(late);", {
    routes: { 'api/poll': { delayMs: tooLateMs } },
  }),
  staysGreen('unnamed-long-poll', "await loaded; await get('changes').finally(late);", {
    routes: { changes: { delayMs: tooLateMs } },
  }),
  staysGreen(
    'beacons',
    `setInterval(() => navigator.sendBeacon('collect', Date.now()), 200);
    fetch('collect', { method: 'POST', body: 'x', keepalive: true }).finally(late);`,
    { routes: { collect: never } },
  ),
  staysGreen(
    'analytics',
    `let n = 0; setInterval(async () => { n += 1;
      await get('events', { method: 'POST', body: JSON.stringify({ at: Date.now() }) }); if (n > 150) late(); }, 200);`,
    { routes: { events: { delayMs: 30 } } },
  ),
  staysGreen(
    'endless-poll',
    "for (let i = 0; i < 100; i += 1) { await get('state'); await pause(250); } late();",
    { routes: { state: { delayMs: 50 } } },
  ),
  staysGreen(
    'endless-poll-with-random-query',
    "for (let i = 0; i < 100; i += 1) { await get('state?x=' + Math.random()); await pause(250); } late();",
    { routes: { state: { delayMs: 50 } } },
  ),
  staysGreen(
    'event-stream-without-messages',
    `const source = new EventSource('live'); source.onmessage = late; setTimeout(late, ${tooLateMs});`,
    { routes: { live: openStream } },
  ),
  staysGreen(
    'web-socket-without-messages',
    `const socket = new WebSocket('ws://' + location.host + location.pathname + 'live');
    socket.onmessage = late; setTimeout(late, ${tooLateMs});`,
    { sockets: { live: [{ afterMs: tooLateMs, text: 'late' }] } },
  ),
  staysGreen('popup-after-5-s', 'await loaded; await pause(5000); late();'),
  staysGreen('carousel-of-4-s', 'setInterval(late, 4000);'),
  staysGreen(
    'clock-of-1-s',
    'setInterval(() => { document.title = new Date().toISOString(); }, 1000); await loaded; await pause(5000); late();',
  ),
  staysGreen('video', `document.querySelector('video').play().catch(() => undefined);`, {
    body: '<video src="film.webm" muted autoplay style="width:1px;height:1px;position:absolute;left:2000px"></video>',
    routes: { 'film.webm': never },
  }),
  staysGreen('prefetch', '', {
    head: '<link rel="prefetch" href="next"><link rel="manifest" href="app.webmanifest">',
    routes: { next: never, 'app.webmanifest': never },
  }),
];
