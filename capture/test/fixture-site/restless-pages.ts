import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { documentOf, type PageOf } from './html.ts';

const tickMs = 20;
/** Times until a response, one after the other. Unit: ms. */
const delaysMs = [5, 140, 30, 210, 60, 90];
let responses = 0;

/** Responds after a delay that differs from one request to the next. */
export function respondWithJitter(
  res: ServerResponse,
  { type, body }: { readonly type: string; readonly body: string },
): void {
  responses += 1;
  const headers = { 'content-type': type, 'access-control-allow-origin': '*' };
  setTimeout(() => res.writeHead(200, headers).end(body), delaysMs[responses % delaysMs.length]);
}

/** Sends numbered events until the client leaves. */
export function sendEvents(req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  let count = 0;
  const timer = setInterval(() => res.write(`data: message ${(count += 1)}\n\n`), tickMs);
  req.on('close', () => clearInterval(timer));
}

/** Opens a web socket and sends numbered messages until the client leaves. */
export function sendMessages(req: IncomingMessage, socket: Duplex): void {
  const key = `${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let count = 0;
  const timer = setInterval(() => {
    const text = Buffer.from(`message ${(count += 1)}`);
    socket.write(Buffer.concat([Buffer.of(0x81, text.length), text]));
  }, tickMs);
  socket.on('error', () => clearInterval(timer));
  socket.on('close', () => clearInterval(timer));
}

/** Script of a worker that reports time, randomness, ticks and a response. */
export const restlessWorker = `let ticks = 0; postMessage(['start', Date.now(), Math.random()]);
  setInterval(() => { ticks += 1; if (ticks % 20 === 0) postMessage([ticks, Date.now(), performance.now()]); }, 10);
  fetch('/jitter?worker').then((response) => response.text()).then(postMessage);`;

const print = `const out = document.createElement('pre'); out.style.cssText = 'font:20px monospace;white-space:pre-wrap';
  addEventListener('DOMContentLoaded', () => document.body.append(out));
  const print = (text) => { out.textContent += text + ' '; };
  let ticks = 0;`;
const count = 'setInterval(() => { ticks += 1; }, 10);';
const scripted = (script: string): string => documentOf(`<script>${print}${script}</script>`, '');

/** Pages that look different at each capture that does not fix their time and randomness. */
export const restlessPages: Readonly<Record<string, PageOf>> = {
  '/restless/interval': () => scripted('setInterval(() => { out.textContent = ticks += 1; }, 7)'),
  '/restless/timeout-0': () =>
    scripted('(function next() { out.textContent = ticks += 1; setTimeout(next, 0); })()'),
  '/restless/canvas': () =>
    documentOf(
      '',
      `<canvas id="c" width="600" height="300"></canvas><script>const x = c.getContext('2d'); let t = 0;
      (function next(ms) { x.clearRect(0, 0, 600, 300); x.fillRect((t += 3) % 600, 20, 60, 60);
      x.fillText(ms + ' ' + performance.now(), 10, 200); requestAnimationFrame(next); })(0);</script>`,
    ),
  '/restless/animations': () =>
    documentOf(
      `<style>@keyframes go { to { transform: translateX(500px) rotate(3turn) } }
      div { width: 80px; height: 80px; background: red; animation: go 1.3s infinite alternate }
      p { animation: go 700ms 5 }</style>`,
      `<div></div><p>finite</p><svg width="400" height="100"><circle r="20" cy="50">
      <animate attributeName="cx" from="0" to="400" dur="1.7s" repeatCount="indefinite" /></circle>
      <rect width="20" height="20"><animate attributeName="x" from="0" to="300" dur="1s" fill="freeze" /></rect></svg>`,
    ),
  '/restless/images': (url) =>
    documentOf(
      '<style>div { width: 100px; height: 100px; background: url(/moving.gif) }</style>',
      `<img src="/moving.gif"><img src="/moving.webp"><div></div>
      <img src="${url.searchParams.get('other') ?? ''}/moving.gif">`,
    ),
  '/restless/random': () =>
    scripted(`for (let i = 0; i < 9; i += 1) print(Math.random());
      print(crypto.randomUUID()); print([...crypto.getRandomValues(new Uint32Array(4))]);`),
  '/restless/date': () =>
    scripted(`print(new Date().toISOString()); print(Date.now()); print(performance.now()); print(new Date(0));
      addEventListener('load', (event) => print('load ' + Date.now() + ' ' + event.timeStamp));
      setTimeout(() => print('later ' + new Date().toISOString() + ' ' + performance.now()), 130);
      fetch('/jitter').then(() => print('fetched ' + Date.now() + ' ' + performance.now()));`),
  '/restless/fetch': () =>
    scripted(`${count} const read = async (n) => (await fetch('/jitter?' + n)).text();
      for (let i = 0; i < 4; i += 1) read(i).then((text) => print(i + text + ticks));
      setTimeout(async () => { print((await read(5)) + ticks); print((await read(6)) + ticks); }, 300);`),
  '/restless/events': () =>
    scripted(
      `${count} new EventSource('/restless-events').onmessage = ({ data }) => print(data + ' ' + ticks);`,
    ),
  '/restless/loop': () =>
    scripted(
      `(async () => { for (;;) { await fetch('/jitter'); out.textContent = ticks += 1; } })()`,
    ),
  '/restless/hanging-image': () =>
    documentOf(
      `<script>${print} setInterval(() => { out.textContent = ticks += 1; }, 7)</script>`,
      '<img src="/hang" width="50" height="50">',
    ),
  '/restless/worker': () =>
    scripted(
      `${count} new Worker('/restless-worker.js').onmessage = ({ data }) => print(data + ' ' + ticks);`,
    ),
  '/restless/socket': () =>
    scripted(`${count} new WebSocket('ws://' + location.host + '/restless-socket').onmessage =
      ({ data }) => print(data + ' ' + ticks);`),
  '/restless/frames': (url) =>
    documentOf(
      '',
      ['/restless/date', '/restless/interval']
        .flatMap((path) => [path, `${url.searchParams.get('other') ?? ''}${path}`])
        .map((path) => `<iframe src="${path}" width="500" height="200"></iframe>`)
        .join(''),
    ),
  '/restless/service-worker': () =>
    scripted(
      `${count} navigator.serviceWorker.register('/unread-worker.js' + location.search).then(() => print('registered'));`,
    ),
  '/restless/focus': () => documentOf('', '<input autofocus value="caret">'),
};
