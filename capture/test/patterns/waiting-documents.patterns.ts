import { documentOf, green, red, type Exchange, type Pattern } from './pattern.ts';
import { cover, frameOf, greenInBoth, turnsGreen } from './waiting-pages.ts';

const insertFrame = (src: string, afterMs: number): string =>
  `await loaded; await pause(${afterMs}); const frame = document.createElement('iframe');
  frame.src = '${src}'; frame.style = '${cover}'; document.body.append(frame);`;

const frame = (src: string) => ({ body: `<iframe src="${src}" style="${cover}"></iframe>` });

const target = (script: string): string =>
  documentOf(
    `<style>html{background:${red}}body{min-height:1600px}</style>`,
    `<script>const done = () => { document.documentElement.style.background = '${green}'; }; ${script}</script>`,
  );

const nextPage = {
  'next.html': { delayMs: 300, body: target('done()') },
};

/** Sends a document in ten parts over 1.2 s; the last one turns it green. */
function streamDocument({ res }: Exchange): void {
  res.writeHead(200, { 'content-type': 'text/html' });
  res.write(
    `<!doctype html><style>body{margin:0;min-height:1600px}p{margin:0}html{background:${red}}</style><body>`,
  );
  let parts = 0;
  const timer = setInterval(() => {
    parts += 1;
    res.write(`<p>${' '.repeat(2_000)}</p>`);
    if (parts < 10) return;
    clearInterval(timer);
    const script = `setTimeout(() => { document.documentElement.style.background = '${green}'; }, 300)`;
    res.end(`<script>${script}</script>`);
  }, 120);
}

/** Content that frames and further documents bring. */
export const lateDocuments: readonly Pattern[] = [
  turnsGreen('late-frame', insertFrame('frame.html', 600), {
    routes: { 'frame.html': { delayMs: 500, body: frameOf(green) } },
  }),
  turnsGreen('late-frame-of-other-origin', insertFrame('{{other}}/frame.html', 600), {
    routes: { 'frame.html': { delayMs: 500, body: frameOf(green) } },
  }),
  turnsGreen('frame-fetches', '', {
    ...frame('frame.html'),
    routes: {
      'frame.html': { body: frameOf(red, "fetch('data').then(done)") },
      data: { delayMs: 900 },
    },
  }),
  turnsGreen('frame-of-other-origin-fetches', '', {
    ...frame('{{other}}/frame.html'),
    routes: {
      'frame.html': { body: frameOf(red, "fetch('data').then(done)") },
      data: { delayMs: 900 },
    },
  }),
  turnsGreen('frame-of-other-origin-timer', '', {
    ...frame('{{other}}/frame.html'),
    routes: { 'frame.html': { body: frameOf(red, 'setTimeout(done, 1200)') } },
  }),
  turnsGreen('frame-of-other-origin-posts', 'onmessage = done;', {
    body: '<iframe src="{{other}}/frame.html" hidden></iframe>',
    routes: {
      'frame.html': {
        body: frameOf(red, "fetch('data').then(() => parent.postMessage('ready', '*'))"),
      },
      data: { delayMs: 600 },
    },
  }),
  turnsGreen('nested-frames', '', {
    ...frame('{{other}}/outer.html'),
    routes: {
      'outer.html': {
        delayMs: 300,
        body: `<!doctype html><style>body{margin:0}</style><iframe src="inner.html" style="${cover}"></iframe>`,
      },
      'inner.html': { delayMs: 300, body: frameOf(red, 'setTimeout(done, 500)') },
    },
  }),
  {
    name: 'meta-refresh',
    page: `<!doctype html><meta http-equiv="refresh" content="1;url=next.html"><style>html{background:${red}}</style>`,
    routes: { 'next.html': { delayMs: 300, body: target('setTimeout(done, 300)') } },
    ...greenInBoth,
  },
  {
    name: 'late-location',
    page: target("setTimeout(() => { location.href = 'next.html'; }, 700)"),
    routes: {
      'next.html': { delayMs: 200, body: target("fetch('data').then(done)") },
      data: { delayMs: 500 },
    },
    ...greenInBoth,
  },
  {
    name: 'history-route',
    page: target(`setTimeout(async () => { history.pushState(null, '', 'inbox');
      await fetch('data'); setTimeout(done, 200); }, 300)`),
    routes: { data: { delayMs: 600 } },
    ...greenInBoth,
  },
  { name: 'streamed-document', page: '', routes: { '': streamDocument }, ...greenInBoth },
  {
    name: 'refresh-after-4-s',
    page: target('').replace('<meta', '<meta http-equiv="refresh" content="4;url=next.html"><meta'),
    routes: nextPage,
    ...greenInBoth,
  },
  {
    name: 'redirect-after-a-countdown',
    page: target(`document.body.append('Redirecting in 3 seconds'); let left = 3;
      setInterval(() => { left -= 1; if (left === 0) location.href = 'next.html'; }, 1000)`),
    routes: nextPage,
    ...greenInBoth,
  },
  {
    name: 'check-of-the-browser-for-5-s',
    page: target(
      `document.body.append('Checking your browser'); setTimeout(() => location.replace('next.html'), 5000)`,
    ),
    routes: nextPage,
    ...greenInBoth,
  },
];
