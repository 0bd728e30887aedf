// Runs the fixture site in a separate process, so that its CPU time is measured separately. Sends
// its port to the parent; exits with it.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';

import { adFrame, adPage, adScript, thirdParties, trackerScript } from './ad-pages.ts';
import { respondToHazard } from './hazard-responses.ts';
import {
  appPage,
  appRows,
  articlePage,
  colorPage,
  longPage,
  tinyPage,
  webPage,
  webScript,
  webStyle,
} from './pages.ts';
import { jpegImage, pngImage } from './images.ts';

type Content = readonly [type: string, body: Buffer];
const page = (body: string): Content => ['text/html; charset=utf-8', Buffer.from(body)];
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

const contents = new Map<string, Content>([
  ['/tiny', page(tinyPage())],
  ['/article', page(articlePage())],
  ['/app', page(appPage())],
  ['/long', page(longPage())],
  ['/web', page(webPage())],
  ['/ad.js', ['text/javascript', Buffer.from(adScript())]],
  ['/ad-frame', page(adFrame())],
  ['/tracker.js', ['text/javascript', Buffer.from(trackerScript())]],
  ['/bid', ['application/json', Buffer.from('{}')]],
  ['/web.css', ['text/css', Buffer.from(webStyle())]],
  ['/web.js', ['text/javascript', Buffer.from(webScript())]],
  ['/rows.json', ['application/json', Buffer.from(appRows())]],
  ['/font/inter.woff2', ['font/woff2', readFileSync(font)]],
]);
const photo = { widthPx: 800, heightPx: 500 };
for (let i = 0; i < 20; i++) {
  if (i % 10 < 7) contents.set(`/image/photo-${i}.jpg`, ['image/jpeg', jpegImage(photo, i + 1)]);
  else {
    const drawing = pngImage({ widthPx: 400, heightPx: 260 }, i + 100);
    contents.set(`/image/drawing-${i}.png`, ['image/png', drawing]);
  }
}

function contentOf(path: string): Content | undefined {
  const lazy = /^\/image\/lazy-(\d+)\.jpg$/.exec(path);
  if (lazy !== null && !contents.has(path)) {
    const image = jpegImage({ widthPx: 640, heightPx: 360 }, Number(lazy[1]) + 300);
    contents.set(path, ['image/jpeg', image]);
  }
  const color = /^\/color\/([0-9a-f]{6})$/.exec(path)?.[1];
  return color === undefined ? contents.get(path) : page(colorPage(color));
}

/** Number of requests with a `tag` parameter, by its value. */
const requestsByTag = new Map<string, number>();

const respond: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://site');
  if (url.pathname === '/cpu') {
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify({ cpuSeconds: (user + system) / 1e6 }));
    return;
  }
  if (url.pathname === '/requests') {
    response.end(
      JSON.stringify({ requests: requestsByTag.get(url.searchParams.get('tag') ?? '') ?? 0 }),
    );
    return;
  }
  const tag = url.searchParams.get('tag');
  if (tag !== null) requestsByTag.set(tag, (requestsByTag.get(tag) ?? 0) + 1);
  if (url.pathname.startsWith('/hazard/') && respondToHazard(response, url)) return;
  const [type, body] = contentOf(url.pathname) ?? ['text/plain', Buffer.from('not found')];
  response.writeHead(contentOf(url.pathname) === undefined ? 404 : 200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'public, max-age=3600',
  });
  setTimeout(
    () => response.end(body),
    Math.min(10_000, Number(url.searchParams.get('delay') ?? 0)),
  );
};

const server = createServer(respond);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return;
  const { port } = address;
  contents.set('/ads', page(adPage(port)));
  for (const host of Object.values(thirdParties).flat()) createServer(respond).listen(port, host);
  process.send?.({ port });
});
process.once('disconnect', () => process.exit(0));
