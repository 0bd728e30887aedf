import { area, documentOf, green, red, type Pattern } from './pattern.ts';
import { frameOf, onlyViewport, staysGreen, turnsGreen } from './waiting-pages.ts';

const viewport = { probes: [area(green, [0, 100, 1280, 700])] };

const plain = (head: string, script = ''): string =>
  documentOf(`<style>html{background:${green}}</style>${head}`, `<script>${script}</script>`);

const redDocument = (script: string): string =>
  documentOf(`<style>html{background:${red}}</style>`, `<script>${script}</script>`);

/** Pages that open dialogs, replace their document or never finish a part of it. */
export const oddDocuments: readonly Pattern[] = [
  {
    name: 'dialogs-in-a-timer',
    page: plain('', "onload = () => setInterval(() => alert('again'), 300)"),
  },
  {
    name: 'question-that-is-declined',
    page: redDocument(`onload = () => setTimeout(() => { const isRed = confirm('Red?');
      setTimeout(() => { document.documentElement.style.background = isRed ? 'red' : '${green}'; }, 500); }, 300)`),
  },
  {
    name: 'question-before-leaving',
    page: plain('', "onbeforeunload = (event) => { event.preventDefault(); return 'Stay?'; }"),
  },
  { name: 'refresh-loop', page: plain('<meta http-equiv="refresh" content="0">') },
  { name: 'refresh-loop-of-1-s', page: plain('<meta http-equiv="refresh" content="1">') },
  {
    name: 'reload-loop',
    page: plain('', 'onload = () => setTimeout(() => location.reload(), 100)'),
  },
  {
    name: 'loop-of-two-documents',
    page: plain('', "onload = () => { location.href = 'other.html?' + Math.random(); }"),
    routes: {
      'other.html': {
        body: plain('', "onload = () => { location.href = './?' + Math.random(); }"),
      },
    },
  },
  {
    name: 'two-late-redirects',
    page: redDocument("onload = () => setTimeout(() => { location.href = 'second.html'; }, 600)"),
    routes: {
      'second.html': {
        body: redDocument(
          "onload = () => setTimeout(() => { location.replace('third.html'); }, 600)",
        ),
      },
      'third.html': { delayMs: 200, body: plain('') },
    },
  },
  {
    name: 'document-that-is-written-late',
    page: redDocument(`onload = () => setTimeout(() => { document.open();
      document.write('<style>html{background:${green}}</style>'); document.close(); }, 500)`),
  },
  {
    name: 'history-storm',
    page: plain(
      '',
      "let n = 0; setInterval(() => history.replaceState(null, '', '?' + (n += 1)), 50)",
    ),
  },
  {
    name: 'hash-storm',
    page: plain('', 'let n = 0; setInterval(() => { location.hash = (n += 1); }, 50)'),
  },
  {
    name: 'console-storm',
    page: plain(
      '',
      "setInterval(() => { for (let i = 0; i < 200; i += 1) console.error('x'.repeat(500)); }, 20)",
    ),
  },
  {
    name: 'permission-questions',
    page: plain(
      '',
      'Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => undefined)',
    ),
  },
  {
    name: 'popups-in-a-timer',
    page: plain('', "setInterval(() => open('./?' + Math.random()), 100)"),
  },
  { name: 'printing', page: plain('', 'onload = () => { print(); setTimeout(print, 300); }') },
  {
    name: 'frame-in-itself',
    page: documentOf(
      `<style>html{background:${green}}iframe{display:block;height:50px}</style>`,
      '<iframe src="./"></iframe>',
    ),
  },
  {
    name: 'hanging-frame',
    page: documentOf(
      `<style>html{background:${green}}iframe{display:block;height:50px}</style>`,
      '<iframe src="hang"></iframe>',
    ),
    routes: { hang: () => undefined },
  },
  {
    name: 'hanging-frame-of-other-origin',
    page: documentOf(
      `<style>html{background:${green}}iframe{display:block;height:50px}</style>`,
      '<iframe src="{{other}}/hang"></iframe>',
    ),
    routes: { hang: () => undefined },
  },
  {
    name: 'late-hanging-frame',
    page: documentOf(
      `<style>html{background:${green}}iframe{display:block;height:50px}</style>`,
      `<script>onload = () => setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<iframe src="hang"></iframe>'), 200)</script>`,
    ),
    routes: { hang: () => undefined },
  },
  {
    name: 'busy-frame-of-other-origin',
    page: documentOf(
      `<style>html{background:${green}}iframe{display:block;height:50px}</style>`,
      '<iframe src="{{other}}/busy.html"></iframe>',
    ),
    routes: {
      'busy.html': {
        body: frameOf(
          red,
          '(function frame() { requestAnimationFrame(frame); })(); (function timer() { setTimeout(timer, 0); })();',
        ),
      },
    },
  },
  {
    name: 'hanging-image-and-style',
    page: documentOf(
      `<style>html{background:${green}}</style>`,
      `<script>onload = () => setTimeout(() => { document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="hang">');
      new Image().src = 'hang'; }, 100)</script>`,
    ),
    routes: { hang: () => undefined },
  },
  {
    name: 'many-elements',
    page: documentOf(
      `<style>html{background:${green}}i{display:inline-block;width:1px;height:1px}</style>`,
      `<div style="height:90px;overflow:hidden;font-size:1px">${'<i></i>'.repeat(20_000)}</div>`,
    ),
  },
  {
    name: 'scroll-that-is-taken-back',
    page: documentOf(
      `<style>html{background:${green}}body{height:3000px}</style>`,
      '<script>addEventListener("scroll", () => { if (scrollY > 0) scrollTo(0, 0); });</script>',
    ),
    fullPage: { heightPx: 3000, probes: [area(green, [0, 0, 1280, 3000])] },
  },
].map((pattern): Pattern => ('fullPage' in pattern ? pattern : { ...pattern, viewport }));

/** Pages whose requests fail or are many. */
export const oddRequests: readonly Pattern[] = onlyViewport([
  staysGreen(
    'error-storm',
    "setInterval(() => { Promise.reject(new Error('x')); get('missing'); }, 50);",
  ),
  turnsGreen('content-after-a-script-that-never-comes', "await get('data'); done();", {
    head: '<script src="never.js"></script>',
    body: '<img src="never.png">',
    routes: { data: { delayMs: 900 }, 'never.js': () => undefined, 'never.png': () => undefined },
  }),
  turnsGreen(
    'content-beside-error-storm',
    "setInterval(() => get('missing'), 50); await loaded; await get('data'); done();",
    { routes: { data: { delayMs: 900 } } },
  ),
  turnsGreen(
    'many-requests',
    `await loaded; await Promise.all(Array.from({ length: 60 }, (_, i) => get('part/' + i))); await pause(300); done();`,
  ),
]);
